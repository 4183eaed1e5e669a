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
