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

/** Last closed minute of a house, and the time since then, ms. */
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
  /** Shards whose rows stand at the time that is played. */
  private playing: readonly number[];

  constructor({ place }: OwnUsers) {
    this.place = place;
    this.playing = [place.from];
  }

  /** Whether the feed's own time is played: it goes with the first shard. */
  get isOfFeed(): boolean {
    return this.playing.includes(0);
  }

  /**
   * Times in this place, the earliest first. The first users are played from here on. The feed always stands where
   * the first shard does: where it does not, the data has been on a desktop meanwhile, and all stand where it does. The
   * place behind this one gets a time of its own: a row of this place may have held it.
   */
  async begin({ query }: Transaction): Promise<Span[]> {
    const feed = await sharedFeed(query);
    const found = await timesIn(query);
    const isKnown = timeAt(found, 0) === feed;
    if (!isKnown) {
      await query.updateTable('shards').set({ market_time: null, market_at: null }).execute();
      await query.updateTable('shards').set({ market_time: feed }).where('id', '=', 0).execute();
    }
    const rows = isKnown ? found : [{ id: 0, market_time: feed }];
    const { from, to } = this.place;
    await query
      .updateTable('shards')
      .set({ market_time: timeAt(rows, to) })
      .where('id', '=', to)
      .where('market_time', 'is', null)
      .execute();
    const bounds = [from, ...rows.map(({ id }) => id).filter((id) => from < id && id < to), to];
    const spans = bounds
      .slice(0, -1)
      .map((start, index) => ({
        users: new OwnUsers({ from: start, to: bounds[index + 1] ?? to }),
        at: timeAt(rows, start) ?? feed,
      }))
      .sort((a, b) => a.at - b.at);
    this.playing = spans.slice(0, 1).map(({ users }) => users.place.from);
    return spans;
  }

  /** Have users join who stand at the played time. */
  add({ users }: Span): void {
    this.playing = [...this.playing, users.place.from];
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

  /** Write that all users of this place stand at a moment. */
  async join({ query }: Transaction, at: number): Promise<void> {
    const { from, to } = this.place;
    await query
      .updateTable('shards')
      .set({ market_time: null, market_at: null })
      .where('id', '>', from)
      .where('id', '<', to)
      .execute();
    this.playing = [from];
    await this.write({ query }, at);
    if (this.isOfFeed)
      await query.updateTable('feeds').set({ market_time: at }).where('source', '=', 'simulated').execute();
  }

  /** Write the minute that was just closed (market time, ms). */
  async write({ query }: Pick<Transaction, 'query'>, at: number): Promise<void> {
    await query
      .updateTable('shards')
      .set({ market_time: at, market_at: DATABASE_NOW })
      .where('id', 'in', this.playing)
      .execute();
  }
}

const sharedFeed = async (db: Kysely<Schema>): Promise<number> => {
  const { market_time } = await db
    .selectFrom('feeds')
    .select('market_time')
    .where('source', '=', 'simulated')
    .executeTakeFirstOrThrow();
  return market_time;
};

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
