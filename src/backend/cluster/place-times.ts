import { type Kysely, sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { DATABASE_NOW } from './database-now.ts';
import { OwnUsers, type Place } from './own-users.ts';

/** Users whose simulated market stands at one moment (market time, ms). */
export interface Span {
  readonly users: OwnUsers;
  readonly at: number;
}

/** How far the simulated market of a house is: its last closed minute, and for how long it has been closed, ms. */
export interface HouseTime {
  readonly at: number;
  readonly agoMs: number;
}

interface TimeRow {
  readonly id: number;
  readonly market_time: number;
}

/**
 * Market time of a place of a house. Each place plays the simulated market by itself: a process that is taken over
 * stops nobody else's. The row of a shard holds the time of its users and of those in the shards after it, up to the
 * next row that holds one. So a minute is one row, and a house may be divided otherwise at its next start.
 */
export class PlaceTimes {
  private readonly place: Place;

  constructor({ place }: OwnUsers) {
    this.place = place;
  }

  /** Times in this place, the earliest first. `otherwise` is that of a house that has none yet (market time, ms). */
  async spans({ read }: { readonly read: Kysely<Schema> }, otherwise: number): Promise<Span[]> {
    const rows = await timesIn(read);
    const { from, to } = this.place;
    const bounds = [from, ...rows.map(({ id }) => id).filter((id) => from < id && id < to), to];
    return bounds
      .slice(0, -1)
      .map((start, index) => ({
        users: new OwnUsers({ from: start, to: bounds[index + 1] ?? to }),
        at: timeAt(rows, start) ?? otherwise,
      }))
      .sort((a, b) => a.at - b.at);
  }

  /** The furthest of all places; null when none has closed a minute yet. */
  async ofHouse({ read }: { readonly read: Kysely<Schema> }): Promise<HouseTime | null> {
    const row = await read
      .selectFrom('shards')
      .select(['market_time', sql<number>`${DATABASE_NOW} - market_at`.as('ago')])
      .where('market_time', 'is not', null)
      .where('market_at', 'is not', null)
      .orderBy('market_time', 'desc')
      .orderBy('market_at')
      .limit(1)
      .executeTakeFirst();
    return row ? { at: row.market_time as number, agoMs: Math.max(0, row.ago) } : null;
  }

  /** Write that all users of this place stand at a moment; those of the places beside it stay where they were. */
  async join({ query }: Transaction, at: number): Promise<void> {
    const { from, to } = this.place;
    const rows = await timesIn(query);
    await query
      .updateTable('shards')
      .set({ market_time: timeAt(rows, to) })
      .where('id', '=', to)
      .where('market_time', 'is', null)
      .execute();
    await query
      .updateTable('shards')
      .set({ market_time: null, market_at: null })
      .where('id', '>', from)
      .where('id', '<', to)
      .execute();
    await this.write({ query }, at);
  }

  /** Write the minute that was just closed (market time, ms). */
  async write({ query }: Pick<Transaction, 'query'>, at: number): Promise<void> {
    await query
      .updateTable('shards')
      .set({ market_time: at, market_at: DATABASE_NOW })
      .where('id', '=', this.place.from)
      .execute();
  }
}

const timesIn = async (db: Kysely<Schema>): Promise<TimeRow[]> => {
  const rows = await db
    .selectFrom('shards')
    .select(['id', 'market_time'])
    .where('market_time', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, market_time }) => ({ id, market_time: market_time as number }));
};

/** The time of the users in a shard: that of the last row at or before it. */
const timeAt = (rows: readonly TimeRow[], shard: number): number | null =>
  rows.findLast(({ id }) => id <= shard)?.market_time ?? null;
