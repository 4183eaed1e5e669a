import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Closing } from '../closing.ts';
import { LEASE_LIFE_MS, SeenLeases } from '../db/postgres/seen-leases.ts';
import type { Schema } from '../db/schema.ts';
import { type OwnUsers, SHARDS, shardOf } from './own-users.ts';

const LOOK_MS = 500;

/** Where the users of a house are served, as its rows say. It is looked up again all the time. */
export class HouseMap {
  private readonly db: Kysely<Schema>;
  private readonly users: OwnUsers;
  private readonly logger: Logger;
  private addresses: string[] = new Array<string>(SHARDS).fill('');
  private readonly closing = new Closing();
  private looking: Promise<void> | null = null;
  private readonly seen = new SeenLeases(LEASE_LIFE_MS);
  private readonly listeners: (() => void)[] = [];
  private readonly leftListeners: (() => void)[] = [];
  private turns: Promise<void> = Promise.resolve();

  /** `db` is a connection of its own, which waits for nobody's statements. */
  constructor(db: Kysely<Schema>, users: OwnUsers, logger: Logger) {
    this.db = db;
    this.users = users;
    this.logger = logger;
  }

  start(): void {
    this.turns = this.poll();
  }

  /** Address of the process that serves a user: null for this one, and '' while there is none. */
  addressOf(userId: number): string | null {
    return this.users.has(userId) ? null : (this.addresses[shardOf(userId)] ?? '');
  }

  /** Called after every look that found something. */
  onLooked(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Called when a process has left its place. What it did last it may have told nobody. */
  onLeft(listener: () => void): void {
    this.leftListeners.push(listener);
  }

  /** Look now; those who ask meanwhile get the same answer. */
  look(): Promise<void> {
    this.looking ??= this.read().finally(() => (this.looking = null));
    return this.looking;
  }

  async close(): Promise<void> {
    this.closing.end();
    await this.turns;
  }

  private async poll(): Promise<void> {
    while (!this.closing.isOver) {
      await this.look();
      await this.closing.pause(LOOK_MS);
    }
  }

  private async read(): Promise<void> {
    const asked = performance.now();
    try {
      const rows = await this.db
        .selectFrom('shards')
        .select(['id', 'owner', 'epoch', 'until', 'address'])
        .where('address', '!=', '')
        .execute();
      const addresses = new Array<string>(SHARDS).fill('');
      for (const { id, address } of rows) addresses[id] = address;
      // Of a process that does not renew nobody knows whether it answers, even where no other takes its place.
      for (const { id } of this.seen.ended(rows, asked)) addresses[id] = '';
      const before = this.addresses;
      this.addresses = addresses;
      for (const listener of this.listeners) listener();
      if (before.some((address, id) => address !== '' && address !== addresses[id]))
        for (const listener of this.leftListeners) listener();
    } catch (error) {
      // Those of before may hold still.
      this.logger.warn({ err: error }, 'where users are served cannot be looked up');
    }
  }
}
