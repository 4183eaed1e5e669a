import { describe, expect, it } from 'vitest';
import type { Timeframe } from '../../../shared/rule-document.ts';
import type { Candles } from './bars.ts';
import { type Forming, formingAfter, withForming } from './forming-candle.ts';

const at = (clock: string, day = '2026-11-30') => `${day}T${clock}+05:30`;
const price = (clock: string, ltp: number) => ({ ltp, at: at(clock) });

/** The candle at hand after some prices. */
const formingOf = (prices: readonly ReturnType<typeof price>[], timeframe: Timeframe = '5m') =>
  prices.reduce<Forming | null>((before, one) => formingAfter(before, one, timeframe), null);

/** Candles of one price each, from some times on. */
const candlesOf = (timeframe: Timeframe, ...times: string[]): Candles => ({
  ...{ symbol: 'SBIN', source: 'simulated', timeframe, hasVolume: true },
  time: times.map((time) => Date.parse(time)),
  ...{ open: times.map(() => 100), high: times.map(() => 110), low: times.map(() => 90) },
  ...{ close: times.map(() => 100), volume: times.map(() => 7) },
});

const lastOf = ({ time, open, high, low, close, volume }: Candles) =>
  [time, open, high, low, close, volume].map((column) => column.at(-1));

describe('the last candle', () => {
  it('follows the price, and keeps what is known of it', () => {
    const known = candlesOf('5m', at('13:00:00'), at('13:05:00'));
    const grown = withForming(known, formingOf([price('13:06:00', 120), price('13:07:00', 95)]), '5m');
    expect(lastOf(grown)).toEqual([Date.parse(at('13:05:00')), 100, 120, 90, 95, 7]);
    expect(grown.time).toHaveLength(2);
    expect(known.close.at(-1)).toBe(100);
  });

  it('is begun by the first price after the one before it', () => {
    const known = candlesOf('5m', at('13:00:00'));
    const prices = [
      price('13:04:59', 99),
      price('13:05:00', 120),
      price('13:06:00', 95),
      price('13:07:00', 97),
    ];
    expect(lastOf(withForming(known, formingOf(prices), '5m'))).toEqual([
      ...[Date.parse(at('13:05:00')), 120, 120, 95, 97, 0],
    ]);
  });

  it('of a new day begins with its trading, and not before', () => {
    const known = candlesOf('15m', at('15:00:00', '2026-11-27'));
    expect(withForming(known, formingOf([price('09:08:00', 95)], '15m'), '15m')).toBe(known);
    const grown = withForming(known, formingOf([price('09:16:00', 95)], '15m'), '15m');
    expect(grown.time.at(-1)).toBe(Date.parse(at('09:15:00')));
  });

  it('is not begun where candles are missing between, nor by an auction, nor by a price of the past', () => {
    const known = candlesOf('5m', at('13:00:00'));
    for (const clock of ['13:11:00', '12:58:00'])
      expect(withForming(known, formingOf([price(clock, 95)]), '5m')).toBe(known);
    const closed = candlesOf('1h', at('14:15:00'));
    expect(withForming(closed, formingOf([price('15:35:00', 95)], '1h'), '1h')).toBe(closed);
    expect(withForming(known, null, '5m')).toBe(known);
  });

  it('of a day has the range of the day, although it was seen from noon on', () => {
    const known = candlesOf('1d', at('00:00:00', '2026-11-27'));
    const noon = { ...price('12:00:00', 100), open: 104, high: 130, low: 80 };
    expect(lastOf(withForming(known, formingAfter(null, noon, '1d'), '1d'))).toEqual([
      ...[Date.parse(at('00:00:00')), 104, 130, 80, 100, 0],
    ]);
  });
});
