import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureFiles } from '../../../tests/support/market-files.ts';
import { startTestBackend, TEST_SEED, type TestBackend } from '../../../tests/support/test-backend.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { TIMEFRAMES, type Timeframe } from '../../shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { tradingDaysBefore } from '../../engine/trading/trading-day.ts';
import { estimateCandles } from './candle-estimate.ts';
import { loadCandleRange } from './candle-range.ts';

let server: TestBackend;
let ownerId = 0;
let now = 0;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  now = server.backend.parts.marketRuns.simulated.session.now;
  const user = await server.register('importer');
  ownerId = (await user.call('profile.mine', {})).id;
  await user.call('market.import', { files: fixtureFiles() });
}, 60_000);
afterAll(() => server.dispose());

const range = (
  source: Source,
  symbol: string,
  timeframe: Timeframe,
  from: number,
  before: number,
  warmUp = 0,
) => ({
  ownerId,
  source,
  symbols: [symbol],
  timeframe,
  from,
  before,
  warmUp,
});
const load = async (wanted: ReturnType<typeof range>) => {
  const db = server.backend.parts.database.read;
  const candles = (await loadCandleRange(db, TEST_SEED, wanted)).get(wanted.symbols[0] ?? '') ?? [];
  return { candles, estimate: (await estimateCandles(db, wanted)).get(wanted.symbols[0] ?? '') ?? 0 };
};
const fromHistory = (source: Source, symbol: string, timeframe: Timeframe, before: number) =>
  server.backend.parts.history.candlesBefore({ ownerId, source, symbol }, timeframe, before, 20_000);

describe('candles of a range', () => {
  it.each(TIMEFRAMES)('of the simulated market are those of its history: %s', async (timeframe) => {
    const [first = '', , , , last = ''] = tradingDaysBefore(istDate(now), 8);
    const [from, before] = [istDayStart(first), istDayStart(last) + DAY_MS];
    for (const symbol of ['RELIANCE', 'NIFTY']) {
      const all = await fromHistory('simulated', symbol, timeframe, before);
      const inside = all.filter((bar) => bar.time >= from);
      const { candles, estimate } = await load(range('simulated', symbol, timeframe, from, before, 40));
      expect(candles).toEqual(all.slice(all.length - inside.length - 40));
      expect(inside.length).toBeGreaterThan(4);
      // Daily candles are counted by the month.
      if (timeframe !== '1d') expect(estimate).toBe(inside.length);
      else expect(estimate).toBeGreaterThanOrEqual(inside.length);
    }
  });

  it('have a day of minutes beside stored days, and its stored candle where there is one', async () => {
    const user = await server.register('days-and-minutes');
    const { id } = await user.call('profile.mine');
    const daily = (day: string, price: number) =>
      `${day} 00:00:00+05:30,${price},${price},${price},${price},5000,0`;
    const minutes = (day: string, price: number) =>
      ['10:00', '10:01'].map((at) => `ITC,${day},${at},${price},${price},${price},${price},50,0`);
    await user.call('market.import', {
      files: [
        {
          name: 'ITC.csv',
          text: [
            'timestamp,open,high,low,close,volume,oi',
            ...[daily('2025-04-29', 100), daily('2025-05-06', 106)],
          ].join('\n'),
        },
        {
          name: 'minutes.csv',
          text: ['20250505', '20250506', '20250602'].flatMap((day) => minutes(day, 200)).join('\n'),
        },
      ],
    });
    const days = (bars: readonly { time: number; close: number }[]) =>
      bars.map(({ time, close }) => `${istDate(time)} ${close / 100}`);
    const wanted = ['2025-04-29 100', '2025-05-05 200', '2025-05-06 106', '2025-06-02 200'];
    const before = istDayStart('2025-06-10');
    const key = { ownerId: id, source: 'replay', symbol: 'ITC' } as const;
    const { history, database } = server.backend.parts;
    expect(days(await history.candlesBefore(key, '1d', before, 100))).toEqual(wanted);
    expect(days(await history.candlesBefore(key, '1d', before, 3))).toEqual(wanted.slice(1));
    // The day that is not over yet is none.
    const during = istDayStart('2025-05-05') + 11 * 60 * MINUTE_MS;
    expect(days(await history.candlesBefore(key, '1d', during, 100))).toEqual(wanted.slice(0, 1));
    const later = { ...range('replay', 'ITC', '1d', istDayStart('2025-05-20'), before, 2), ownerId: id };
    expect(days((await loadCandleRange(database.read, 1, later)).get('ITC') ?? [])).toEqual(wanted.slice(1));
    expect((await estimateCandles(database.read, later)).get('ITC')).toBeGreaterThan(0);
  });

  it.each(['1m', '5m', '1h', '1d'] as const)(
    'of imported minutes are those of their history: %s',
    async (timeframe) => {
      const [from, before] = [istDayStart('2022-10-04'), istDayStart('2022-10-05')];
      const all = await fromHistory('replay', 'NIFTY', timeframe, before);
      const inside = all.filter((bar) => bar.time >= from);
      const { candles } = await load(range('replay', 'NIFTY', timeframe, from, before, 1));
      expect(candles).toEqual(all.slice(all.length - inside.length - 1));
      expect(inside.length).toBeGreaterThan(0);
    },
  );

  it('leave out a candle that had not closed', async () => {
    const day = istMidnight(istDayStart(tradingDaysBefore(istDate(now), 3)[0] ?? ''));
    const noon = day + 12 * 60 * MINUTE_MS;
    const { candles } = await load(range('simulated', 'RELIANCE', '1h', day, noon));
    // 09:15, 10:15; the candle of 11:15 closes at 12:15.
    expect(candles.map((bar) => (bar.time - day) / MINUTE_MS)).toEqual([555, 615]);
    const minutes = (await load(range('simulated', 'RELIANCE', '1m', day, noon))).candles;
    expect(minutes.at(-1)?.time).toBe(noon - MINUTE_MS);
  });

  it('are none outside history, and the estimate says so', async () => {
    const early = range('simulated', 'RELIANCE', '5m', istDayStart('2011-01-03'), istDayStart('2011-02-01'));
    expect(await load(early)).toEqual({ candles: [], estimate: 0 });
    const between = range('replay', 'ITC', '1d', istDayStart('2024-01-20'), istDayStart('2024-01-25'));
    expect(await load(between)).toEqual({ candles: [], estimate: 0 });
    const partly = range('replay', 'ITC', '1d', istDayStart('2024-01-03'), istDayStart('2024-01-25'), 5);
    // Two days inside and the one before them to warm up.
    expect((await load(partly)).candles.map((bar) => istDate(bar.time))).toEqual([
      '2024-01-02',
      '2024-01-03',
      '2024-01-04',
    ]);
  });
});
