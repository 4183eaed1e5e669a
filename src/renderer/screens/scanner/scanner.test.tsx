// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { newScanRules } from './scan-start.ts';

afterEach(closeWindow);

test('conditions are named as those of a scan, and know neither a position nor a trade', async () => {
  await openWindow('/scanner', {
    'scanner.saved': () => ({ scans: [] }),
  });
  const condition = await screen.findByRole('combobox', { name: 'Scan, condition 1' });
  expect(condition).toBeTruthy();
  expect(screen.queryByText(/^Entry/)).toBeNull();
  const [left] = screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Left' });
  if (!left) throw new Error('A comparison has a left side');
  const kinds = within(left)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(kinds).toContain('Indicator');
  expect(kinds).not.toContain('The position');
  expect(kinds).not.toContain('Done today');
  fireEvent.change(left, { target: { value: 'price' } });
  expect(screen.getAllByRole('option', { name: 'the one that is looked at' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('option', { name: 'the one that is traded' })).toBeNull();
});

test('the address names a saved scan to begin with; nothing is looked for yet', async () => {
  const document = { ...newScanRules(), timeframe: '1d' as const };
  const { fake } = await openWindow('/scanner?saved=4', {
    'scanner.saved': () => ({
      scans: [
        { savedId: 3, name: 'Another', document: newScanRules() },
        { savedId: 4, name: 'Over the average', document },
      ],
    }),
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the scan');
  await waitFor(() => expect(name.value).toBe('Over the average'));
  expect(fake.inputsOf('scanner.run')).toEqual([]);
});
