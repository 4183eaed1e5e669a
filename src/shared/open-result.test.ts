import { expect, test } from 'vitest';
import { position } from '../renderer/test-harness/samples.ts';
import type { Quotes } from './quotes.ts';
import { movedSince } from './open-result.ts';

const loaded = { openPositions: 1, open: { pnl: 25_880, unrealised: 20_000 } };
const whose = { mode: 'test', source: 'simulated', strategyId: 101 } as const;
const held = position(1, { strategyId: 101, pnl: 30_000 });
const quotes = (...positions: readonly (typeof held)[]): Quotes => ({
  quotes: new Map(),
  values: new Map(positions.map((each) => [each.positionId, each])),
  valuedAt: Date.now(),
});

test('figures move by what their own open positions have gained since', () => {
  expect(movedSince(loaded, whose, quotes(held))).toBe(30_000 - 25_880);
});

test('positions of another strategy, mode or source move nothing', () => {
  const others = [
    position(2, { strategyId: 102, pnl: 1 }),
    position(3, { strategyId: 101, mode: 'live', source: 'broker', pnl: 1 }),
    position(4, { strategyId: 101, source: 'replay', pnl: 1 }),
  ];
  expect(movedSince(loaded, whose, quotes(held, ...others))).toBe(30_000 - 25_880);
});

test('figures stand still while other positions are open than when they were loaded', () => {
  const another = position(5, { strategyId: 101, pnl: 1 });
  expect(movedSince(loaded, whose, quotes(held, another))).toBe(0);
  expect(movedSince(loaded, whose, quotes())).toBe(0);
});

test('shares of baskets are no open positions of strategies', () => {
  const share = position(6, { isBasket: true, strategyId: 7, pnl: 9_999 });
  const everybody = { mode: 'test', source: 'simulated' } as const;
  expect(movedSince(loaded, everybody, quotes(held, share))).toBe(30_000 - 25_880);
});

test('figures stand still while another position is open in place of one that was', () => {
  const reversed = position(7, { strategyId: 101, pnl: -100 });
  const known = { ...loaded, open: { ...loaded.open, newestId: held.positionId } };
  expect(movedSince(known, whose, quotes(held))).toBe(30_000 - 25_880);
  expect(movedSince(known, whose, quotes(reversed))).toBe(0);
});

test('figures stand as they were loaded while no values come any more', () => {
  const silent = { ...quotes(held), valuedAt: Date.now() - 11_000 };
  expect(movedSince(loaded, whose, silent)).toBe(0);
});
