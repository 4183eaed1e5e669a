import { expect, it } from 'vitest';
import type { StreamEvent } from './contract/stream.ts';
import { LatestEvents } from './latest-events.ts';

type Quotes = Extract<StreamEvent, { type: 'quote' }>['quotes'];
type Position = Extract<StreamEvent, { type: 'position' }>['position'];

const quote = (symbol: string, ltp: number, source: 'simulated' | 'broker' = 'broker'): Quotes[number] => ({
  symbol,
  source,
  ltp,
  previousClose: null,
  at: '2026-11-20T10:00:00+05:30',
});
const valued = (positionId: number, pnl: number): Position => ({
  positionId,
  strategyId: 1,
  isBasket: false,
  isManual: false,
  strategyName: 'Any',
  symbol: 'ITC',
  mode: 'live',
  source: 'broker',
  side: 'long',
  product: 'delivery',
  status: 'open',
  quantity: 1,
  averagePrice: 100,
  ltp: 100,
  ltpAt: null,
  unrealised: pnl,
  realised: 0,
  charges: 0,
  chargesToCome: 0,
  pnl,
  pnlPercent: 0,
  stopLoss: null,
  protection: null,
  tradingSymbol: null,
  target: null,
  openedAt: '2026-11-20T10:00:00+05:30',
  closedAt: null,
});

it('keeps the last of each thing, as one event of a kind, however much comes', () => {
  const latest = new LatestEvents();
  for (let round = 1; round <= 1_000; round++) {
    latest.put({ type: 'quote', quotes: [quote('ITC', round), quote('SBIN', 2 * round)] });
    latest.put({ type: 'positions', positions: [valued(1, round), valued(2, -round)] });
  }
  expect(latest.size).toBe(4);
  expect(latest.drain()).toEqual([
    { type: 'quote', quotes: [quote('ITC', 1_000), quote('SBIN', 2_000)] },
    { type: 'positions', positions: [valued(1, 1_000), valued(2, -1_000)] },
  ]);
  expect(latest.drain()).toEqual([]);
});

it('does not mix the prices of two sources', () => {
  const latest = new LatestEvents();
  const quotes = [quote('ITC', 1, 'simulated'), quote('ITC', 2, 'broker')];
  latest.put({ type: 'quote', quotes });
  expect(latest.drain()).toEqual([{ type: 'quote', quotes }]);
});

it('drops what a fact has overtaken, so that a closed position does not come back', () => {
  const latest = new LatestEvents();
  const progress = (backtestId: number, progressPercent: number, state: 'running' | 'done') =>
    ({ type: 'backtest', backtestId, name: 'A run', state, progressPercent }) satisfies StreamEvent;
  latest.put({ type: 'positions', positions: [valued(1, 5), valued(2, 6)] });
  latest.put(progress(7, 50, 'running'));
  latest.put(progress(8, 20, 'running'));
  latest.supersede({ type: 'position', position: { ...valued(1, 5), status: 'closed' } });
  latest.supersede(progress(7, 100, 'done'));
  expect(latest.drain()).toEqual([
    progress(8, 20, 'running'),
    { type: 'positions', positions: [valued(2, 6)] },
  ]);
});

it('keeps a message that nothing is open any more, which is news', () => {
  const latest = new LatestEvents();
  latest.put({ type: 'positions', positions: [valued(1, 5)] });
  latest.put({ type: 'positions', positions: [] });
  expect(latest.isEmpty).toBe(false);
  expect(latest.drain()).toEqual([{ type: 'positions', positions: [] }]);
  expect(latest.isEmpty).toBe(true);
});

it('keeps of positions the last message alone: what is not in it was left', () => {
  const latest = new LatestEvents();
  latest.put({ type: 'positions', positions: [valued(1, 5), valued(2, 6)] });
  latest.put({ type: 'positions', positions: [valued(2, 7)] });
  expect(latest.drain()).toEqual([{ type: 'positions', positions: [valued(2, 7)] }]);
});

it('takes the fact for an open position that it has overtaken: without it the position would count as left', () => {
  const latest = new LatestEvents();
  latest.put({ type: 'positions', positions: [valued(1, 5), valued(2, 6)] });
  latest.supersede({ type: 'position', position: valued(1, 9) });
  expect(latest.drain()).toEqual([{ type: 'positions', positions: [valued(1, 9), valued(2, 6)] }]);
});
