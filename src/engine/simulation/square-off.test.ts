import { expect, it } from 'vitest';
import { closeIs, outline, rulesOf } from '../../../tests/engine/made-up-market.ts';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import { clockToMinutes, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { sessionHoursOn } from '../trading/session-hours.ts';
import { simulate } from './simulate.ts';

const SHARE = { symbol: 'RELIANCE', kind: 'equity' } as const;
const SMALL_SHARE = { ...SHARE, fixedBandPercent: 20 } as const;
const INDEX = { symbol: 'RELIANCE', kind: 'index-proxy' } as const;

it.each([
  ['2026-07-31', '15:20', SHARE, '15:20'],
  ['2026-08-03', '15:20', SHARE, '15:10'],
  ['2026-08-03', '15:05', SHARE, '15:05'],
  ['2026-07-31', '15:20', SMALL_SHARE, '15:20'],
  ['2026-08-03', '15:20', SMALL_SHARE, '15:20'],
  ['2026-07-31', '15:29', INDEX, '15:25'],
  ['2026-08-03', '15:29', INDEX, '15:29'],
  ['2026-08-03', '15:39', INDEX, '15:35'],
] as const)(
  'on %s a backtest that wants %s squares %j off at %s',
  (day, squareOffTime, instrument, clock) => {
    const midnight = istDayStart(day);
    const { close } = sessionHoursOn(instrument, midnight);
    // A minute's candle for every minute of continuous trading from 15:00 on.
    const rows = Array.from({ length: close - clockToMinutes('15:00') }, (_, minute) => ({
      time: midnight + (clockToMinutes('15:00') + minute) * MINUTE_MS,
      open: 10_100,
      high: 10_100,
      low: 10_100,
      close: 10_100,
      volume: 10_000,
    }));
    const rules = rulesOf({ entry: closeIs('>', 100), timeframe: '1m', squareOffTime, maxTradesPerDay: 1 });
    const result = simulate({ rules, series: [{ instrument, bars: goodBars(rows) }], capital: 10_000_000 });
    if (!result.ok) throw new Error(result.failure.message);
    expect(outline(result.value)).toEqual([`15:01 101 ${clock} 101 square-off`]);
  },
);
