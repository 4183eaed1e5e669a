import type { Insertable, Kysely } from 'kysely';
import type { TradebookBroker, TradebookReport } from '../../shared/contract/tradebook.ts';
import { openReader } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { OnBad } from '../market/import/read-import.ts';
import { KeptFills } from './kept-fills.ts';
import { type ParsedTradebook, parseTradebook } from './parse-tradebook.ts';
import type { Problem } from './parsed-fill.ts';
import { type NewFill, separateFills } from './separate-fills.ts';

export interface TradebookTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly userId: number;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly onBad: OnBad;
}

/** A fill as it is written, without the file it belongs to. */
export type FillValues = Omit<Insertable<Schema['tradebook_fills']>, 'file_id'>;

/** Some of a file's new fills. */
export interface Slice {
  /** Rows of the file that they are made of. */
  readonly rows: number;
  /** JSON of `FillValues[]`: a text costs the thread that takes it next to nothing until it is read. */
  readonly fills: string;
}

/** An import's report on a file, and what it will write. */
export interface ReadTradebook {
  readonly report: TradebookReport;
  readonly slices: readonly Slice[];
}

const MOST_PROBLEMS = 100;
/** Written in some 20 ms. */
const SLICE_FILLS = 1_000;

const rowsOf = (fresh: readonly NewFill[]): number => fresh.reduce((sum, { fill }) => sum + fill.rows, 0);

const valuesOf = (userId: number, broker: TradebookBroker, { identity, fill }: NewFill): FillValues => ({
  user_id: userId,
  line: fill.line,
  identity,
  broker,
  symbol: fill.symbol,
  exchange: fill.exchange,
  kind: fill.kind,
  side: fill.side,
  quantity: fill.quantity,
  price: fill.price,
  traded_at: fill.tradedAt,
  has_time: fill.hasTime ? 1 : 0,
  order_id: fill.orderId,
  trade_id: fill.tradeId,
  charges_json: fill.charges && JSON.stringify(fill.charges),
});

const slicesOf = (userId: number, broker: TradebookBroker, fresh: readonly NewFill[]): Slice[] => {
  const slices: Slice[] = [];
  for (let from = 0; from < fresh.length; from += SLICE_FILLS) {
    const some = fresh.slice(from, from + SLICE_FILLS);
    const fills = JSON.stringify(some.map((one) => valuesOf(userId, broker, one)));
    slices.push({ rows: rowsOf(some), fills });
  }
  return slices;
};

/** One import's files, sorted out one after the other: what is new in one is known to the next. */
class Reading {
  private readonly kept = new Map<TradebookBroker, KeptFills>();
  private readonly query: Kysely<Schema>;
  private readonly task: TradebookTask;

  constructor(query: Kysely<Schema>, task: TradebookTask) {
    this.query = query;
    this.task = task;
  }

  async read(file: ParsedTradebook): Promise<ReadTradebook> {
    const { name, broker, rowsRead } = file;
    const { userId, onBad } = this.task;
    const report = (
      outcome: TradebookReport['outcome'],
      kept: number,
      repeated: number,
      bad: readonly Problem[],
    ): TradebookReport => ({
      name,
      broker,
      outcome,
      rowsRead,
      rowsKept: kept,
      rowsRepeated: repeated,
      rowsRefused: outcome === 'refused' ? rowsRead : rowsRead - kept - repeated,
      problems: bad.slice(0, MOST_PROBLEMS).map((problem) => ({ ...problem })),
    });
    if (broker === null || file.fills.length === 0)
      return { report: report('refused', 0, 0, file.problems), slices: [] };
    const kept = await this.keptOf(broker, file);
    const sorted = separateFills(broker, file.fills, kept);
    const problems = [...file.problems, ...sorted.problems].sort((a, b) => a.line - b.line);
    if (onBad === 'refuse-file' && problems.length > 0)
      return { report: report('refused', 0, 0, problems), slices: [] };
    for (const { identity, figures, fill } of sorted.fresh) kept.add(identity, figures, fill.tradeId);
    return {
      report: report('imported', rowsOf(sorted.fresh), sorted.rowsRepeated, problems),
      slices: slicesOf(userId, broker, sorted.fresh),
    };
  }

  private async keptOf(broker: TradebookBroker, { fills }: ParsedTradebook): Promise<KeptFills> {
    const kept = this.kept.get(broker) ?? new KeptFills();
    this.kept.set(broker, kept);
    await kept.readDaysOf(this.query, this.task.userId, broker, fills);
    return kept;
  }
}

/**
 * Reads brokers' files and tells what is new in them. A task of a worker thread: nothing is written here, and nothing of
 * the user's tradebook may be written until what comes of it is.
 */
export const readTradebooks = async (task: TradebookTask): Promise<ReadTradebook[]> => {
  const db = await openReader(task.databaseAt);
  try {
    const reading = new Reading(db, task);
    const read: ReadTradebook[] = [];
    for (const { name, text } of task.files) read.push(await reading.read(parseTradebook(name, text)));
    return read;
  } finally {
    await db.destroy();
  }
};
