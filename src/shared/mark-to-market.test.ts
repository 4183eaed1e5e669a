import { expect, test } from 'vitest';
import { position } from '../renderer/test-harness/samples.ts';
import { asLastReported, markToMarket } from './mark-to-market.ts';
import { noQuotes, type Quote, withQuotes, withValues } from './quotes.ts';

const quote = (more: Partial<Quote> = {}): Quote => ({
  symbol: 'NIFTY',
  source: 'broker',
  ltp: 26_300_00,
  previousClose: null,
  at: '2026-11-20T14:32:07+05:30',
  ...more,
});
const held = position(1, {
  ...{ symbol: 'NIFTY', mode: 'live', source: 'broker', quantity: 75, ltp: 26_100_00 },
  tradingSymbol: 'NIFTY24NOV26FUT',
});
const at = (...quotes: Quote[]) => markToMarket(held, withQuotes(noQuotes(), quotes));

test('a contract of before is not valued at the price of the one that is traded now', () => {
  expect(at(quote({ tradingSymbol: 'NIFTY29DEC26FUT' }))).toMatchObject({ ltp: held.ltp, pnl: held.pnl });
});

test('the price of its own contract moves it, and one whose contract is not told', () => {
  const moved = { ltp: 26_300_00, pnl: held.pnl + 75 * 200_00 };
  expect(at(quote({ tradingSymbol: 'NIFTY24NOV26FUT' }))).toMatchObject(moved);
  expect(at(quote())).toMatchObject(moved);
});

test('a short gains what the price falls', () => {
  const short = position(2, { side: 'short', quantity: -40, ltp: 143_110, pnl: 1_000, pnlPercent: 0 });
  const lower = quote({ symbol: 'RELIANCE', source: 'simulated', ltp: 143_010 });
  const { pnl, pnlPercent } = markToMarket(short, withQuotes(noQuotes(), [lower]));
  expect([pnl, pnlPercent > 0]).toEqual([1_000 + 40 * 100, true]);
});

test('a closed position stays closed, whatever was known of it while it was open', () => {
  const open = position(3, { ltpAt: '2026-11-20T14:32:09+05:30' });
  const closed = position(3, { status: 'closed', quantity: 0, ltp: null, ltpAt: null, pnl: 500 });
  expect(asLastReported(closed, withValues(noQuotes(), [open]))).toBe(closed);
});
