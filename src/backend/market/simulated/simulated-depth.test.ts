import { expect, it } from 'vitest';
import { simulatedDepth, SimulatedDepths } from './simulated-depth.ts';

const at = Date.parse('2026-11-20T10:00:01+05:30');
const price = { ltp: 812_50, tradedAt: at, previousClose: 800_00 };

it('has twenty levels a side on ticks, the best first, and is the same for the same moment', () => {
  const depth = simulatedDepth('SBIN', price)!;
  expect(depth).toEqual(simulatedDepth('SBIN', price));
  for (const [levels, step] of [
    [depth.buy, -1],
    [depth.sell, 1],
  ] as const) {
    expect(levels).toHaveLength(20);
    for (const [index, level] of levels.entries()) {
      expect(level.price % 5).toBe(0);
      expect(level.quantity).toBeGreaterThan(0);
      expect(level.orders).toBeGreaterThan(0);
      if (index > 0) expect(Math.sign(level.price - levels[index - 1]!.price)).toBe(step);
    }
  }
});

it('of an option is around its bid and ask, in whole lots, and ends above zero', () => {
  const depth = simulatedDepth('NIFTY 2026-12-29 24500 CE', { ...price, ltp: 25, bid: 20, ask: 30 })!;
  expect(depth.buy.map((level) => level.price)).toEqual([20, 15, 10, 5]);
  expect(depth.sell[0]?.price).toBe(30);
  const lots = [...depth.buy, ...depth.sell].map(({ quantity }) => quantity % 65);
  expect(new Set(lots)).toEqual(new Set([0]));
});

it('of a thousand instruments that are asked for in turn is worked out once', () => {
  const depths = new SimulatedDepths();
  const symbols = Array.from({ length: 1_000 }, (_, index) => `NIFTY 2026-12-29 ${20_000 + index * 50} CE`);
  const first = symbols.map((symbol) => depths.of(symbol, price));
  for (const [index, symbol] of symbols.entries()) expect(depths.of(symbol, { ...price })).toBe(first[index]);
});

it('is none of an index, and the same object until the price changes', () => {
  expect(simulatedDepth('NIFTY', price)).toBeNull();
  const depths = new SimulatedDepths();
  const first = depths.of('SBIN', price);
  expect(depths.of('SBIN', { ...price })).toBe(first);
  expect(depths.of('SBIN', { ...price, ltp: 812_55 })?.depth).not.toBe(first?.depth);
  expect(depths.of('NIFTY', price)).toEqual(price);
  expect(depths.of('SBIN', null)).toBeNull();
});
