import type { Kysely } from 'kysely';
import { barsFrom, type Bars, dayNumber, sliceBars } from '../../engine/bars.ts';
import { adjustBars } from '../../engine/corporate-actions/adjust-bars.ts';
import type { DatedAction } from '../../engine/corporate-actions/corporate-action.ts';
import type { CompiledRules, OtherSeries } from '../../engine/rules/compiled-rules.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { entryParts } from '../../engine/rules/reading.ts';
import { fail, type Result } from '../../shared/failure.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart, istDayText } from '../../shared/time.ts';
import { openReader } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { type CandleRange, loadCandleRange, ownerOf } from '../market/candle-range.ts';
import { actionsOf } from '../market/corporate-actions/kept-actions.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { barsOfChunks } from '../market/packed-bars.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import type { ScanRow } from './scan-result.ts';

/** A scan as a worker thread does it. */
export interface ScanTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  /** Of the simulated market. */
  readonly seed: number;
  readonly document: RuleDocument;
  /** The importing user; the simulated market is everybody's. */
  readonly ownerId: number;
  readonly source: CandleRange['source'];
  /** Day in India whose close is looked at. It is over. */
  readonly day: string;
  readonly symbols: readonly string[];
  /** Time that it may take, ms. */
  readonly mostMs: number;
}

/** Fewest trading days that a month of the exchange has, nearly always. Where one had fewer, more is read. */
const DAYS_OF_MONTH = 17;
/** Values of one statement: a database takes a limited number. */
const SYMBOLS_AT_ONCE = 500;

const TOO_LONG = 'The scan takes longer than a minute. Use simpler rules, or fewer symbols.';
const UNREADABLE = 'Its stored candles cannot be read.';

/** First month to read for so many candles before a day. */
const firstMonth = (day: string, candles: number): string => {
  const months = Math.ceil(candles / DAYS_OF_MONTH) + 1;
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = year * 12 + (month - 1) - months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
};

interface Stored {
  readonly symbol: string;
  readonly columns: Uint8Array;
}

/** Daily candles of a scan. Where a symbol has more than stored days, they are put together as for a backtest. */
class ScanCandles {
  private readonly db: Kysely<Schema>;
  private readonly task: ScanTask;
  /** Candles before the day that the rules need. */
  private readonly lookBack: number;
  private readonly stored = new Map<string, Uint8Array[]>();
  private readonly plain = new Set<string>();
  private readonly actions: ReadonlyMap<string, readonly DatedAction[]>;

  private constructor(
    db: Kysely<Schema>,
    task: ScanTask,
    lookBack: number,
    actions: ReadonlyMap<string, readonly DatedAction[]>,
  ) {
    this.db = db;
    this.task = task;
    this.lookBack = lookBack;
    this.actions = actions;
  }

  static async open(db: Kysely<Schema>, task: ScanTask, rules: CompiledRules): Promise<ScanCandles> {
    const symbols = [...new Set([...task.symbols, ...rules.reads])];
    const actions = task.source === 'replay' ? await actionsOf(db, task.ownerId, symbols) : new Map();
    const candles = new ScanCandles(db, task, rules.lookBack, actions);
    await candles.read(symbols);
    return candles;
  }

  private get first(): string {
    return firstMonth(this.task.day, this.lookBack);
  }

  /** Read what is stored of all symbols at once. */
  private async read(symbols: readonly string[]): Promise<void> {
    const { task, db } = this;
    const [owner, last] = [ownerOf(task), task.day.slice(0, 7)];
    for (const symbol of await this.plainOf(symbols)) this.plain.add(symbol);
    const read = (only: readonly string[] | null): Promise<Stored[]> =>
      db
        .selectFrom('candle_chunks')
        .select(['symbol', 'columns'])
        .where('owner_id', '=', owner)
        .where('source', '=', task.source)
        .where('timeframe', '=', '1d')
        .where('month', '>=', this.first)
        .where('month', '<=', last)
        .$if(only !== null, (query) => query.where('symbol', 'in', only ?? []))
        .orderBy('symbol')
        .orderBy('month')
        .execute();
    const rows = await read(symbols.length <= SYMBOLS_AT_ONCE ? symbols : null);
    for (const { symbol, columns } of rows) {
      if (!this.plain.has(symbol)) continue;
      const own = this.stored.get(symbol);
      if (own) own.push(columns);
      else this.stored.set(symbol, [columns]);
    }
  }

  /** Symbols whose daily candles are just those that are stored. */
  private async plainOf(symbols: readonly string[]): Promise<string[]> {
    const { task, db, actions } = this;
    if (task.source === 'simulated') {
      const daily = await db
        .selectFrom('candle_chunks')
        .select('symbol')
        .distinct()
        .where('owner_id', '=', ownerOf(task))
        .where('source', '=', task.source)
        .where('timeframe', '=', '1d')
        .execute();
      const stored = new Set(daily.map(({ symbol }) => symbol));
      return symbols.filter((symbol) => stored.has(symbol));
    }
    const history = await symbolHistoryOf(db, task.ownerId);
    const minutes = await db
      .selectFrom('candle_chunks')
      .select('symbol')
      .distinct()
      .where('owner_id', '=', ownerOf(task))
      .where('source', '=', task.source)
      .where('timeframe', '=', '1m')
      .execute();
    const made = new Set(minutes.map(({ symbol }) => symbol));
    return symbols.filter((symbol) => {
      const parts = history.parts(symbol);
      const isOne = parts.length === 1 && parts[0]?.from === null;
      return isOne && !made.has(symbol) && !actions.has(symbol);
    });
  }

  /** Candles up to the day's close, those that the rules need. Refused with a sentence where they cannot be right. */
  async of(symbol: string): Promise<Result<Bars>> {
    const bars = this.plain.has(symbol) ? await this.packed(symbol) : await this.putTogether(symbol);
    if (!bars.ok) return bars;
    const { length } = bars.value;
    return { ok: true, value: sliceBars(bars.value, Math.max(0, length - this.lookBack - 1)) };
  }

  private async packed(symbol: string): Promise<Result<Bars>> {
    const bars = barsOfChunks(this.stored.get(symbol) ?? []);
    if (!bars.ok) return bars;
    const end = dayNumber(istDayStart(this.task.day));
    let { length } = bars.value;
    while (length > 0 && (bars.value.day[length - 1] as number) > end) length--;
    // Months with fewer candles than months have: what the rules need lies further back.
    if (length <= this.lookBack && (await this.hasEarlier(symbol))) return this.putTogether(symbol);
    return { ok: true, value: sliceBars(bars.value, 0, length) };
  }

  private async hasEarlier(symbol: string): Promise<boolean> {
    const { task, db } = this;
    const row = await db
      .selectFrom('candle_chunks')
      .select('month')
      .where('owner_id', '=', ownerOf(task))
      .where('source', '=', task.source)
      .where('symbol', '=', symbol)
      .where('timeframe', '=', '1d')
      .where('month', '<', this.first)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The way of a backtest. */
  private async putTogether(symbol: string): Promise<Result<Bars>> {
    const { task, lookBack } = this;
    const from = istDayStart(task.day);
    const range: CandleRange = {
      ...{ ownerId: task.ownerId, source: task.source, symbols: [symbol], timeframe: '1d' },
      ...{ from, before: from + DAY_MS, warmUp: lookBack },
    };
    const traded = (await loadCandleRange(this.db, task.seed, range)).get(symbol) ?? [];
    return barsFrom(adjustBars(traded, this.actions.get(symbol) ?? []));
  }
}

const instrumentOf = (symbol: string) => ({ symbol, kind: findInstrument(symbol)?.kind ?? 'equity' });

const EMPTY = { close: null, closeBefore: null, volume: null, candles: 0, parts: [], fault: '' } as const;

/** Whether the last candle is that of the day. */
const endsOn = ({ length, time }: Bars, day: string): boolean =>
  length > 0 && istDate(time[length - 1] as number) === day;

/** Look at one symbol's candles on the day. */
const look = (
  rules: CompiledRules,
  symbol: string,
  bars: Bars,
  others: readonly OtherSeries[],
  day: string,
): ScanRow => {
  const last = bars.length - 1;
  if (!endsOn(bars, day)) return { ...EMPTY, symbol, verdict: 'no-history', candles: bars.length };
  const { candlesToGo, fires, entry } = rules.lastEntry(bars, instrumentOf(symbol), others);
  return {
    symbol,
    verdict: fires ? 'hit' : candlesToGo === 0 ? 'miss' : 'warm-up',
    close: bars.close[last] as number,
    closeBefore: bars.close[last - 1] ?? null,
    volume: bars.hasVolume ? (bars.volume[last] as number) : null,
    candles: bars.length,
    parts: entryParts(entry).map(({ holds, operands }) => ({
      ...{ holds, values: operands.map(({ value }) => value) },
    })),
    fault: '',
  };
};

const faulty = (symbol: string, fault: string): ScanRow => ({ ...EMPTY, symbol, verdict: 'faulty', fault });

/**
 * Ask an entry rule of many symbols at one close. It answers as a backtest decides at that close. What is
 * wrong with one symbol is said in its row, and stops no other. A scan that takes longer than `task.mostMs` is given up.
 */
export const scan = async (task: ScanTask): Promise<Result<ScanRow[]>> => {
  const began = performance.now();
  const rules = compileRules(task.document);
  const db = await openReader(task.databaseAt);
  try {
    const candles = await ScanCandles.open(db, task, rules);
    const barsOf = (symbol: string): Promise<Result<Bars>> =>
      candles.of(symbol).catch((error: unknown) => {
        // A chunk of a length that no candles have. What the database refuses is no symbol's fault.
        if (error instanceof RangeError) return fail('refused', UNREADABLE);
        throw error;
      });
    const others: OtherSeries[] = [];
    for (const symbol of rules.reads) {
      const bars = await barsOf(symbol);
      if (!bars.ok) return fail('refused', `The rules read ${symbol}. ${bars.failure.message}`);
      // Without it nothing is known of any symbol, which would look like a day without hits.
      if (!endsOn(bars.value, task.day))
        return fail(
          'refused',
          `The rules read ${symbol}, and there is no candle of it on ${istDayText(istDayStart(task.day))}.`,
        );
      others.push({ instrument: instrumentOf(symbol), bars: bars.value });
    }
    const rows: ScanRow[] = [];
    for (const symbol of task.symbols) {
      if (performance.now() - began > task.mostMs) return fail('refused', TOO_LONG);
      const bars = await barsOf(symbol);
      rows.push(
        bars.ok ? look(rules, symbol, bars.value, others, task.day) : faulty(symbol, bars.failure.message),
      );
    }
    return { ok: true, value: rows };
  } finally {
    await db.destroy();
  }
};
