import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/backend/db/database.ts';
import { storeBars } from '../../src/backend/market/candle-store.ts';
import { WorkerPool } from '../../src/backend/backtests/worker-pool.ts';
import { parseRuleDocument } from '../../src/engine/rules/parse.ts';
import type { Bar } from '../../src/engine/bars.ts';
import type { RuleDocument } from '../../src/shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart, MINUTE_MS } from '../../src/shared/time.ts';
import { isTradingDay } from '../../src/shared/trading-days.ts';
import { inTurn, type Row, timed } from './measure.ts';

const SYMBOLS = 2_000;
const OWNER = 1;
const LAST_DAY = '2025-12-31';
const FIRST_DAY = '2021-01-01';
const [FAST, SLOW] = [50, 200] as const;

const DAYS = Array.from({ length: (istDayStart(LAST_DAY) - istDayStart(FIRST_DAY)) / DAY_MS + 1 }, (_, day) =>
  istDate(istDayStart(FIRST_DAY) + day * DAY_MS),
).filter(isTradingDay);

/** A walk of daily candles; another for each symbol. */
const barsOf = (symbol: number): Bar[] => {
  let [state, price] = [symbol * 2_654_435_761 + 1, 500_00];
  return DAYS.map((day) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    price = Math.max(10_00, price + (state % 1_001) - 500);
    const time = istDayStart(day) + 555 * MINUTE_MS;
    return { time, open: price, high: price + 200, low: price - 200, close: price, volume: 1_000 };
  });
};

const rules = (period: number, offset: number): RuleDocument => {
  const parsed = parseRuleDocument({
    ...{ version: 1, instruments: ['S0'], timeframe: '1d', side: 'long', product: 'delivery' },
    entry: {
      kind: 'compare',
      left: { kind: 'indicator', indicator: { name: 'sma', period: FAST } },
      operator: '>',
      right: { kind: 'indicator', indicator: { name: 'sma', period }, offset },
    },
    target: { kind: 'percent', value: 10 },
    size: { kind: 'fixed', quantity: 1 },
  });
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
};

/** Hits of the last day by a plain loop. */
const plainHits = (closes: readonly (readonly number[])[]): number => {
  let hits = 0;
  for (const series of closes) {
    let [fast, slow, fires] = [0, 0, false];
    for (let at = 0; at < series.length; at++) {
      fast += (series[at] as number) - (series[at - FAST] ?? 0);
      slow += (series[at] as number) - (series[at - SLOW] ?? 0);
      fires = at >= SLOW - 1 && fast / FAST > slow / SLOW;
    }
    if (fires) hits++;
  }
  return hits;
};

/** A scan of 2,000 symbols with five years of days. Beside a plain loop that has all of it in memory. */
export const scanner = async (): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'trickdesk-scan-'));
  const pool = new WorkerPool(1);
  try {
    const database = await openDatabase(folder);
    const symbols = Array.from({ length: SYMBOLS }, (_, number) => `S${number}`);
    const closes: number[][] = [];
    for (const [number, symbol] of symbols.entries()) {
      const bars = barsOf(number);
      closes.push(bars.map(({ close }) => close));
      const key = { ownerId: OWNER, source: 'replay', symbol, timeframe: '1d' } as const;
      await database.write(OWNER, (tx) => storeBars(tx, key, bars));
    }
    const task = {
      databaseAt: folder,
      seed: 1,
      ownerId: OWNER,
      source: 'replay',
      day: DAYS.at(-1) ?? '',
      mostMs: Infinity,
    } as const;
    const scan = async (document: RuleDocument) => {
      const scanned = await pool.run('scan', { ...task, document, symbols });
      if (!scanned.ok) throw new Error(scanned.failure.message);
      return scanned.value;
    };
    const [usual, whole] = [rules(SLOW, 0), rules(SLOW, 800)];
    const hits = (await scan(usual)).filter(({ verdict }) => verdict === 'hit').length;
    if (hits !== plainHits(closes)) throw new Error('The two sides find other symbols.');
    const [ours = NaN, all = NaN, peer = NaN] = await inTurn([
      () => timed(() => scan(usual)),
      () => timed(() => scan(whole)),
      () => timed(() => Promise.resolve(plainHits(closes))),
    ]);
    await database.close();
    const kept = `${SYMBOLS} symbols with ${DAYS.length} days each`;
    const loop = '(peer: a plain loop over all days, in memory)';
    return [
      { name: `scan of ${kept}, 200 days looked back ${loop}`, unit: 'ms', ours, peer },
      {
        name: `scan of ${kept}, 1,000 days looked back (the most that rules can) ${loop}`,
        unit: 'ms',
        ours: all,
        peer,
      },
    ];
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
};
