import { type Expression, sql, type SqlBool } from 'kysely';

/** Users are spread over so many shards, by their ids. */
export const SHARDS = 1_024;
/** Puts ids that follow each other into shards far apart: also a small house is divided evenly. */
const SPREAD = 633;

/** Processes of a house at most: each still has a few shards. */
export const MOST_PROCESSES = 128;

/** Part of a house: the shards `from` up to `to`, which is not among them. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const WHOLE: Place = { from: 0, to: SHARDS };

export const shardOf = (userId: number): number => (userId * SPREAD) % SHARDS;

/** The places of a house of so many processes: every shard is in one of them. */
export const placesOf = (processes: number): Place[] =>
  Array.from({ length: processes }, (_, index) => ({
    from: Math.ceil((index * SHARDS) / processes),
    to: Math.ceil(((index + 1) * SHARDS) / processes),
  }));

/** Users that a process serves and trades for: those of its place in a house. */
export class OwnUsers {
  readonly place: Place;

  constructor(place: Place) {
    this.place = place;
  }

  has(userId: number): boolean {
    const shard = shardOf(userId);
    return this.place.from <= shard && shard < this.place.to;
  }

  /** Condition on a column of users' ids. */
  among(column: string): Expression<SqlBool> {
    const { from, to } = this.place;
    if (this.shards === SHARDS) return sql<SqlBool>`1 = 1`;
    const shard = sql`(${sql.ref(column)} * ${sql.lit(SPREAD)} % ${sql.lit(SHARDS)})`;
    return sql<SqlBool>`(${shard} >= ${sql.lit(from)} and ${shard} < ${sql.lit(to)})`;
  }

  get shards(): number {
    return this.place.to - this.place.from;
  }

  /** Whether what a house does once is done here. */
  get hasHouse(): boolean {
    return this.place.from === 0 && this.shards > 0;
  }
}

/** Of a process that serves nobody itself. */
export const NOBODY = new OwnUsers({ from: 0, to: 0 });
/** Of a process that is alone. */
export const EVERYBODY = new OwnUsers(WHOLE);
