// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { arm, disarm } from '../../state/armed-keys.ts';
import { PAPER_KEYS } from '../../test-harness/armed-samples.tsx';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order } from '../../test-harness/samples.ts';
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

test('in a row B backtests; while keys are armed it orders alone, and the hint says so', async () => {
  const counts = { all: 1, hit: 1, miss: 0, 'no-history': 0, 'warm-up': 0, faulty: 0 };
  const found = {
    symbol: 'ITC',
    name: '',
    verdict: 'hit',
    close: 400_00,
    changePercent: 1,
    volume: 1,
  } as const;
  const { fake, address } = await openWindow('/scanner', {
    'scanner.run': () => ({
      ...{ scanId: 1, day: '2026-11-19', counts, ms: 3 },
      source: 'simulated' as const,
    }),
    'scanner.rows': () => ({
      ...{ rows: [{ ...found, passed: 1, parts: 1, reason: '' }], pageNumber: 1, pageSize: 100, total: 1 },
    }),
    'manual.place': () => ({ order: order(1) }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Scan' }));
  const rows = await screen.findByRole('grid', { name: 'Hits' });
  rows.focus();
  fireEvent.keyDown(rows, { key: 'Home' });
  act(() => arm(PAPER_KEYS));
  expect(screen.getByText(/A makes an alert\. B and S order while keys are armed\.$/)).toBeTruthy();
  fireEvent.keyDown(rows, { key: 'b' });
  await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ symbol: 'ITC', side: 'buy' }]));
  expect(address()).toContain('/scanner');
  act(disarm);
  expect(screen.getByText(/A makes an alert, B backtests\.$/)).toBeTruthy();
  fireEvent.keyDown(rows, { key: 'b' });
  await waitFor(() => expect(address()).toContain('/backtest'));
});
