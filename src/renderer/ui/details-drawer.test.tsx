// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { DetailsDrawer } from './details-drawer.tsx';

beforeEach(completeBrowser);
afterEach(cleanup);

const show = () => {
  const [onClose, onRow] = [vi.fn(), vi.fn()];
  render(
    <FluentProvider>
      <button onClick={onRow}>Another row</button>
      <DetailsDrawer title="A trade" onClose={onClose}>
        its facts
      </DetailsDrawer>
    </FluentProvider>,
  );
  return { onClose, onRow };
};

test('the page beside a drawer stays in use, also for screen readers', async () => {
  const { onRow } = show();
  expect((await screen.findByRole('dialog', { name: 'A trade' })).getAttribute('aria-modal')).not.toBe(
    'true',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Another row' }));
  expect(onRow).toHaveBeenCalledTimes(1);
});

test('Escape closes it, wherever the focus is', async () => {
  const { onClose } = show();
  await screen.findByRole('dialog', { name: 'A trade' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Another row' }), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Escape leaves it to a dialog that lies over it', async () => {
  const { onClose } = show();
  await screen.findByRole('dialog', { name: 'A trade' });
  render(<div aria-modal="true">a question</div>);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
});
