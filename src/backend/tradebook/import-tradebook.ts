import type { TradebookBroker, TradebookReport } from '../../shared/contract/tradebook.ts';
import { DAY_MS, istMidnight } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { TradebookFillRow } from '../db/schema.ts';
import type { ImportPlace } from '../market/import/import-files.ts';
import type { OnBad } from '../market/import/read-import.ts';
import { pauses } from '../pauses.ts';
import type { ParsedTradebook } from './parse-tradebook.ts';
import type { Problem } from './parsed-fill.ts';
import { type NewFill, sortOut } from './sort-out.ts';

const MOST_PROBLEMS = 100;
const INSERT_ROWS = 100;

const rowsOf = (fills: readonly { readonly rows: number }[]): number =>
  fills.reduce((sum, { rows }) => sum + rows, 0);

/** Fills of a broker that are there already on the days of a file. */
const keptOn = async (
  tx: Transaction,
  userId: number,
  broker: TradebookBroker,
  { fills }: ParsedTradebook,
): Promise<TradebookFillRow[]> => {
  let [first, last] = [Infinity, -Infinity];
  for (const { tradedAt } of fills) [first, last] = [Math.min(first, tradedAt), Math.max(last, tradedAt)];
  if (fills.length === 0) return [];
  return tx.query
    .selectFrom('tradebook_fills')
    .selectAll()
    .where('user_id', '=', userId)
    .where('broker', '=', broker)
    .where('traded_at', '>=', istMidnight(first))
    .where('traded_at', '<', istMidnight(last) + DAY_MS)
    .execute();
};

const keep = async (
  tx: Transaction,
  file: { id: number; userId: number; broker: TradebookBroker },
  fresh: readonly NewFill[],
): Promise<void> => {
  const rows = fresh.map(({ identity, fill }) => ({
    user_id: file.userId,
    file_id: file.id,
    line: fill.line,
    identity,
    broker: file.broker,
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
  }));
  const pause = pauses();
  for (let from = 0; from < rows.length; from += INSERT_ROWS) {
    await tx.query
      .insertInto('tradebook_fills')
      .values(rows.slice(from, from + INSERT_ROWS))
      .execute();
    await pause();
  }
};

const importOne = async (
  tx: Transaction,
  userId: number,
  file: ParsedTradebook,
  onBad: OnBad,
  at: number,
): Promise<TradebookReport> => {
  const { name, broker, rowsRead } = file;
  const report = (
    outcome: TradebookReport['outcome'],
    kept: number,
    repeated: number,
    bad: readonly Problem[],
  ) => ({
    name,
    broker,
    outcome,
    rowsRead,
    rowsKept: kept,
    rowsRepeated: repeated,
    rowsRefused: outcome === 'refused' ? rowsRead : rowsRead - kept - repeated,
    problems: bad.slice(0, MOST_PROBLEMS).map((problem) => ({ ...problem })),
  });
  if (broker === null || file.fills.length === 0) return report('refused', 0, 0, file.problems);
  const sorted = sortOut(broker, file.fills, await keptOn(tx, userId, broker, file));
  const problems = [...file.problems, ...sorted.problems].sort((a, b) => a.line - b.line);
  if (onBad === 'refuse-file' && problems.length > 0) return report('refused', 0, 0, problems);
  const result = report(
    'imported',
    rowsOf(sorted.fresh.map(({ fill }) => fill)),
    sorted.rowsRepeated,
    problems,
  );
  // A file that brings nothing new is not listed a second time.
  if (sorted.fresh.length === 0) return result;
  const { id } = await tx.query
    .insertInto('tradebook_files')
    .values({
      user_id: userId,
      name,
      broker,
      rows_read: result.rowsRead,
      rows_kept: result.rowsKept,
      rows_repeated: result.rowsRepeated,
      rows_refused: result.rowsRefused,
      imported_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keep(tx, { id, userId, broker }, sorted.fresh);
  return result;
};

/**
 * Imports brokers' files, each in a transaction of its own: after a crash a file is there or it is not. The same file
 * again changes nothing. Reading is done on a thread, and writing lets everybody else in between.
 */
export const importTradebooks = async (
  { database, pool }: ImportPlace,
  userId: number,
  files: readonly { readonly name: string; readonly text: string }[],
  onBad: OnBad,
  at: number,
): Promise<TradebookReport[]> => {
  const reports: TradebookReport[] = [];
  for (const file of await pool.run('readTradebooks', files))
    reports.push(await database.write((tx) => importOne(tx, userId, file, onBad, at)));
  return reports;
};
