import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { endEverySession, movedOn, quietLive } from '../backup/stand-down.ts';
import { isPostgresUrl } from '../db/database.ts';
import { type MovedMark, movedSentence } from '../db/moved-mark.ts';
import type { Transaction } from '../db/transaction.ts';
import { checkLedger } from '../ledger/ledger-check.ts';
import { checkTeamLevels } from '../team/team-levels.ts';
import { checkResults } from '../trading/kept-results.ts';
import { liveOf, type LiveCount } from './live-count.ts';
import {
  digestOf,
  MOVED_BY,
  MoveRefused,
  type MovedRow,
  type MovedTable,
  TableDigest,
} from './moved-table.ts';
import { writtenPlace } from './place-names.ts';
import { type Source, type Target, TargetNotEmpty } from './places.ts';

export interface MoveOrder {
  /** Data folder or address of a PostgreSQL database. */
  readonly from: string;
  /** The other of the two. */
  readonly to: string;
  readonly now: number;
  /** Called with each line for the person. */
  readonly report: (line: string) => void;
}

/** The books do not add up. */
export class BooksWrong extends MoveRefused {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('The books of this data are not right, so it was not moved. Nothing was changed.');
    this.problems = problems;
  }
}

/** Outcome of a move; null where an earlier one was only to be finished. */
export interface MoveSummary {
  readonly tables: number;
  readonly rows: number;
  readonly live: LiveCount;
}

const openSource = async ({ from, now }: MoveOrder): Promise<Source> =>
  isPostgresUrl(from)
    ? (await import('./postgres-source.ts')).openPostgresSource(from)
    : (await import('./sqlite-source.ts')).openSqliteSource(from, now);

const openTarget = async ({ to, now }: MoveOrder): Promise<Target> =>
  isPostgresUrl(to)
    ? (await import('./postgres-target.ts')).openPostgresTarget(to)
    : (await import('./sqlite-target.ts')).openSqliteTarget(to, now);

/** Tables that are moved: all that this version has, as it makes them. */
const tablesToMove = async (
  source: Source,
  target: Target,
  { report }: MoveOrder,
): Promise<readonly MovedTable[]> => {
  const found = new Map((await source.tables()).map((table) => [table.name, table]));
  const tables = await target.tables();
  for (const table of tables) {
    if (!isDeepStrictEqual(found.get(table.name), table))
      throw new MoveRefused(
        `The table “${table.name}” of this data is not as TrickDesk makes it. Nothing was changed.`,
      );
    found.delete(table.name);
  }
  for (const name of found.keys()) report(`  “${name}” stays behind: it is no table of TrickDesk.`);
  return tables;
};

const ENTRY_PLACES = 9;

/** Refusals of values by either engine: a constraint, or a value beyond its type. */
const isUnfit = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return /^2[23]\d/.test(String(code)) || (Number(errcode) & 0xff) === SQLITE_CONSTRAINT;
};
const SQLITE_CONSTRAINT = 19;

const insert = async (target: Target, table: MovedTable, rows: readonly MovedRow[]): Promise<void> => {
  try {
    await target.insert(table, rows);
  } catch (error) {
    if (!isUnfit(error)) throw error;
    throw new MoveRefused(`A row in “${table.name}” is not as TrickDesk writes it. Nothing was changed.`, {
      cause: error,
    });
  }
};

/** Ids beyond it would leave too few. */
const HIGHEST_ID = 2 ** 52;

/** @throws MoveRefused for counters of ids that count no ids, or leave none */
const requireRoom = (highest: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
  for (const [table, id] of highest)
    if (!Number.isSafeInteger(id) || id < 0 || id > HIGHEST_ID)
      throw new MoveRefused(`The counter of ids of “${table}” is not right. Nothing was changed.`);
  return highest;
};

const copy = async (
  source: Source,
  target: Target,
  table: MovedTable,
  { report }: MoveOrder,
): Promise<number> => {
  const read = new TableDigest();
  for await (const batch of source.rows(table)) {
    await insert(target, table, batch);
    read.add(batch);
  }
  const written = await digestOf(target, table);
  if (written.rows !== read.rows || written.end() !== read.end())
    throw new MoveRefused(
      `“${table.name}” is not the same on both sides: ${read.rows} rows were read, ${written.rows} are written. Nothing was changed.`,
    );
  if (read.rows > 0) report(`  ${read.rows.toString().padStart(ENTRY_PLACES)} rows  ${table.name}`);
  return read.rows;
};

const provedBooks = async ({ query }: Target): Promise<string> => {
  const { problems, accounts, transfers, entries } = await checkLedger(query);
  const all = [...problems, ...(await checkResults(query)), ...(await checkTeamLevels(query))];
  if (all.length > 0) throw new BooksWrong(all);
  return `${accounts} accounts, ${transfers} transfers, ${entries} entries: the books are right`;
};

const fill = async (source: Source, target: Target, order: MoveOrder): Promise<MoveSummary> => {
  const { now, report } = order;
  const tables = await tablesToMove(source, target, order);
  let rows = 0;
  for (const table of tables) rows += await copy(source, target, table, order);
  await target.finish(requireRoom(await source.highestIds()));
  const live = await liveOf(target.query);
  const tx: Transaction = { query: target.query, afterCommit: () => undefined };
  await quietLive(tx, movedOn(now), now);
  await endEverySession(tx, now);
  report(await provedBooks(target));
  const mark: MovedMark = { id: randomUUID(), to: writtenPlace(order.to), at: now, isDone: false };
  await target.query
    .insertInto('meta')
    .values({ key: MOVED_BY, value: mark.id })
    .onConflict((same) => same.column('key').doUpdateSet({ value: mark.id }))
    .execute();
  // Before the commit: at no moment can both be started.
  await source.mark(mark);
  await target.commit();
  await source.mark({ ...mark, isDone: true });
  return { tables: tables.length, rows, live };
};

/** @throws MoveRefused for data that is elsewhere already, or on its way to another place */
const requireHere = ({ moved }: Source, order: MoveOrder): void => {
  if (moved && (moved.isDone || moved.to !== writtenPlace(order.to)))
    throw new MoveRefused(movedSentence(moved));
};

/**
 * Moves all data from one engine to the other. The target is filled as one change, or not at all, and the source is
 * marked. A move that was cut off after its change is finished by another call.
 * @throws MoveRefused, DatabaseUnusable with a sentence for the person
 */
export const moveData = async (order: MoveOrder): Promise<MoveSummary | null> => {
  const source = await openSource(order);
  try {
    requireHere(source, order);
    let target: Target;
    try {
      target = await openTarget(order);
    } catch (error) {
      const { moved } = source;
      if (!(error instanceof TargetNotEmpty) || moved === null || error.movedBy !== moved.id) throw error;
      await source.mark({ ...moved, isDone: true });
      return null;
    }
    try {
      return await fill(source, target, order);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};
