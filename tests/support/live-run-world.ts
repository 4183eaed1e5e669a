import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { LiveRun, type LiveRunDeps } from '../../src/backend/broker-accounts/live-run.ts';
import type { BrokerLink } from '../../src/backend/brokers/broker-link.ts';
import { HOUSE, type Database } from '../../src/backend/db/database.ts';
import type { StrategyRow } from '../../src/backend/db/schema.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { History } from '../../src/backend/market/history.ts';
import { SimulatedDays } from '../../src/backend/market/simulated/simulated-days.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';
import { columnsOfDocument } from '../../src/backend/trading/strategy-columns.ts';
import { parseRuleDocument } from '../../src/engine/rules/parse.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { momentOf } from './live-world.ts';
import { addUser } from './new-user.ts';
import { RSI_RULES } from './rule-samples.ts';
import { SeededLinks } from './seeded-link.ts';
import { writeForAll } from './write-for-all.ts';
import { openTestDatabase } from './test-database.ts';

/** One user's account with a live one-minute strategy in ITC. Its prices and its time are moved by hand. */
export class LiveRunWorld {
  now = 0;
  readonly clock = { now: () => this.now };
  readonly logger = pino({ level: 'silent' });
  database!: Database;
  links!: SeededLinks;
  link!: BrokerLink;
  run!: LiveRun;
  /** The strategy, as it was when it was written. */
  strategy!: StrategyRow;
  private folder = '';
  private deps: Partial<LiveRunDeps> = {};

  /** A database of its own, and a broker; nobody is logged in yet. */
  async open(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'trickdesk-live-run-'));
    this.database = await openTestDatabase(this.folder);
    this.links = new SeededLinks(this.clock.now);
    await this.database.write(HOUSE, (tx) => seedHouse(tx, 0));
  }

  /** Writes the strategy and makes its run at a moment in India; `connect` logs in. */
  async start(
    moment: string,
    rules: Partial<RuleDocumentInput> = {},
    deps: Partial<LiveRunDeps> = {},
  ): Promise<void> {
    this.now = momentOf(moment);
    const document = parseRuleDocument({ ...RSI_RULES, instruments: ['ITC'], timeframe: '1m', ...rules });
    if (!document.ok) throw new Error(document.failure.message);
    this.strategy = await writeForAll(this.database, async (tx) => {
      const owner_id = await addUser(tx, { number: 1 });
      return tx.query
        .updateTable('strategies')
        .set({
          ...columnsOfDocument(document.value),
          owner_id,
          mode: 'live',
          status: STRATEGY_STATUS.running,
          capital: 1_00_000_00,
        })
        .where('id', '=', 1)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    this.link = await this.links.link('an api key');
    this.deps = deps;
    this.run = this.newRun();
  }

  /** Ends the program, and starts it on what is written. `connect` logs in. */
  async restart(): Promise<void> {
    this.run.disconnect();
    await this.run.settled();
    this.run = this.newRun();
  }

  /** The same without waiting for what is under way: it never ends. */
  kill(): void {
    this.run.disconnect();
    this.run = this.newRun();
  }

  private newRun(): LiveRun {
    const hub = new EventHub(this.clock);
    return new LiveRun({
      database: this.database,
      clock: this.clock,
      history: new History(this.database, new SimulatedDays(this.database, 1)),
      sinks: { hub, notify: createNotify(hub, this.clock), writeLog, notifyFollowers: () => undefined },
      logger: this.logger,
      userId: this.strategy.owner_id,
      runId: 1_000,
      link: this.link,
      denial: () => Promise.resolve(null),
      blockReason: () => null,
      onAnswer: () => undefined,
      ...this.deps,
    });
  }

  /** Opens a session of today for strategies of the account. */
  async connect(strategies: readonly StrategyRow[] = [this.strategy]): Promise<void> {
    const session = { tokens: 'session', until: this.now + DAY_MS };
    const open = this.link.open(session, { onConnected: () => undefined, onTrouble: () => undefined });
    await this.run.connect(open, strategies);
  }

  /** Move a price, compare the books, and wait for what follows. */
  async settleAt(symbol: string, price: number): Promise<void> {
    this.links.move(symbol, price);
    await this.run.execution.sync();
    await this.run.execution.settled();
  }

  /** Refusals of the guards to the strategy, oldest first. */
  async refusals(): Promise<string[]> {
    const rows = await this.database.read
      .selectFrom('logs')
      .select('text')
      .where('strategy_id', '=', this.strategy.id)
      .where('topic', '=', 'guard')
      .orderBy('id')
      .execute();
    return rows.map(({ text }) => text);
  }

  async close(): Promise<void> {
    this.run.disconnect();
    await this.run.settled();
    await this.database.close();
    rmSync(this.folder, { recursive: true });
  }
}
