// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

/** Asks a second question from within the first; its answer takes the place of what had the focus. */
const Questions = () => {
  const [step, setStep] = useState<'name' | 'fee' | 'done'>('name');
  return (
    <FluentProvider theme={webLightTheme}>
      <ConfirmDialog
        title={step === 'done' ? 'It is yours' : 'Its name'}
        action={step === 'done' ? 'Open it' : 'Clone'}
        onConfirm={() => setStep('fee')}
        onClose={() => undefined}
      >
        {step !== 'done' && <input aria-label="Name" />}
      </ConfirmDialog>
      {step === 'fee' && (
        <ConfirmDialog
          title="Its fee"
          action="Pay"
          onConfirm={() => setStep('done')}
          onClose={() => setStep('name')}
        >
          Once.
        </ConfirmDialog>
      )}
    </FluentProvider>
  );
};

/** Waits until what is behind a dialog is hidden from screen readers. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

test.each([
  ['Pay', 'It is yours'],
  ['Cancel', 'Its name'],
])(
  'after %s the dialog that is left has the focus, and is there for screen readers',
  async (answer, left) => {
    completeBrowser();
    render(<Questions />);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(document.activeElement).toBe(name));
    fireEvent.click(screen.getByRole('button', { name: 'Clone' }));
    const asked = await screen.findByRole('dialog', { name: 'Its fee' });
    await settled();
    fireEvent.click([...asked.querySelectorAll('button')].find(({ textContent }) => textContent === answer)!);
    await waitFor(() => expect(screen.queryByText('Its fee')).toBeNull());
    await settled();
    expect(screen.getByRole('dialog', { name: left }).contains(document.activeElement)).toBe(true);
  },
);
