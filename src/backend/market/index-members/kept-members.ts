import type { Kysely } from 'kysely';
import type { MemberSpan, Membership } from '../../../engine/membership.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';

/** Rows of one statement: a database takes a limited number of values. */
const ROWS_AT_ONCE = 500;

/** Members of an index, as a user keeps them. In order of symbols and days; null where there is no list. */
export const membershipOf = async (
  db: Kysely<Schema>,
  userId: number,
  index: string,
): Promise<Membership | null> => {
  const rows = await db
    .selectFrom('index_members')
    .select(['symbol', 'from_day', 'to_day'])
    .where('user_id', '=', userId)
    .where('index_name', '=', index)
    .orderBy('symbol')
    .orderBy('from_day')
    .execute();
  if (rows.length === 0) return null;
  return {
    index,
    spans: rows.map(({ symbol, from_day, to_day }) => ({ symbol, from: from_day, to: to_day })),
  };
};

const textOf = ({ symbol, from, to }: MemberSpan): string => `${symbol} ${from} ${to ?? ''}`;

/**
 * Replace the members that are kept of an index.
 * @returns number of spans that were not there before
 */
export const replaceMembers = async (
  { query }: Transaction,
  userId: number,
  { index, spans }: Membership,
): Promise<number> => {
  const before = new Set(((await membershipOf(query, userId, index))?.spans ?? []).map(textOf));
  await query
    .deleteFrom('index_members')
    .where('user_id', '=', userId)
    .where('index_name', '=', index)
    .execute();
  const values = spans.map(({ symbol, from, to }) => ({
    ...{ user_id: userId, index_name: index, symbol, from_day: from, to_day: to },
  }));
  for (let at = 0; at < values.length; at += ROWS_AT_ONCE)
    await query
      .insertInto('index_members')
      .values(values.slice(at, at + ROWS_AT_ONCE))
      .execute();
  return spans.filter((span) => !before.has(textOf(span))).length;
};

/** An index whose members a user keeps. */
export interface KeptIndex {
  readonly index: string;
  /** First day of the list. */
  readonly from: string;
  /** Shares that are or were its members. */
  readonly shares: number;
  /** Members on a day, in order of their symbols. */
  readonly members: readonly string[];
}

/** Indices whose members a user keeps, with those of a day. In order of their names. */
export const keptIndices = async (db: Kysely<Schema>, userId: number, day: string): Promise<KeptIndex[]> => {
  const indices = await db
    .selectFrom('index_members')
    .select((eb) => [
      'index_name',
      eb.fn.min('from_day').as('from_day'),
      eb.fn.count<number>('symbol').distinct().as('shares'),
    ])
    .where('user_id', '=', userId)
    .groupBy('index_name')
    .orderBy('index_name')
    .execute();
  const members = await db
    .selectFrom('index_members')
    .select(['index_name', 'symbol'])
    .where('user_id', '=', userId)
    .where('from_day', '<=', day)
    .where((eb) => eb.or([eb('to_day', 'is', null), eb('to_day', '>=', day)]))
    .orderBy('symbol')
    .execute();
  const byIndex = Map.groupBy(members, ({ index_name }) => index_name);
  return indices.map(({ index_name, from_day, shares }) => ({
    index: index_name,
    from: from_day,
    shares,
    members: (byIndex.get(index_name) ?? []).map(({ symbol }) => symbol),
  }));
};
