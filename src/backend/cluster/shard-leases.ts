import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Closing } from '../closing.ts';
import { AnotherServer } from '../db/database-unusable.ts';
import { type Lease, LEASE_LIFE_MS, SeenLeases } from '../db/postgres/seen-leases.ts';
import type { Transaction } from '../db/database.ts';
import { isPassingTrouble } from '../db/storage-trouble.ts';
import type { Schema } from '../db/schema.ts';
import { type Ownership, OwnershipLost } from './ownership.ts';

/** Users are spread over so many shards, by their ids. The rows are made by a migration. */
export const SHARDS = 1_024;

/** Times of a lease, in ms. */
export interface LeaseTimes {
  /** Life of a lease that is not renewed. */
  readonly life: number;
  readonly renewEvery: number;
  /** Last part of its life; it counts as lost here by then. */
  readonly margin: number;
}

export const LEASE_TIMES: LeaseTimes = { life: LEASE_LIFE_MS, renewEvery: 3_000, margin: 2_000 };

/** Now, in ms since 1970, by the clock of the database: those of two machines may differ. */
const DATABASE_NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
const LOOK_AGAIN_MS = 250;

type Claimed = Pick<Lease, 'id' | 'epoch'>;

/**
 * Shards that this process has leased, all of them. A lease is a row with an owner, an epoch that grows with every
 * claim, and an end that each renewal moves. This process counts its own end on a clock that is never set, from before
 * it asked: a process that was frozen finds its leases over before it does anything. Others wait for as long as a lease
 * lives after they have seen it move, so no clock but their own counts.
 */
export class ShardLeases implements Ownership {
  private readonly db: Kysely<Schema>;
  private readonly times: LeaseTimes;
  private readonly onLost: (reason: string) => void;
  private readonly owner = `${hostname()}, process ${process.pid}, ${randomUUID()}`;
  private readonly seen: SeenLeases;
  private readonly epochs = new Map<number, number>();
  /** End of the leases on the monotonic clock, in ms. */
  private deadline = -Infinity;
  private readonly closing = new Closing();
  private renewing: Promise<void> = Promise.resolve();

  private constructor(
    db: Kysely<Schema>,
    times: LeaseTimes,
    onLost: (reason: string) => void,
    seen: SeenLeases,
  ) {
    this.db = db;
    this.times = times;
    this.onLost = onLost;
    this.seen = seen;
  }

  /**
   * Claims all shards, over a connection of its own. Nobody else's statements hold that up. Leases of a process that
   * died are waited for. `seen` is what was seen of them before. `onLost` is called once when they cannot be kept: the
   * process has to end.
   * @throws AnotherServer when another process keeps them
   */
  static async claim(
    db: Kysely<Schema>,
    onLost: (reason: string) => void,
    times: LeaseTimes = LEASE_TIMES,
    seen: SeenLeases = new SeenLeases(times.life),
  ): Promise<ShardLeases> {
    const leases = new ShardLeases(db, times, onLost, seen);
    const patience = performance.now() + times.life + times.margin;
    for (let holder = await leases.claimAll(); holder !== null; holder = await leases.claimAll()) {
      if (performance.now() > patience)
        throw new AnotherServer(
          `Another TrickDesk server works on this database (${holder}). Two would trade one account twice. Stop it first.`,
        );
      await delay(LOOK_AGAIN_MS);
    }
    leases.renewing = leases.renewUntilReleased();
    return leases;
  }

  async require({ query }: Transaction, userId: number): Promise<void> {
    const shard = userId % SHARDS;
    const row = await query
      .selectFrom('shards')
      .select(['owner', 'epoch'])
      .where('id', '=', shard)
      .executeTakeFirst();
    if (row?.owner !== this.owner || row.epoch !== this.epochs.get(shard)) throw new OwnershipLost();
  }

  isHeld(userId: number): boolean {
    return this.epochs.has(userId % SHARDS) && performance.now() < this.deadline;
  }

  /** Gives the shards back, so that the next process need not wait. */
  async release(): Promise<void> {
    this.closing.end();
    await this.renewing;
    this.epochs.clear();
    try {
      await this.giveBack();
    } catch (error) {
      // The database is away. What is not given back ends by itself.
      if (!isPassingTrouble(error)) throw error;
    }
  }

  private async giveBack(): Promise<void> {
    await this.db.updateTable('shards').set({ until: 0 }).where('owner', '=', this.owner).execute();
  }

  /**
   * All or none: what is claimed while somebody else keeps the rest is given back.
   * @returns a process that keeps some; null when all are claimed
   */
  private async claimAll(): Promise<string | null> {
    const asked = performance.now();
    const leases = await this.db.selectFrom('shards').selectAll().execute();
    const ended = new Set(this.seen.ended(leases, asked));
    const held = leases.find((lease) => !ended.has(lease));
    if (held) return held.owner;
    const claiming = performance.now();
    const claimed = await this.claim(leases);
    if (claimed.length !== SHARDS) {
      if (claimed.length > 0) await this.giveBack();
      return 'it has started just now';
    }
    for (const { id, epoch } of claimed) this.epochs.set(id, epoch);
    this.extend(claiming);
    return null;
  }

  /** Claims the leases that are still as they were seen. */
  private async claim(leases: readonly Lease[]): Promise<readonly Claimed[]> {
    const seen = JSON.stringify(leases.map(({ id, epoch, until }) => ({ id, epoch, until })));
    const { rows } = await sql<Claimed>`update shards
      set owner = ${this.owner}, epoch = shards.epoch + 1, until = ${DATABASE_NOW} + cast(${this.times.life} as bigint)
      from jsonb_to_recordset(cast(${seen} as jsonb)) as seen(id integer, epoch bigint, until bigint)
      where shards.id = seen.id and shards.epoch = seen.epoch and shards.until = seen.until
      returning shards.id, shards.epoch`.execute(this.db);
    return rows;
  }

  private extend(asked: number): void {
    this.deadline = asked + this.times.life - this.times.margin;
  }

  private async renewUntilReleased(): Promise<void> {
    for (;;) {
      await this.closing.pause(this.times.renewEvery);
      if (this.closing.isOver) return;
      const lost = await this.renew();
      if (lost === null) continue;
      this.epochs.clear();
      this.onLost(lost);
      return;
    }
  }

  /** Why the leases are lost; null while they are not. */
  private async renew(): Promise<string | null> {
    const asked = performance.now();
    try {
      const { numUpdatedRows } = await this.db
        .updateTable('shards')
        .set({ until: sql`${DATABASE_NOW} + cast(${this.times.life} as bigint)` })
        .where('owner', '=', this.owner)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== SHARDS) return 'another server has claimed them';
      this.extend(asked);
      return null;
    } catch (error) {
      // The database may be away for a moment: the leases last until their deadline, and may be renewed after it too.
      if (performance.now() < this.deadline + this.times.life) return null;
      return error instanceof Error ? error.message : String(error);
    }
  }
}
