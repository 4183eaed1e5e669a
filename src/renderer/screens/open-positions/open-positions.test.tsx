// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow, type OpenWindow } from '../../test-harness/open-window.tsx';
import { position } from '../../test-harness/samples.ts';
import { liveResult } from './live-result.ts';

afterEach(closeWindow);

const rowOf = async (symbol: string) => {
  const button = await screen.findByRole('button', { name: symbol });
  const row = button.closest('tr');
  if (!row) throw new Error(`No row of ${symbol}`);
  return within(row);
};

const tick = ({ fake }: OpenWindow, ltp: number, source: 'simulated' | 'replay' = 'simulated') =>
  fake.emit({
    type: 'stream.event',
    event: {
      type: 'quote',
      quotes: [{ symbol: 'RELIANCE', source, ltp, previousClose: null, at: '2026-11-20T14:33:00+05:30' }],
    },
  });

test('price, result and net move with the market, without a press', async () => {
  const desk = await openWindow('/open-positions');
  const reliance = await rowOf('RELIANCE');
  expect(reliance.getByText('+₹258.80')).toBeTruthy();
  tick(desk, 143_210);
  expect(await reliance.findByText('1,432.10')).toBeTruthy();
  expect(reliance.getByText('+₹298.80')).toBeTruthy();
  expect(desk.fake.inputsOf('positions.open')).toHaveLength(1);
});

test('a price of another source moves nothing', () => {
  const held = position(1);
  const quote = {
    symbol: 'RELIANCE',
    source: 'replay' as const,
    ltp: 1,
    previousClose: null,
    at: '2026-11-20T15:00:00+05:30',
  };
  expect(liveResult(held, quote)).toMatchObject({ ltp: held.ltp, pnl: held.pnl });
});

test('a short position loses when the price rises', () => {
  const short = position(1, { quantity: -40 });
  const quote = {
    symbol: 'RELIANCE',
    source: 'simulated' as const,
    ltp: 143_210,
    previousClose: null,
    at: '2026-11-20T15:00:00+05:30',
  };
  expect(liveResult(short, quote).pnl).toBe(short.pnl - 100 * 40);
});

test('a position that has closed leaves the list by itself', async () => {
  const desk = await openWindow('/open-positions');
  await rowOf('RELIANCE');
  desk.fake.script({
    'positions.open': () => ({
      list: [],
      counts: { all: 0, live: 0, test: 0 },
      net: { live: 0, test: 0 },
      total: 0,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  desk.fake.emit({
    type: 'stream.event',
    event: { type: 'position', position: position(1, { status: 'closed' }) },
  });
  expect(await screen.findByText(/No position is open/)).toBeTruthy();
});

test('leaving a position says what is sent and whose money it is, and sends it once with a key', async () => {
  const desk = await openWindow('/open-positions', {
    'positions.exit': ({ positionId }) => ({
      orderId: 5,
      positionId,
      symbol: 'RELIANCE',
      quantity: 40,
      state: 'sent',
    }),
  });
  const reliance = await rowOf('RELIANCE');
  fireEvent.click(reliance.getByRole('button', { name: 'Exit RELIANCE' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Exit RELIANCE?' });
  expect(dialog.textContent).toContain('Sells 40 RELIANCE at about ₹1,431.10.');
  expect(dialog.textContent).toContain('This is a paper position: no real order is sent.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Exit' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const sent = desk.fake.calls.filter((call) => call.id === 'positions.exit');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.input).toEqual({ positionId: 1 });
  expect(sent[0]?.options?.idempotencyKey).toBeTruthy();
});

test('Exit all lists every order first', async () => {
  await openWindow('/open-positions');
  await rowOf('RELIANCE');
  fireEvent.click(screen.getByRole('button', { name: 'Exit all…' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Exit all positions?' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Sell 40 RELIANCE (TEST, Opening range 11)',
    'Buy 80 INFY (TEST, Opening range 11)',
    'Sell 35 TCS (TEST, Opening range 11)',
  ]);
});
