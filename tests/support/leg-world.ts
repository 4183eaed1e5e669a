import { pino } from 'pino';
import { entryDenial } from '../../src/backend/broker-accounts/entry-guard.ts';
import { LiveRun } from '../../src/backend/broker-accounts/live-run.ts';
import type { BrokerContract } from '../../src/backend/brokers/broker-link.ts';
import type { BrokerInstrument } from '../../src/backend/brokers/broker.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { PositionRow, StrategyRow } from '../../src/backend/db/schema.ts';
import { History } from '../../src/backend/market/history.ts';
import { simulatedContractPrice } from '../../src/backend/market/simulated/leg-market.ts';
import { SimulatedDays } from '../../src/backend/market/simulated/simulated-days.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { contractOf, symbolOf } from '../../src/engine/contracts/contract.ts';
import type { OptionRight } from '../../src/engine/options/black76.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { type LegDocumentInput, LegDocumentSchema } from '../../src/shared/leg-document.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { addLegStrategy } from './add-leg-strategy.ts';
import { momentOf } from './live-world.ts';
import { type Faults, NO_FAULTS } from './seeded-broker.ts';
import { SeededLinks } from './seeded-link.ts';

const USER = 1;
const INDEX_TOKEN = '99926000';
/** A few days before this expiry. */
const LEG_DAY = '2026-11-26';
const EXPIRY = '2026-12-01';
const MONTH = '2026-12-29';
const [MIDDLE, STEP, A_SIDE, LOT] = [26_000_00, 50_00, 40, 65] as const;
/** Longest time past a stop without an exit on its way. */
const MOST_PAST_MS = 5_000;

/** A contract of the chain of this world. */
export const contractAt = (strike: number, right: OptionRight): string =>
  symbolOf({ exchange: 'NSE', underlying: 'NIFTY', expiry: EXPIRY, kind: 'option', strike, right });

const listed = (symbol: string, freezeQuantity: number): BrokerContract => {
  const contract = contractOf(symbol);
  if (!contract) throw new Error(`${symbol} is no contract.`);
  const instrument: BrokerInstrument = {
    ...{ symbol, exchange: 'NFO', token: symbol, tradingSymbol: symbol, lotSize: LOT, tickSize: 5 },
    ...{ expiry: contract.expiry, freezeQuantity, isin: null },
  };
  return { contract, instrument };
};

export interface LegWorldOptions {
  readonly database: Database;
  readonly runId: number;
  readonly document: Partial<LegDocumentInput> & Pick<LegDocumentInput, 'legs'>;
  readonly faults?: Faults;
  readonly seed?: string;
  readonly freezeQuantity?: number;
  readonly capital?: number;
  readonly maxLossPerDay?: number;
  /** When it begins, in India. */
  readonly at?: string;
}

/** One live strategy with legs on an account at a seeded broker. Its prices and its time are moved by hand. */
export class LegWorld {
  now: number;
  spot: number = MIDDLE;
  readonly links: SeededLinks;
  readonly random: Random;
  readonly breaches: string[] = [];
  readonly chain: readonly BrokerContract[];
  run!: LiveRun;
  strategy!: StrategyRow;
  /** Contracts whose last price is old: nothing is heard of them. */
  readonly silent = new Set<string>();
  /** Why the account may enter nothing; null while it may. */
  block: string | null = null;
  /** Whether the broker says what it blocks. */
  moneyIsKnown = true;
  /** Chance that the program ends at a write. */
  killed = 0;
  isKilled = false;
  /** Programs that have ended at a write. */
  kills = 0;
  /** Writes until the program ends, right after the last of them. */
  writesLeft = Number.POSITIVE_INFINITY;
  private readonly options: LegWorldOptions;
  private readonly writing = new Set<Promise<unknown>>();
  private readonly pastSince = new Map<number, number>();

  constructor(options: LegWorldOptions) {
    this.options = options;
    this.now = momentOf(`${LEG_DAY}T${options.at ?? '09:18:50'}`);
    this.random = seededRandom(options.seed ?? `legs ${options.runId}`);
    this.links = new SeededLinks(() => this.now, this.random);
    this.links.broker.faults = options.faults ?? NO_FAULTS;
    if (!options.faults) this.links.broker.partly = 0;
    this.links.broker.available = 1_00_00_00_000_00;
    const strikes = Array.from({ length: 2 * A_SIDE + 1 }, (_, index) => MIDDLE + (index - A_SIDE) * STEP);
    const rights = ['call', 'put'] as const;
    this.chain = strikes.flatMap((strike) =>
      rights.map((right) => listed(contractAt(strike, right), options.freezeQuantity ?? 1_800)),
    );
    // Of a month, so that the first is a week.
    this.links.contracts = [...this.chain, listed(`NIFTY ${MONTH} FUT`, 1_800)];
  }

  private get database(): Database {
    return this.options.database;
  }

  /** Write the strategy, and log in. */
  async start(): Promise<void> {
    const document = LegDocumentSchema.parse({
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:20' },
      exit: { at: '09:25' },
      ...this.options.document,
    });
    const { runId, capital = 10_00_00_000_00, maxLossPerDay = null } = this.options;
    this.strategy = await addLegStrategy(this.database, document, {
      ...{ name: `Live legs ${runId}`, mode: 'live', capital, max_loss_per_day: maxLossPerDay },
    });
    await this.begin();
  }

  /** Begin the program, on what is written. It does not end while it begins. */
  async begin(): Promise<void> {
    // What has reached the disk is there before the next begins.
    await Promise.allSettled([...this.writing]);
    const { killed } = this;
    this.killed = 0;
    this.isKilled = false;
    const link = await this.links.link('an api key');
    const clock = { now: () => this.now };
    const hub = new EventHub(clock);
    const { runId } = this.options;
    const database = this.mortal();
    this.run = new LiveRun({
      database,
      clock,
      history: new History(this.database, new SimulatedDays(this.database, 1)),
      sinks: { hub, notify: createNotify(hub, clock), writeLog, notifyFollowers: () => undefined },
      logger: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
      userId: USER,
      runId,
      link,
      denial: (tx, order, ticket, money) =>
        entryDenial(tx, order, ticket, {
          now: this.now,
          dayResult: () => Promise.resolve(0),
          money,
          session: { now: true },
        }),
      moneyTogether: async (broker, held, orders) => {
        if (!this.moneyIsKnown) return null;
        const { available } = await broker.funds();
        const [together, before] = [await broker.marginOf([...held, ...orders]), await broker.marginOf(held)];
        return { required: together - before, together, available: () => available, claim: () => undefined };
      },
      blockReason: () => this.block,
      onAnswer: () => undefined,
    });
    this.feed();
    await this.connect();
    this.killed = killed;
  }

  /** Its owner stops it. */
  async stop(): Promise<void> {
    const { id } = this.strategy;
    await this.database.write(USER, (tx) =>
      tx.query
        .updateTable('strategies')
        .set({ status: STRATEGY_STATUS.stopped, status_before: null })
        .where('id', '=', id)
        .execute(),
    );
    this.run.runner.remove(id);
    await this.run.execution.legOrders.endEntries(id, 'You stopped it');
  }

  /** Open a session. */
  async connect(): Promise<void> {
    const session = { tokens: 'session', until: this.now + DAY_MS };
    const link = await this.links.link('an api key');
    const open = link.open(session, { onConnected: () => undefined, onTrouble: () => undefined });
    const row = await this.row();
    const isRunning = row.status === STRATEGY_STATUS.running || row.status_before === STRATEGY_STATUS.running;
    await this.run.connect(open, isRunning ? [row] : []);
    await this.run.settled();
    this.feed();
  }

  private row(): Promise<StrategyRow> {
    return this.database.read
      .selectFrom('strategies')
      .selectAll()
      .where('id', '=', this.strategy.id)
      .executeTakeFirstOrThrow();
  }

  /** A database that may end with the program. What has ended writes nothing more. */
  private mortal(): Database {
    let isDead = false;
    const write: Database['write'] = async (of, work) => {
      if (isDead) return new Promise(() => undefined);
      const die = (): Promise<never> => {
        isDead = true;
        this.isKilled = true;
        this.kills++;
        return new Promise<never>(() => undefined);
      };
      const drawn = this.killed > 0 ? this.random.uniform() : 1;
      if (drawn < this.killed / 2) return die();
      const written = this.database.write(of, work);
      this.writing.add(written);
      const value = await written.finally(() => this.writing.delete(written));
      this.writesLeft--;
      return drawn < this.killed || this.writesLeft === 0 ? die() : value;
    };
    return { ...this.database, write };
  }

  /** Price of a contract now, paise. */
  priceOf(symbol: string): number {
    const index = { underlying: 'NIFTY', spot: this.spot, previousClose: MIDDLE, now: this.now };
    return simulatedContractPrice(index, symbol) ?? 0;
  }

  /** Prices of this second, for the exchange and for the feed. */
  private feed(): void {
    const { feed, broker } = this.links;
    for (const { symbol } of new Set(broker.truth.map(({ order }) => order.instrument)))
      broker.moveTo(this.priceOf(symbol), symbol);
    for (const instrument of feed.watched) {
      const price = instrument.token === INDEX_TOKEN ? this.spot : this.priceOf(instrument.symbol);
      broker.prices.set(instrument.token, price);
      if (!this.silent.has(instrument.symbol)) feed.tickOf(instrument, price);
    }
  }

  /** Let seconds pass; `move` changes what it wants before each. Ends early where the program ends. */
  async seconds(count: number, move?: (second: number) => Promise<void> | void): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.now += 1_000;
      await move?.(second);
      this.feed();
      if (this.isKilled) await this.begin();
      await this.turn();
      await this.watchStops();
    }
  }

  private async turn(): Promise<void> {
    const done = (async () => {
      await this.run.everySecond();
      await this.run.settled();
    })();
    // A program that has ended never answers.
    for (let isDone = false; !isDone && !this.isKilled;) {
      const turns = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
      isDone = await Promise.race([done.then(() => true), turns]);
    }
    if (!this.isKilled) await done;
    else {
      this.run.disconnect();
      // Nobody waits for a turn that a killed program has left; it may fail where its broker is gone.
      done.catch(() => undefined);
      this.pastSince.clear();
    }
  }

  /** Let time pass until a clock time of the day. */
  async until(clock: string, move?: (second: number) => Promise<void> | void): Promise<void> {
    await this.seconds(Math.round((momentOf(`${LEG_DAY}T${clock}`) - this.now) / 1_000), move);
  }

  /** The program ends, and begins again. */
  async restart(): Promise<void> {
    this.run.disconnect();
    await this.run.settled();
    this.pastSince.clear();
    await this.begin();
  }

  get positions(): PositionRow[] {
    return this.run.execution.openPositions();
  }

  /** Units that the account truly has of a contract; below zero sold. */
  net(symbol: string): number {
    return this.links.broker.truth
      .filter(({ order }) => order.instrument.symbol === symbol)
      .reduce((sum, { order, filled }) => sum + (order.side === 'buy' ? filled : -filled), 0);
  }

  /** Contracts that the account truly has something of. */
  get account(): Record<string, number> {
    const symbols = new Set(this.links.broker.truth.map(({ order }) => order.instrument.symbol));
    return Object.fromEntries(
      [...symbols].map((symbol) => [symbol, this.net(symbol)] as const).filter(([, net]) => net !== 0),
    );
  }

  /** Sentences that were written for the owner, oldest first. */
  async said(): Promise<string[]> {
    const rows = await this.database.read
      .selectFrom('logs')
      .select('text')
      .where('strategy_id', '=', this.strategy.id)
      .orderBy('id')
      .execute();
    return rows.map(({ text }) => text);
  }

  /** Progress as it is written. */
  async phase(): Promise<string | null> {
    const row = await this.database.read
      .selectFrom('structures')
      .select('progress_json')
      .where('strategy_id', '=', this.strategy.id)
      .executeTakeFirst();
    return row ? (JSON.parse(row.progress_json) as { phase: string }).phase : null;
  }

  /** Whether the owner was told of trouble with a position. */
  private async isNotified({ opened_at: openedAt, symbol }: PositionRow): Promise<boolean> {
    const alert = await this.database.read
      .selectFrom('alerts')
      .select('id')
      .where('user_id', '=', USER)
      .where('is_critical', '=', 1)
      .where('at', '>=', openedAt)
      .where('body', 'like', `%${symbol}%`)
      .executeTakeFirst();
    return alert !== undefined;
  }

  private async watchStops(): Promise<void> {
    const { orders } = this.run.execution;
    for (const row of this.positions) {
      const price = this.priceOf(row.symbol);
      const isPast =
        row.stop_loss !== null && (row.side === 'long' ? price <= row.stop_loss : price >= row.stop_loss);
      const isLeaving = orders
        .of(row.id)
        .some(
          ({ slot, state, pending }) =>
            (slot === 'leaving' && state !== 'intended') ||
            (slot === 'resting-stop' &&
              (state === 'triggered' || state === 'partially-filled' || pending !== null)),
        );
      const { isSuspicious } = this.run.execution.reconciliation;
      if (!isPast || isLeaving || !this.run.isConnected || isSuspicious) {
        this.pastSince.delete(row.id);
        continue;
      }
      const since = this.pastSince.get(row.id) ?? this.now;
      this.pastSince.set(row.id, since);
      const isTooLong = this.now - since > MOST_PAST_MS;
      if (isTooLong && !(await this.isNotified(row))) this.breaches.push(`${row.symbol} is past its stop`);
    }
  }
}
