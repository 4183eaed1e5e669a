// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { InstrumentHolding } from '../../../shared/contract/baskets.ts';
import { heldInstrument } from '../../test-harness/basket-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const part = {
  strategyId: 71,
  name: 'Bank Five',
  kind: 'basket',
  basketId: 1,
  mode: 'test',
  source: 'simulated',
  quantity: 40,
  averagePrice: 87_000,
  value: 35_200_00,
  pnl: 350_00,
  chargesToCome: 40_10,
} as const;

const held = heldInstrument({
  parts: [part, { ...part, strategyId: 5, name: 'Swing', kind: 'strategy', basketId: null, quantity: 10 }],
});

const openHoldings = async (...listHoldings: InstrumentHolding[]): Promise<HTMLElement> => {
  await openWindow('/holdings', {
    'baskets.holdings': () => ({ asOf: '2026-11-20T10:00:00+05:30', listHoldings }),
  });
  return screen.findByRole('table', { name: 'Holdings by instrument' });
};

test('an instrument is summed over baskets and strategies, and opens to its holders', async () => {
  const table = await openHoldings(held);
  expect(within(table).getByText('Bank Five, Swing')).toBeTruthy();
  expect(within(table).getByText('₹44,005.00')).toBeTruthy();
  fireEvent.click(within(table).getByRole('button', { name: /^SBIN/ }));
  const who = await screen.findByRole('table', { name: 'Who holds SBIN' });
  expect(within(who).getByRole('link', { name: 'Bank Five' }).getAttribute('href')).toContain('/baskets/1');
  expect(within(who).getByRole('link', { name: 'Swing' }).getAttribute('href')).toContain('/strategies/5');
});

test('what two replays have left of an instrument are two rows, each with its own holders', async () => {
  const replayed = { ...held, source: 'replay' } as const;
  const table = await openHoldings(
    { ...replayed, runId: 2, parts: [part] },
    { ...replayed, runId: 3, parts: [{ ...part, name: 'Swing', basketId: null, kind: 'strategy' }] },
  );
  const [, second] = within(table).getAllByRole('button', { name: /^SBIN/ });
  if (!second) throw new Error('There is one row');
  fireEvent.click(second);
  const who = await screen.findByRole('table', { name: 'Who holds SBIN' });
  expect(within(who).getByRole('link', { name: 'Swing' })).toBeTruthy();
  expect(within(who).queryByRole('link', { name: 'Bank Five' })).toBeNull();
});

test('holding nothing is said', async () => {
  await openWindow('/holdings');
  expect(await screen.findByText(/^Nothing is held/)).toBeTruthy();
});
