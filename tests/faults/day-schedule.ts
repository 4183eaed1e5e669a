import type { Database } from '../../src/backend/db/database.ts';
import type { AccountDifferenceRow } from '../../src/backend/db/schema.ts';
import type { DifferenceKind, DifferenceResolution } from '../../src/shared/account-difference.ts';
import { Refusal } from '../../src/backend/refusal.ts';
import type { BrokerOrder } from '../../src/backend/brokers/broker.ts';
import type { ProtectionRules } from '../../src/engine/protection.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { phaseAt } from '../../src/engine/trading/trading-day.ts';
import { LiveWorld } from '../support/live-world.ts';
import { type Faults, NO_FAULTS } from '../support/seeded-broker.ts';

/** A strategy of the schedules: it holds at most one position, in one share. */
interface Strategy {
  readonly id: number;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly product: 'intraday' | 'delivery';
}
/** Strategies of the schedule. On one share both sides and both products, on others several on the same side. */
const STRATEGIES: readonly Strategy[] = [
  { id: 1, symbol: 'ITC', side: 'long', product: 'intraday' },
  { id: 2, symbol: 'ITC', side: 'short', product: 'intraday' },
  { id: 3, symbol: 'ITC', side: 'long', product: 'delivery' },
  { id: 4, symbol: 'SBIN', side: 'long', product: 'delivery' },
  { id: 5, symbol: 'SBIN', side: 'long', product: 'delivery' },
  { id: 6, symbol: 'INFY', side: 'long', product: 'intraday' },
];
const SYMBOLS = ['ITC', 'SBIN', 'INFY'] as const;
const FIRST_PRICES = { ITC: 400_00, SBIN: 800_00, INFY: 1_500_00 } as const;

/** A Friday, a Monday and, a holiday later, a Wednesday. */
const DAYS = ['2026-11-20', '2026-11-23', '2026-11-25'] as const;
const LAST_DAY = '2026-11-26';
const SHARE = { kind: 'equity' } as const;
const FAULTS: Faults = { timeOut: 0.2, late: 0.3, refused: 0.1, lost: 0.25, twice: 0.3, lag: 0.3 };
const TICK = 5;
/** Time after which an unknown order is held never to have arrived. */
const ABSENCE_SECONDS = 240;
const BETWEEN_BOOKS_SECONDS = 20;
/** Rounds at the end: so often the owner looks, and so often everything is left. */
const ROUNDS = 3;

const ANY_DECISION: readonly DifferenceResolution[] = ['take-over', 'take-over', 'write-off', 'leave-alone'];
/** Nothing is missing of a split; what is larger may be of the owner's own. */
const DECISIONS: Partial<Record<DifferenceKind, readonly DifferenceResolution[]>> = {
  split: ['take-over', 'take-over', 'leave-alone'],
  larger: ['leave-alone'],
};

type Product = BrokerOrder['product'];
const contracts = [...new Set(STRATEGIES.map(({ symbol, product }) => `${symbol} ${product}`))].map((key) => {
  const [symbol = '', product] = key.split(' ');
  return { key, symbol, product: product as Product & Strategy['product'] };
});

/**
 * Three days of one account: strategies enter and leave in clusters of activity, the broker is at fault, the program and
 * its session come and go, the owner trades by hand and settles what differs, shares split overnight.
 */
export class DaySchedule {
  readonly world: LiveWorld;
  private readonly random: Random;
  private readonly database: Database;
  private readonly runId: number;
  private readonly wrong = new Set<string>();
  /** Shares that the owner bought for themselves, by contract. */
  private readonly bought = new Map<string, number>();
  private readonly everBought = new Set<string>();
  /** Contracts that the owner left as they were. */
  private readonly leftAlone = new Set<string>();
  /** Shares whose price is frozen while manual trades are found out. */
  private readonly frozen = new Set<string>();

  constructor(database: Database, seed: number, runId: number) {
    this.database = database;
    this.runId = runId;
    this.random = seededRandom(`days ${seed}`);
    this.world = new LiveWorld({
      database,
      runId,
      at: `${DAYS[0]}T09:10:00`,
      faults: FAULTS,
      random: this.random,
      productOf: (id) => this.strategy(id).product,
      sideOf: (id) => this.strategy(id).side,
      protection: this.protection(),
    });
    this.world.broker.isOpen = (at) => phaseAt(SHARE, at) === 'open';
  }

  private strategy(id: number): Strategy {
    const strategy = STRATEGIES.find((one) => one.id === id);
    if (!strategy) throw new Error(`There is no strategy ${id}.`);
    return strategy;
  }

  private chance(probability: number): boolean {
    return this.random.uniform() < probability;
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random.uniform() * from.length)]!;
  }

  private protection(): Partial<ProtectionRules> {
    const percent = (value: number) => ({ kind: 'percent', value }) as const;
    return this.pick<Partial<ProtectionRules>>([
      {},
      { target: percent(1.5) },
      { trailing: percent(0.8) },
      { target: percent(3), partialExits: [{ distance: percent(1), percent: 50 }] },
    ]);
  }

  /** Plays all of it; answers what went wrong, in words. */
  async play(): Promise<string[]> {
    const { world } = this;
    for (const symbol of SYMBOLS) world.setPrice(symbol, FIRST_PRICES[symbol]);
    await world.load();
    for (const [index, day] of DAYS.entries()) {
      if (index > 0) await this.morning(day);
      for (const time of this.times(day)) await this.cluster(time);
      await this.evening(day);
    }
    await this.morning(LAST_DAY);
    world.goTo(`${LAST_DAY}T10:00:00`);
    await this.comeToRest();
    for (const breach of world.breaches) this.wrong.add(breach);
    for (const request of world.broker.whileShut) this.wrong.add(`the exchange is shut: ${request}`);
    for (const order of await world.wronglyRebuilt()) this.wrong.add(order);
    await this.checkLedger();
    return [...this.wrong];
  }

  private times(day: string): string[] {
    const minute = () => 20 + Math.floor(this.random.uniform() * 300);
    const clock = (minutes: number) =>
      `${String(9 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const between = [minute(), minute()].sort((a, b) => a - b).map((at) => `${clock(at)}:17`);
    return ['09:15:00', ...between, '15:09:55'].map((time) => `${day}T${time}`);
  }

  /** Move to a moment with other prices, and act there. */
  private async cluster(moment: string): Promise<void> {
    const { world } = this;
    await this.maybeAwayUntil(moment);
    for (const symbol of SYMBOLS) {
      if (this.chance(0.25)) world.broker.dormant.add(symbol);
      this.move(symbol, 0.01);
    }
    await this.seconds(9);
    if (this.chance(0.12)) await this.tradeByHand();
    if (this.chance(0.5)) await this.settleDifferences();
    if (!world.isOn && this.chance(0.7)) await this.turnOn();
    await this.seconds(3);
  }

  /**
   * Perhaps end, restart or disconnect the program. It may end, start again at once, or lose its session until some
   * cluster later.
   */
  private async maybeAwayUntil(moment: string): Promise<void> {
    const { world } = this;
    if (world.isOn && this.chance(0.15)) {
      if (this.chance(0.5)) world.leave();
      else await world.connect(false);
    }
    world.goTo(moment);
    if (!world.isOn && this.chance(0.6)) await this.turnOn();
    if (world.isOn && this.chance(0.15)) await this.restart();
  }

  private async restart(): Promise<void> {
    this.world.leave();
    await this.turnOn();
  }

  private async turnOn(): Promise<void> {
    const { world } = this;
    // A program that was ended finds the session of before; one that runs gets a new one.
    await world.connect(true);
    await world.comeBack();
  }

  private async evening(day: string): Promise<void> {
    const { world } = this;
    if (world.isOn && this.chance(0.35)) world.leave();
    for (const time of ['15:20:00', '16:25:00', '20:00:00']) {
      world.goTo(`${day}T${time}`);
      await world.seconds(2);
    }
  }

  /** A night has passed, and the books of the day are empty. */
  private async morning(day: string): Promise<void> {
    const { world } = this;
    const { broker } = world;
    world.goTo(`${day}T08:30:00`);
    await broker.nextDay();
    broker.dormant.clear();
    // What is left of intraday the broker has squared off.
    for (const { key, product } of contracts) if (product === 'intraday') this.bought.delete(key);
    if (this.chance(0.3)) await this.split();
    await world.seconds(2);
    if (!world.isOn && this.chance(0.7)) await this.turnOn();
    world.goTo(`${day}T09:05:00`);
    await world.seconds(2);
  }

  private async split(): Promise<void> {
    const symbol = this.pick(['ITC', 'SBIN'] as const);
    // What differs already is not told apart from a split.
    const there = await this.world.broker.account(symbol, 'delivery');
    if (there !== this.ours(symbol, 'delivery') || (await this.unseenEntries(symbol, 'delivery')) > 0) return;
    const factor = this.pick([2, 5]);
    this.world.broker.split(symbol, factor);
    this.setPrice(symbol, (this.world.priceOf(symbol) ?? 0) / factor);
  }

  private setPrice(symbol: string, price: number): void {
    this.world.setPrice(symbol, Math.max(TICK, Math.round(price / TICK) * TICK));
  }

  private move(symbol: string, share: number): void {
    if (this.frozen.has(symbol)) return;
    this.setPrice(symbol, (this.world.priceOf(symbol) ?? 0) * (1 + share * this.random.normal()));
  }

  private async seconds(count: number): Promise<void> {
    const { world } = this;
    for (let second = 0; second < count; second++) {
      for (const symbol of SYMBOLS) this.move(symbol, 0.004);
      if (world.isOn) await this.trade();
      if (this.chance(0.04)) this.beAtFault();
      if (world.isOn && this.chance(0.01)) await this.restart();
      await world.seconds(1);
      await this.checkAccount();
    }
  }

  /** Have orders of a kind refused for a while. At the door, or after they were accepted. */
  private beAtFault(): void {
    const { broker } = this.world;
    const symbol = this.pick(SYMBOLS);
    const isStop = this.chance(0.5);
    const isLate = this.chance(0.5);
    broker.refuse(
      (order) => order.instrument.symbol === symbol && (order.trigger !== null) === isStop,
      1 + Math.floor(this.random.uniform() * 6),
      isLate ? 'Refused by the exchange.' : 'Too many requests.',
      isLate,
    );
  }

  private async trade(): Promise<void> {
    const { world } = this;
    if (!world.broker.isOpen(world.now)) return;
    for (const { id, symbol } of STRATEGIES) {
      if (this.frozen.has(symbol) || !world.execution.lastPrice(symbol)) continue;
      const [position] = world.execution.positionsOf(id, symbol);
      const isBusy = world.execution.hasWorkingEntry(id, symbol);
      if (!position && !isBusy && this.chance(0.12)) await world.enter(symbol, this.pick([4, 10, 15]), id);
      else if (position && this.chance(0.03))
        await world.exit(position.id, this.chance(0.4) ? this.pick([1, 3, 5]) : undefined);
    }
  }

  /**
   * Trade by hand, and let it be found out. The owner sells of ours or buys for themselves, where nothing of it is
   * under way.
   */
  private async tradeByHand(): Promise<void> {
    const { world } = this;
    const { broker } = world;
    if (!broker.isOpen(world.now)) return;
    const { key, symbol, product } = this.pick(contracts);
    // Nothing is on its way out that was priced and compared a moment before.
    this.frozen.add(symbol);
    await this.seconds(7);
    if (!(await this.tradesByHand(key, symbol, product))) return void this.frozen.delete(symbol);
    broker.faults = NO_FAULTS;
    await this.seconds(45);
    this.frozen.delete(symbol);
    broker.faults = FAULTS;
  }

  private async tradesByHand(key: string, symbol: string, product: Product): Promise<boolean> {
    const { world } = this;
    const { broker } = world;
    const isUnderWay = broker.truth.some(
      ({ order, state }) => order.instrument.symbol === symbol && ['pending', 'open'].includes(state),
    );
    const isInDoubt = world.execution.orders
      .all()
      .some(
        (order) => order.symbol === symbol && ['submitted', 'unknown', 'triggered'].includes(order.state),
      );
    const there = await broker.account(symbol, product);
    const isOnlyLong = !STRATEGIES.some(
      (one) => one.symbol === symbol && one.product === product && one.side === 'short',
    );
    // Where something differs already, shares have no names.
    const isAgreed = there === this.ours(symbol, product) + (this.bought.get(key) ?? 0);
    if (!world.isOn || isUnderWay || isInDoubt || !isOnlyLong || !isAgreed) return false;
    if (world.positions.some((row) => row.symbol === symbol && row.protection_state === 'leaving'))
      return false;
    const instrument = world.contractOf(symbol);
    const price = world.priceOf(symbol) ?? 0;
    if (there > 0 && !this.bought.has(key) && this.chance(0.7))
      broker.tradeByHand(instrument, 'sell', 1 + Math.floor(this.random.uniform() * there), price, product);
    else if (
      there === 0 &&
      !world.positions.some((row) => row.symbol === symbol && row.product === product)
    ) {
      const quantity = this.pick([3, 7]);
      broker.tradeByHand(instrument, 'buy', quantity, price, product);
      this.everBought.add(key);
      this.bought.set(key, (this.bought.get(key) ?? 0) + quantity);
    } else return false;
    return true;
  }

  private openDifferences(): Promise<AccountDifferenceRow[]> {
    return this.database.read
      .selectFrom('account_differences')
      .selectAll()
      .where('run_id', '=', this.runId)
      .where('status', '=', 'open')
      .where('resolution', 'is', null)
      .execute();
  }

  private async settleDifferences(isLast = false): Promise<void> {
    for (const difference of await this.openDifferences()) {
      const price = this.world.priceOf(difference.symbol) ?? 1;
      const resolution = this.pick(DECISIONS[difference.kind] ?? ANY_DECISION);
      try {
        await this.world.execution.resolveDifference(difference, { resolution, price });
        if (resolution === 'leave-alone') this.leftAlone.add(difference.symbol);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // After a split the price of today is none that this was bought or sold at: who is told so has no other here.
        if (isLast && error.code === 'refused')
          await this.world.execution.resolveDifference(difference, { resolution: 'write-off', price: null });
      }
    }
    await this.world.settle();
  }

  /**
   * Check that our orders never bring the account below zero. This holds for contracts that only have long strategies.
   */
  private async checkAccount(): Promise<void> {
    for (const { key, symbol, product } of contracts) {
      if (key === 'ITC intraday') continue;
      const there = await this.world.broker.account(symbol, product);
      if (there < 0) this.wrong.add(`the account is at ${there} ${key}`);
    }
  }

  /** Check that strategies of a side never exit more than they entered. For every share, at any moment. */
  private async checkLedger(): Promise<void> {
    const rows = await this.database.read
      .selectFrom('orders')
      .select(['tag', 'strategy_id'])
      .where('run_id', '=', this.runId)
      .execute();
    const strategyOf = new Map(rows.map(({ tag, strategy_id: id }) => [tag, this.strategy(id)]));
    const net = new Map<string, number>();
    const change = (has: string, to: (quantity: number) => number): void => {
      for (const [key, quantity] of net) if (key.includes(has)) net.set(key, to(quantity));
    };
    for (const line of this.world.broker.ledger) {
      if (line === 'night') change('intraday', () => 0);
      else if ('factor' in line)
        change(`${line.symbol} delivery`, (quantity) => Math.floor(quantity * line.factor));
      else {
        const strategy = strategyOf.get(line.order.tag);
        if (!strategy) continue;
        const key = `${strategy.symbol} ${strategy.product} ${strategy.side}`;
        const isIn = (line.order.side === 'buy') === (strategy.side === 'long');
        const left = (net.get(key) ?? 0) + (isIn ? line.quantity : -line.quantity);
        net.set(key, left);
        // Shares of the owner's own stand in for ours that were sold without our knowing.
        const owns = this.everBought.has(`${strategy.symbol} ${strategy.product}`);
        if (left < 0 && !owns) this.wrong.add(`${-left} more of ${key} were left than entered`);
      }
    }
  }

  /** No faults any more, prices stand, the owner settles what is open; then everything is left. */
  private async comeToRest(): Promise<void> {
    const { world } = this;
    world.broker.faults = NO_FAULTS;
    world.broker.refusals = [];
    world.broker.dormant.clear();
    if (!world.isOn) await this.turnOn();
    await world.seconds(5);
    for (let passed = 0; passed < ABSENCE_SECONDS; passed += BETWEEN_BOOKS_SECONDS) {
      world.skip(BETWEEN_BOOKS_SECONDS - 1);
      await world.seconds(1);
    }
    for (let round = 0; round < ROUNDS; round++) {
      await world.seconds(4);
      await this.settleLost();
      await this.settleDifferences(round === ROUNDS - 1);
      world.skip(20);
    }
    await world.seconds(5);
    await this.compare('at rest');
    for (const { id } of world.positions) await world.exit(id);
    for (let round = 0; round < ROUNDS; round++) {
      await world.seconds(6);
      world.skip(60);
    }
    await this.compare('after everything was left');
    for (const row of world.positions)
      if (!this.leftAlone.has(row.symbol))
        this.wrong.add(`${row.quantity} ${row.symbol} of strategy ${row.strategy_id} are not left`);
  }

  /** Settle, as the owner, an order that is truly not there. */
  private async settleLost(): Promise<void> {
    const { execution, broker } = this.world;
    for (const order of execution.orders.all())
      if (order.state === 'unknown' && order.tag !== null && !broker.byTag(order.tag))
        await execution.resolve(order.id, 'not-placed');
  }

  private ours(symbol: string, product: Product): number {
    return this.world.positions
      .filter((row) => row.symbol === symbol && row.product === product)
      .reduce((sum, { side, quantity }) => sum + (side === 'long' ? quantity : -quantity), 0);
  }

  /** Compare ours and the owner's own shares with the account. Together they are what the account has. */
  private async compare(when: string): Promise<void> {
    const { world } = this;
    for (const { key, symbol, product } of contracts) {
      if (this.leftAlone.has(symbol)) continue;
      const ours = this.ours(symbol, product);
      const owners = (this.bought.get(key) ?? 0) + (await this.unseenEntries(symbol, product));
      const there = await world.broker.account(symbol, product);
      // What the owner has of their own may stand in for what is missing of ours; shares have no names.
      if (ours > there || ours + owners < there)
        this.wrong.add(
          `${when} ${key} is ${ours} here, ${owners} the owner's own and ${there} in the account`,
        );
    }
  }

  /** Bought by entries whose day ended while nobody knew of them; the owner was told so. */
  private async unseenEntries(symbol: string, product: Product): Promise<number> {
    const rows = await this.database.read
      .selectFrom('orders')
      .select(['tag', 'side', 'filled_quantity', 'broker_product'])
      .where('run_id', '=', this.runId)
      .where('symbol', '=', symbol)
      .where('slot', '=', 'entry')
      .where('state', 'in', ['expired', 'written-off'])
      .execute();
    // What is left of intraday the broker has squared off in the night.
    if (product === 'intraday') return 0;
    let unseen = 0;
    for (const { tag, side, filled_quantity: known, broker_product: of } of rows) {
      if (of !== product) continue;
      const filled = this.world.broker.ledger.reduce(
        (sum, line) =>
          sum + (line !== 'night' && 'order' in line && line.order.tag === tag ? line.quantity : 0),
        0,
      );
      unseen += side === 'buy' ? filled - known : known - filled;
    }
    return unseen;
  }
}
