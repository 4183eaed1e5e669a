import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ALERT_RULE_LIMITS, type OutsideChannel } from '../../shared/alert-delivery.ts';
import type { EntryReading } from '../../engine/rules/compiled-rules.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { istDate } from '../../shared/time.ts';
import type { LiveAccount } from '../broker-accounts/live-account.ts';
import { LiveRun } from '../broker-accounts/live-run.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database } from '../db/database.ts';
import type { AlertRuleRow } from '../db/schema.ts';
import type { History } from '../market/history.ts';
import { findInstrument } from '../market/instrument-master.ts';
import type { ClosedCandle } from '../market/session-candles.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';
import { Refusal } from '../refusal.ts';
import type { MarketListener } from '../trading/market-news.ts';
import type { MarketRun } from '../trading/market-run.ts';
import type { MarketRuns } from '../trading/market-runs.ts';
import { TradingRun } from '../trading/trading-run.ts';
import { ChangeWriter } from './change-writer.ts';
import { paperDayResult, volatilityOf } from './clock-values.ts';
import { type ClockCondition, brokerTickName, MarketAlerts, marketNameOf } from './market-alerts.ts';
import { writeChange } from './rule-change.ts';
import { isWatched } from './rule-rows.ts';

export interface AlertRulesDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly notify: Notify;
  readonly logger: Logger;
  readonly history: History;
  readonly marketRuns: MarketRuns;
  /** A user's account at their broker; null while none is linked or up. */
  readonly accountOf: (userId: number) => LiveAccount | null;
  /** Called after the commit of deliveries that wait. */
  readonly onPending: (userId: number, channel: OutsideChannel) => void;
}

/** How long the simulated market waits for rules to be warm. */
const WARM_PATIENCE_MS = 10_000;
/** Turns of the clock between two looks at results. They are read from the database. */
const RESULT_TURNS = 3;
/** Turns between two questions to the broker about money. */
const MARGIN_TURNS = 60;
/** Turns between two tries to watch what a broker refused. */
const FOLLOW_TURNS = 30;
/** Turns between two looks for what can fire no more. */
const END_TURNS = 20;

/** Rules of one market, and what of its session is known. */
interface Market {
  readonly name: string;
  /** Null for the simulated market. */
  readonly userId: number | null;
  readonly alerts: MarketAlerts;
  /** When its last price came, by the clock of the wall; the start of the program before the first. */
  priceAt: number;
  /** The session that is watched by now; null before. */
  followed: unknown;
  /** Instruments that are new since. */
  readonly fresh: Set<string>;
  /** Turn of the next try to watch, after one that failed. */
  followAt: number;
  preparing: Promise<void> | null;
  /** Values that are being read by the clock. */
  reading: Promise<void> | null;
  /** The margin that the broker is being asked for. */
  asking: Promise<void> | null;
  /** Session of which its owner was told: not all is watched. */
  toldFor: unknown;
}

/** Name of the market that a rule is about. */
const marketNameFor = ({ mode, user_id }: Pick<AlertRuleRow, 'mode' | 'user_id'>): string =>
  mode === 'test' ? 'test' : `live ${user_id}`;

/**
 * Watches the alerts that people have made: at every tick of the simulated market and of their brokers' feeds, at the
 * close of candles, and once a second what no price tells. With no window open as well.
 */
export class AlertRules implements MarketListener {
  private readonly deps: AlertRulesDeps;
  private readonly markets = new Map<string, Market>();
  private readonly writer: ChangeWriter;
  private opening: Promise<void> | null = null;
  private turns = 0;
  /** Time of the clock at its last turn. */
  private turnAt = Number.NEGATIVE_INFINITY;
  private today = '';
  private readonly firedToday = new Map<number, number>();

  constructor(deps: AlertRulesDeps) {
    this.deps = deps;
    const { database, logger } = deps;
    this.writer = new ChangeWriter({
      ...{ database, logger },
      write: (tx, change) => writeChange(tx, change, deps),
    });
  }

  /** Take up what people watch. Once; after a failure it may be called again. */
  open(): Promise<void> {
    this.opening ??= this.load().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private async load(): Promise<void> {
    const { database, users } = this.deps;
    const rows = await database.read
      .selectFrom('alert_rules')
      .selectAll()
      .where('state', 'in', ['armed', 'waiting'])
      .where(users.among('user_id'))
      .execute();
    for (const row of rows) this.put(row);
  }

  /** Watch a rule as it is stored, or no more. */
  put(row: AlertRuleRow): void {
    this.remove(row.id);
    if (!isWatched(row)) return;
    const market = this.marketNamed(marketNameFor(row), row);
    market.alerts.add(row);
    if (row.symbol !== null) market.fresh.add(row.symbol);
  }

  remove(ruleId: number): void {
    for (const { alerts } of this.markets.values()) alerts.remove(ruleId);
  }

  /** Condition of a watched rule at the latest candle; null while it is not known. */
  readingOf(row: Pick<AlertRuleRow, 'id' | 'mode' | 'user_id'>): EntryReading | null {
    return this.markets.get(marketNameFor(row))?.alerts.candles.readingOf(row.id) ?? null;
  }

  private marketNamed(name: string, { mode, user_id }: Pick<AlertRuleRow, 'mode' | 'user_id'>): Market {
    const known = this.markets.get(name);
    if (known) return known;
    const userId = mode === 'test' ? null : user_id;
    const { history, logger } = this.deps;
    const alerts = new MarketAlerts({
      candles: {
        ...{ history, logger },
        prepare: async (run, document) => {
          if (run instanceof LiveRun) await run.prepareRules(document);
        },
      },
      tickNameOf: (symbol) => (userId === null ? symbol : brokerTickName(symbol)),
      previousClose: (tickName) => this.previousClose(userId, tickName),
      onChange: (change) => this.writer.add(change),
      mayFire: (owner) => this.mayFire(owner),
      ...{ isLive: userId !== null, now: () => this.deps.clock.now() },
    });
    const market: Market = {
      ...{ name, userId, alerts, followed: null, followAt: 0, preparing: null, fresh: new Set<string>() },
      ...{ reading: null, asking: null, toldFor: null },
      priceAt: this.deps.clock.now(),
    };
    this.markets.set(name, market);
    return market;
  }

  /** The run that a user's alerts of a mode are about; null while it is not there. */
  runOf(userId: number, mode: AlertRuleRow['mode']): MarketRun | null {
    if (mode === 'live') return this.deps.accountOf(userId)?.run ?? null;
    return this.deps.marketRuns.isOpen ? this.deps.marketRuns.simulated : null;
  }

  /** Last price of a symbol as alerts see it. Null before the first. */
  priceOf(userId: number, mode: AlertRuleRow['mode'], symbol: string): { price: number; at: number } | null {
    const run = this.runOf(userId, mode);
    if (!run) return null;
    if (!(run instanceof LiveRun) || findInstrument(symbol)?.kind !== 'index-proxy')
      return run.session.lastPrice(symbol);
    return run.session.lastPrice(brokerTickName(symbol)) ?? run.indices.latest([symbol]).get(symbol) ?? null;
  }

  /** Previous close of what ticks come under a name, paise. */
  private previousClose(userId: number | null, tickName: string): number | null {
    const run = this.runOf(userId ?? 0, userId === null ? 'test' : 'live');
    if (!(run instanceof LiveRun)) return run?.session.previousClose(tickName) ?? null;
    const index = tickName.endsWith(' index') ? tickName.slice(0, -' index'.length) : null;
    if (index === null) return run.session.previousClose(tickName);
    return run.indices.latest([index]).get(index)?.previousClose ?? null;
  }

  /** Whether the simulated market trades an instrument. */
  hasPrices(run: MarketRun, symbol: string): boolean {
    return run instanceof TradingRun && run.session.symbols.includes(symbol);
  }

  /** @throws Refusal, BrokerTrouble while prices cannot be brought */
  async bringPrice(userId: number, mode: AlertRuleRow['mode'], symbol: string): Promise<void> {
    const run = this.runOf(userId, mode);
    if (run instanceof LiveRun && run.isConnected) await run.follow([symbol]);
  }

  /** The previous close that a change is counted from, paise; null while it is not known. */
  previousCloseOf(userId: number, mode: AlertRuleRow['mode'], symbol: string): number | null {
    return mode === 'test'
      ? this.previousClose(null, symbol)
      : this.previousClose(userId, brokerTickName(symbol));
  }

  private mayFire(userId: number): boolean {
    const day = istDate(this.deps.clock.now());
    if (day !== this.today) {
      this.today = day;
      this.firedToday.clear();
    }
    const fired = (this.firedToday.get(userId) ?? 0) + 1;
    this.firedToday.set(userId, fired);
    return fired <= ALERT_RULE_LIMITS.firingsADay;
  }

  private marketOf(run: MarketRun): Market | null {
    const name = marketNameOf(run);
    return name === null ? null : (this.markets.get(name) ?? null);
  }

  onTicks(run: MarketRun, ticks: readonly { symbol: string; price: number }[], at: number): void {
    const market = this.marketOf(run);
    if (!market) return;
    market.priceAt = this.deps.clock.now();
    this.apart(() => market.alerts.onTicks(ticks, at));
  }

  onCandles(run: MarketRun, closed: readonly ClosedCandle[]): void {
    const market = this.marketOf(run);
    if (market) this.apart(() => market.alerts.onCandles(closed));
  }

  /** Keep a failure of alerts from strategies and positions. */
  private apart(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.deps.logger.error({ err: error }, 'alerts could not look at prices');
    }
  }

  async whenReady(run: MarketRun): Promise<void> {
    await this.open();
    const market = this.marketOf(run);
    if (market)
      await Promise.race([
        market.alerts.candles.warm(run, run),
        delay(WARM_PATIENCE_MS, undefined, { ref: false }),
      ]);
  }

  async settled(run: MarketRun): Promise<void> {
    if (this.marketOf(run)) await this.writer.settled();
  }

  *symbols(run: MarketRun): Iterable<string> {
    yield* this.marketOf(run)?.alerts.symbols() ?? [];
  }

  candleSymbols(run: MarketRun): Iterable<string> {
    return this.marketOf(run)?.alerts.candles.symbols() ?? [];
  }

  /** One turn of the clock: values without prices, new sessions, rules that are over. */
  async everySecond(): Promise<void> {
    await this.open();
    this.turns++;
    const now = this.deps.clock.now();
    if (now < this.turnAt) this.onSetBack(now);
    this.turnAt = now;
    for (const market of this.markets.values()) {
      if (market.alerts.size === 0) continue;
      const run = this.runOf(market.userId ?? 0, market.userId === null ? 'test' : 'live');
      if (run) this.prepare(market, run);
      if (run && this.turns % END_TURNS === 0) market.alerts.endOver(run.session.now);
      // A broker that is slow for one account keeps the clock from no other.
      market.reading ??= this.readClock(market, run).finally(() => (market.reading = null));
      if (this.turns % MARGIN_TURNS === 0)
        market.asking ??= this.readMargin(market, run).finally(() => (market.asking = null));
    }
  }

  private onSetBack(now: number): void {
    for (const market of this.markets.values()) {
      market.priceAt = Math.min(market.priceAt, now);
      market.alerts.onSetBack(now);
    }
  }

  /** Watch prices of a new session, and warm rules up. In the background. */
  private prepare(market: Market, run: MarketRun): void {
    const session = run instanceof LiveRun ? run.broker : run;
    if (session === null || market.preparing || this.turns < market.followAt) return;
    market.preparing = this.follow(market, run, session)
      .catch((error: unknown) => {
        market.followAt = this.turns + FOLLOW_TURNS;
        if (error instanceof BrokerTrouble) void this.notifyUnwatched(market, session, error.message);
        if (!(error instanceof BrokerTrouble) && !(error instanceof Refusal))
          this.deps.logger.error({ err: error }, 'prices of alerts could not be watched');
      })
      .finally(() => (market.preparing = null));
  }

  private async follow(market: Market, run: MarketRun, session: unknown): Promise<void> {
    if (run instanceof LiveRun) {
      const symbols = market.followed === session ? [...market.fresh] : [...market.alerts.symbols()];
      if (symbols.length > 0) await run.follow(symbols);
      for (const symbol of symbols) market.fresh.delete(symbol);
    }
    market.followed = session;
    await market.alerts.candles.warm(run, session);
  }

  /** Tell the owner once a session: prices of alerts do not come. */
  private async notifyUnwatched(market: Market, session: unknown, problem: string): Promise<void> {
    const { userId } = market;
    if (userId === null || market.toldFor === session) return;
    market.toldFor = session;
    const { database, notify, logger } = this.deps;
    try {
      await database.write(userId, (tx) =>
        notify(tx, userId, 'mine', {
          title: 'Some of your alerts are not watched',
          body: `The broker does not bring their prices. ${problem}`,
          link: '/notifications?view=mine',
        }),
      );
    } catch (error) {
      market.toldFor = null;
      logger.error({ err: error, userId }, 'nobody could be told of alerts without prices');
    }
  }

  private async readClock(market: Market, run: MarketRun | null): Promise<void> {
    for (const rule of [...market.alerts.clockRules()]) {
      const { condition, row } = rule;
      try {
        const missing = await this.whyNoStrategy(market, condition);
        if (missing) {
          market.alerts.endWithout(rule, missing, this.deps.clock.now());
          continue;
        }
        const value = await this.valueOf(market, run, condition, row.user_id);
        if (value !== undefined) market.alerts.onValue(rule, value, this.deps.clock.now());
      } catch (error) {
        if (error instanceof BrokerTrouble) continue;
        this.deps.logger.error({ err: error, ruleId: row.id }, 'the value of an alert could not be read');
      }
    }
  }

  /** Why the strategy of a condition has no result on a market; null where it has, and in turns without a look. */
  private async whyNoStrategy(
    market: Market,
    condition: ClockCondition,
  ): Promise<'gone' | 'elsewhere' | null> {
    if (condition.kind !== 'profit' || condition.strategyId === null) return null;
    if (this.turns % RESULT_TURNS !== 0) return null;
    const row = await this.deps.database.read
      .selectFrom('strategies')
      .select(['mode', 'removed_at'])
      .where('id', '=', condition.strategyId)
      .executeTakeFirst();
    if (!row || row.removed_at !== null) return 'gone';
    return row.mode === (market.userId === null ? 'test' : 'live') ? null : 'elsewhere';
  }

  /** Ask the broker once for all rules on the margin. */
  private async readMargin(market: Market, run: MarketRun | null): Promise<void> {
    const broker = run instanceof LiveRun ? run.broker : null;
    const rules = [...market.alerts.clockRules()].filter(({ condition }) => condition.kind === 'margin');
    if (!broker || rules.length === 0) return;
    try {
      const { used } = await broker.funds();
      for (const rule of rules) market.alerts.onValue(rule, used, this.deps.clock.now());
    } catch (error) {
      if (!(error instanceof BrokerTrouble))
        this.deps.logger.error({ err: error }, 'the margin could not be read for alerts');
    }
  }

  /** Value of a condition now; null while it is not known, undefined when it is not looked at in this turn. */
  private async valueOf(
    market: Market,
    run: MarketRun | null,
    condition: ClockCondition,
    userId: number,
  ): Promise<number | null | undefined> {
    switch (condition.kind) {
      case 'feed-age':
        return this.feedAge(market, run);
      case 'volatility': {
        const underlying = contractOf(condition.symbol)?.underlying ?? '';
        const mode = market.userId === null ? 'test' : 'live';
        const spot = this.priceOf(userId, mode, underlying);
        return run ? volatilityOf(run, condition.symbol, spot?.price ?? null) : null;
      }
      case 'profit':
        if (this.turns % RESULT_TURNS !== 0 || !run) return undefined;
        return this.dayResult(market, run, userId, condition.strategyId);
      // Asked of the broker, and apart: nothing waits for its answer.
      case 'margin':
        return undefined;
    }
  }

  /** Day's result as it stands, paise. */
  async dayResult(
    market: { readonly userId: number | null },
    run: MarketRun,
    userId: number,
    strategyId: number | null,
  ): Promise<number> {
    const { database } = this.deps;
    if (market.userId === null) return paperDayResult(database, run, userId, strategyId);
    return (await this.deps.accountOf(userId)?.dayResult(database.read, strategyId)) ?? 0;
  }

  /** Milliseconds since the last price, in market hours; null outside of them, and of a market that is paused. */
  private feedAge(market: Market, run: MarketRun | null): number | null {
    const now = this.deps.clock.now();
    if (market.userId !== null) {
      const session = sessionOn(istDate(now), { kind: 'equity' });
      const isOpen = session !== null && now >= session.open && now < session.close;
      return isOpen ? now - Math.max(market.priceAt, session.open) : null;
    }
    const status = this.deps.marketRuns.isOpen ? this.deps.marketRuns.simulated.session.status : 'paused';
    return run && (status === 'running' || status === 'stalled') ? now - market.priceAt : null;
  }

  /** Write what was found, and end. */
  async close(): Promise<void> {
    await this.writer.close();
  }
}
