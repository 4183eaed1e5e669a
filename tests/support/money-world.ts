import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYBODY } from '../../src/backend/cluster/own-users.ts';
import { Purchases } from '../../src/backend/billing/purchases.ts';
import { Subscriptions } from '../../src/backend/billing/subscriptions.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { renewDue } from '../../src/backend/billing/renewals.ts';
import { type Balances, balancesOf, Ledger } from '../../src/backend/ledger/ledger.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { createLogger } from '../../src/backend/log.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { countActiveAtLevel } from '../../src/backend/team/team-levels.ts';
import { addUser } from './new-user.ts';
import { writeForAll } from './write-for-all.ts';
import { openTestDatabase } from './test-database.ts';

/** All money parts on a real database, in still time. There is no HTTP and no market. */
export class MoneyWorld {
  readonly users = EVERYBODY;
  now = Date.parse('2026-11-21T10:00:00+05:30');
  readonly clock = { now: () => this.now };
  readonly logger = createLogger('silent');
  readonly hub = new EventHub(this.clock);
  readonly notify = createNotify(this.hub, this.clock);
  readonly logActivity = (
    tx: Parameters<typeof writeLog>[0],
    userId: number,
    topic: string,
    text: string,
  ): Promise<void> =>
    writeLog(tx, { userId, kind: 'activity', level: 'info', topic, text, strategyId: null, at: this.now });
  readonly ledger = new Ledger(this.clock);
  readonly purchases = new Purchases(this);
  readonly subscriptions = new Subscriptions(this);
  readonly folder: string;
  database: Database;
  private readonly name: string;
  private people = 0;
  private keys = 0;

  private constructor(folder: string, database: Database, name: string) {
    this.folder = folder;
    this.database = database;
    this.name = name;
  }

  static async open(): Promise<MoneyWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'trickdesk-money-'));
    return new MoneyWorld(folder, await openTestDatabase(folder), 'test');
  }

  /** One of several worlds on one database. Its name keeps its keys apart from the others'. */
  static on(database: Database, name: string): MoneyWorld {
    return new MoneyWorld('', database, name);
  }

  /** As after a kill: what is not on the disk is gone. */
  async restart(): Promise<void> {
    await this.database.close();
    this.database = await openTestDatabase(this.folder);
  }

  async dispose(): Promise<void> {
    await this.database.close();
    rmSync(this.folder, { recursive: true });
  }

  /** A user of whom only referrer, activation and money matter. */
  async person({ referrerId = null as number | null, isActive = false, paise = 0 } = {}): Promise<number> {
    const userId = await writeForAll(this.database, async (tx) => {
      const id = await addUser(tx, { number: this.people++, referrerId });
      if (isActive) {
        await tx.query.updateTable('users').set({ is_active: 1 }).where('id', '=', id).execute();
        await countActiveAtLevel(tx, id);
      }
      return id;
    });
    if (paise > 0) await this.fund(userId, paise);
    return userId;
  }

  nextKey(): string {
    return `${this.name} key ${this.keys++}`;
  }

  /** Money from outside, without a payment. */
  async fund(userId: number, amount: number): Promise<void> {
    await this.database.write(userId, (tx) =>
      this.ledger.post(tx, {
        userId,
        key: this.nextKey(),
        kind: 'correction',
        postings: [
          { house: 'upi-clearing', amount: -amount },
          { userId, account: 'available', amount },
        ],
      }),
    );
  }

  balances(userId: number): Promise<Balances> {
    return balancesOf(this.database.read, userId);
  }

  renew(): Promise<void> {
    return renewDue(this);
  }

  /** Errors in the books. */
  async problems(): Promise<readonly string[]> {
    return (await checkLedger(this.database.read)).problems;
  }

  alertsOf(userId: number) {
    return this.database.read
      .selectFrom('alerts')
      .select(['title', 'body', 'is_critical'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  }
}
