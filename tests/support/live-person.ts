import { setTimeout as wait } from 'node:timers/promises';
import type { LiveRun } from '../../src/backend/broker-accounts/live-run.ts';
import type { OrderRow, PositionRow } from '../../src/backend/db/schema.ts';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { addLiveSample } from './live-sample.ts';
import { entryOf } from './live-path.ts';
import { RSI_RULES } from './rule-samples.ts';
import { SeededLinks } from './seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from './test-backend.ts';
import { writeForAll } from './write-for-all.ts';

/** Price of every share when an entry is wanted, in paise. `AWAY` is too dear for it. */
export const PRICE = 400_00;
const AWAY = 500_00;

/** Somebody whose strategy trades real money. */
export interface LivePerson {
  readonly user: TestUser;
  readonly userId: number;
  readonly run: LiveRun;
  readonly strategyId: number;
  readonly symbol: string;
  readonly clientCode: string;
}

/** A backend whose people trade at a test broker. Time can be let pass. */
export class LivePeople {
  readonly links: SeededLinks;
  /** Milliseconds that were let pass beside the real ones. */
  passed = 0;
  server!: TestBackend;
  private readonly began = Date.now();
  private names = 0;
  private keys = 0;
  readonly clock = {
    now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - this.began + this.passed,
  };

  constructor() {
    this.links = new SeededLinks(this.clock.now);
    this.links.broker.partly = 0;
  }

  async open(dataDir?: string): Promise<void> {
    this.server = await startTestBackend({
      clock: this.clock,
      linkBroker: this.links.link,
      accessTokenMs: 400 * DAY_MS,
      signInsPerMinute: 1_000,
      ...(dataDir !== undefined && { dataDir }),
    });
  }

  get database() {
    return this.server.backend.parts.database;
  }

  rules(symbol: string, change: Partial<RuleDocumentInput> = {}): RuleDocumentInput {
    return { ...RSI_RULES, instruments: [symbol], ...change };
  }

  /** A strategy that is live and runs; no share is traded by two people. */
  async person(symbol: string, change: Partial<RuleDocumentInput> = {}): Promise<LivePerson> {
    const user = await this.server.register(`attacker${this.names++}`);
    const { unknownOrderId: orderId, clientCode } = await addLiveSample(this.server, user, this.links);
    await user.call('live.resolve', { orderId, decision: 'not-placed' });
    const { id: userId } = await user.call('profile.mine', {});
    const strategyId = await this.goLive(user, `Live ${symbol}`, this.rules(symbol, change));
    const { run } = this.server.backend.parts.brokerAccounts.requireAccount(userId);
    return { user, userId, run, strategyId, symbol, clientCode };
  }

  async goLive(user: TestUser, name: string, document: RuleDocumentInput): Promise<number> {
    const { strategyId } = await user.call('strategies.add', { url: 'add', name, document });
    await user.call('live.goLive', { strategyId: strategyId ?? 0, confirmName: name });
    return strategyId ?? 0;
  }

  /** An entry resting at the broker after the market moved away. */
  async restingEntry(
    { userId, run, strategyId, symbol }: LivePerson,
    quantity = 10,
    side: 'buy' | 'sell' = 'buy',
  ): Promise<OrderRow> {
    this.links.move(symbol, PRICE);
    const order = await run.execution.place(
      entryOf(run.identity, {
        userId,
        strategyId,
        symbol,
        side,
        quantity,
        key: `${run.identity.runId}:person:${this.keys++}`,
        at: this.clock.now(),
      }),
    );
    this.links.broker.moveTo(AWAY, symbol);
    await this.sync(run);
    return order;
  }

  /** The market comes back, and what rests is filled. */
  async fill({ run, symbol }: LivePerson): Promise<void> {
    this.links.broker.moveTo(PRICE, symbol);
    await this.sync(run);
  }

  /** A position with its stop resting. */
  async hold(person: LivePerson, quantity = 10): Promise<PositionRow> {
    await this.restingEntry(person, quantity);
    await this.fill(person);
    await this.fill(person);
    const row = person.run.execution
      .openPositions()
      .find(({ symbol, strategy_id: id }) => symbol === person.symbol && id === person.strategyId);
    if (!row) throw new Error(`${person.symbol} is not held.`);
    return row;
  }

  /** Remove the strategy's stop-loss. It is then like one from before live strategies had to have a stop-loss. */
  async removeStopLoss({ run, strategyId }: LivePerson): Promise<void> {
    const none = { stopLoss: null, target: null, trailing: null, partialExits: [] };
    await writeForAll(this.database, async (tx) => {
      const { name, owner_id: ownerId } = await tx.query
        .updateTable('strategies')
        .set({ stop_loss_json: null, target_json: null, trailing_json: null })
        .where('id', '=', strategyId)
        .returning(['name', 'owner_id'])
        .executeTakeFirstOrThrow();
      const strategy = { id: strategyId, name, ownerId, isHouse: false };
      await run.execution.changeProtections(tx, strategy, none, run.runner.atrOf(strategyId));
    });
  }

  async sync(run: LiveRun): Promise<void> {
    await wait(5);
    await run.execution.sync();
    await run.settled();
  }

  /** Shares of a symbol in the account, in truth. */
  net(symbol: string): number {
    return this.links.broker.truth
      .filter(({ order }) => order.instrument.symbol === symbol)
      .reduce((sum, { order, filled }) => sum + (order.side === 'buy' ? filled : -filled), 0);
  }

  /** Orders of a symbol as the broker has them. */
  at(symbol: string) {
    return this.links.broker.truth.filter(({ order }) => order.instrument.symbol === symbol);
  }
}
