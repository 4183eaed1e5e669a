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
import { DATABASE_NOW } from './database-now.ts';
import { type Ownership, OwnershipLost } from './ownership.ts';
import { fitPlaces, type Offer } from './fit-places.ts';
import { HouseUnusable } from './house-unusable.ts';
import { OwnUsers, type Place, placesOf, shardOf } from './own-users.ts';
import { sinceStart } from './since-start.ts';

/** Times of a lease, in ms. */
export interface LeaseTimes {
  /** Life of a lease that is not renewed. */
  readonly life: number;
  readonly renewEvery: number;
  /** Last part of its life; it counts as lost here by then. */
  readonly margin: number;
}

export const LEASE_TIMES: LeaseTimes = { life: LEASE_LIFE_MS, renewEvery: 3_000, margin: 2_000 };

const LOOK_AGAIN_MS = 250;

/** Why no place could be claimed. */
const allTaken = (processes: number, holder: string): string =>
  processes === 1
    ? `Another TrickDesk server works on this database (${holder}). Two would trade one account twice. Stop it first.`
    : `Every place of this house of ${processes} processes is taken (one by ${holder}). Stop one first, or start this one with --standby.`;

const dividedOtherwise = (processes: number, holder: string): string =>
  `Another server (${holder}) divides this house among another number of processes than ${processes}: part of its people would be served by nobody. Stop it first.`;

/** A process whose leases are none of some places; null when there is none. */
const ownerOfOtherPlace = (held: readonly Lease[], places: readonly Place[]): string | null => {
  for (const [owner, leases] of Map.groupBy(held, (lease) => lease.owner)) {
    const [from, to] = [leases.at(0)?.id, (leases.at(-1)?.id ?? 0) + 1];
    if (!places.some((place) => place.from === from && place.to === to)) return owner;
  }
  return null;
};

type Claimed = Pick<Lease, 'id' | 'epoch'>;

const sizeOf = ({ from, to }: Place): number => to - from;

/**
 * Place in a house that this process has leased. It has all of its shards. A lease is a row with an owner, an epoch that grows with every
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
  private place: Place | null = null;
  /** End of the leases by `sinceStart`, in ms. */
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
   * Claims a place in a house. Over a connection of its own: nobody else's statements hold that up. Leases of a
   * process that died are waited for. `seen` is what was seen of them before. `onLost` is called once when they cannot
   * be kept: the process has to end.
   * @throws AnotherServer when other processes keep every place
   */
  static async claim(
    db: Kysely<Schema>,
    onLost: (reason: string) => void,
    {
      offer = { processes: 1 },
      times = LEASE_TIMES,
      seen = new SeenLeases(times.life),
    }: { readonly offer?: Offer; readonly times?: LeaseTimes; readonly seen?: SeenLeases } = {},
  ): Promise<ShardLeases> {
    const leases = new ShardLeases(db, times, onLost, seen);
    const patience = performance.now() + times.life + times.margin;
    for (let why = await leases.claimOne(offer); why !== null; why = await leases.claimOne(offer)) {
      if (performance.now() > patience) throw new AnotherServer(why);
      await delay(LOOK_AGAIN_MS);
    }
    leases.renewing = leases.renewUntilReleased();
    return leases;
  }

  /** Users of the place that was claimed. */
  get users(): OwnUsers {
    if (!this.place) throw new Error('No place was claimed.');
    return new OwnUsers(this.place);
  }

  /** Publish to other processes where the users of this place are served. */
  async announce(address: string): Promise<void> {
    await this.db.updateTable('shards').set({ address }).where('owner', '=', this.owner).execute();
  }

  async require({ query }: Transaction, userId: number): Promise<void> {
    const shard = shardOf(userId);
    const row = await query
      .selectFrom('shards')
      .select(['owner', 'epoch'])
      .where('id', '=', shard)
      .executeTakeFirst();
    if (row?.owner !== this.owner || row.epoch !== this.epochs.get(shard)) throw new OwnershipLost();
  }

  isHeld(userId: number): boolean {
    return this.epochs.has(shardOf(userId)) && sinceStart() < this.deadline;
  }

  get leftMs(): number {
    return this.epochs.size === 0 ? 0 : Math.max(0, this.deadline - sinceStart());
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
    await this.db
      .updateTable('shards')
      .set({ until: 0, address: '' })
      .where('owner', '=', this.owner)
      .execute();
  }

  /**
   * Claims the first fit place that is free.
   * @returns why none could be claimed, as a sentence; null when one is
   * @throws HouseUnusable when no place is fit, free or not
   */
  private async claimOne(offer: Offer): Promise<string | null> {
    const places = await fitPlaces((statement) => sql.raw(statement).execute(this.db), offer);
    if (places.length === 0)
      throw new HouseUnusable(
        'Every place of this house has accounts whose orders must leave from addresses that this server does not have. Give them by --leaves-from on a machine that has them.',
      );
    const asked = performance.now();
    const leases = await this.db
      .selectFrom('shards')
      .select(['id', 'owner', 'epoch', 'until'])
      .orderBy('id')
      .execute();
    const ended = new Set(this.seen.ended(leases, asked));
    const held = leases.filter((lease) => !ended.has(lease));
    const stranger = ownerOfOtherPlace(held, placesOf(offer.processes));
    if (stranger !== null) return dividedOtherwise(offer.processes, stranger);
    for (const place of places) {
      const wanted = leases.slice(place.from, place.to);
      if (wanted.every((lease) => ended.has(lease)) && (await this.claimPlace(place, wanted))) return null;
    }
    return allTaken(offer.processes, held.at(0)?.owner ?? 'it has started just now');
  }

  /** All or none: what is claimed while somebody else keeps the rest is given back. */
  private async claimPlace(place: Place, leases: readonly Lease[]): Promise<boolean> {
    const claiming = sinceStart();
    const claimed = await this.claim(leases);
    if (claimed.length !== sizeOf(place)) {
      if (claimed.length > 0) await this.giveBack();
      return false;
    }
    for (const { id, epoch } of claimed) this.epochs.set(id, epoch);
    this.place = place;
    this.extend(claiming);
    return true;
  }

  /** Claims the leases that are still as they were seen. */
  private async claim(leases: readonly Lease[]): Promise<readonly Claimed[]> {
    const seen = JSON.stringify(leases.map(({ id, epoch, until }) => ({ id, epoch, until })));
    // Locked in one order: two that claim at once do not wait for each other.
    const { rows } = await sql<Claimed>`with free as (
        select shards.id from shards
        join jsonb_to_recordset(cast(${seen} as jsonb)) as seen(id integer, epoch bigint, until bigint)
          on shards.id = seen.id and shards.epoch = seen.epoch and shards.until = seen.until
        order by shards.id for update of shards)
      update shards
      set owner = ${this.owner}, address = '', epoch = shards.epoch + 1,
        until = ${DATABASE_NOW} + cast(${this.times.life} as bigint)
      from free where shards.id = free.id
      returning shards.id, shards.epoch`.execute(this.db);
    return rows;
  }

  private extend(asked: number): void {
    this.deadline = asked + this.times.life - this.times.margin;
  }

  /** Whether a renewal has failed: it is tried again soon, since nothing may be done without one. */
  private get isLate(): boolean {
    return this.leftMs < this.times.life - this.times.margin - this.times.renewEvery;
  }

  private async renewUntilReleased(): Promise<void> {
    for (;;) {
      await this.closing.pause(this.isLate ? LOOK_AGAIN_MS : this.times.renewEvery);
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
    const asked = sinceStart();
    try {
      const { numUpdatedRows } = await this.db
        .updateTable('shards')
        .set({ until: sql`${DATABASE_NOW} + cast(${this.times.life} as bigint)` })
        .where('owner', '=', this.owner)
        .executeTakeFirst();
      if (!this.place || Number(numUpdatedRows) !== sizeOf(this.place))
        return 'another server has claimed them';
      this.extend(asked);
      return null;
    } catch (error) {
      // The database may be away for a moment: the leases last until their deadline, and may be renewed after it too.
      if (sinceStart() < this.deadline + this.times.life) return null;
      return error instanceof Error ? error.message : String(error);
    }
  }
}
