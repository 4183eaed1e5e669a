import type { Direction } from '../../engine/alerts/level-book.ts';
import { type PriceEvent, PriceAlerts } from '../../engine/alerts/price-alerts.ts';
import { eventAt } from '../../engine/alerts/truth.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { expiryMoment } from '../../engine/contracts/expiry.ts';
import type { RuleState } from '../../shared/alert-delivery.ts';
import { TIMEFRAME_MINUTES } from '../../shared/rule-document.ts';
import { istDate, MINUTE_MS } from '../../shared/time.ts';
import type { AlertRuleRow } from '../db/schema.ts';
import { candleStart } from '../market/candle-aggregate.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import type { ClosedCandle } from '../market/session-candles.ts';
import type { MarketRun } from '../trading/market-run.ts';
import type { FiredValue } from './alert-texts.ts';
import { CandleAlerts } from './candle-alerts.ts';
import type { RuleChange } from './rule-change.ts';
import {
  conditionOf,
  type StoredCondition,
  STRATEGY_ELSEWHERE,
  STRATEGY_GONE,
  symbolOfCondition,
} from './rule-rows.ts';

/** A rule that is watched, and where it stands. */
export interface WatchedRule {
  readonly row: AlertRuleRow;
  readonly condition: StoredCondition;
  isWaiting: boolean;
  since: number;
}

/** Kinds whose values are read by the clock. */
export type ClockCondition = Extract<
  StoredCondition,
  { readonly kind: 'profit' | 'feed-age' | 'volatility' | 'margin' }
>;

type ClockRule = WatchedRule & { readonly condition: ClockCondition };

interface MarketAlertsDeps {
  readonly candles: Pick<ConstructorParameters<typeof CandleAlerts>[0], 'history' | 'logger' | 'prepare'>;
  /** Under which name ticks of a symbol come. */
  readonly tickNameOf: (symbol: string) => string;
  readonly previousClose: (tickName: string) => number | null;
  readonly onChange: (change: RuleChange) => void;
  /** Whether its times are those of the clock of the wall. Those of the simulated market are its own. */
  readonly isLive: boolean;
  /** Clock of the wall. */
  readonly now: () => number;
  /** Whether a user's alerts may still fire today; asked once for each firing. */
  readonly mayFire: (userId: number) => boolean;
}

/** Symbol that has prices whenever the market is open. */
const ALWAYS_TRADED = 'NIFTY';

const TOO_OFTEN =
  'It has fired too often: the alerts of an account may fire 5,000 times in a day. Arm it again tomorrow.';
const EXPIRED = 'The contract has expired.';
const PAST_LAST_DAY = 'Its last day is over.';

/** End of the bar of a moment, epoch ms. */
const barEndOf = ({ row, condition }: WatchedRule, at: number): number => {
  const timeframe = row.timeframe ?? '1m';
  const symbol = symbolOfCondition(condition);
  const kind = symbol === null ? 'equity' : tradedAs(symbol).kind;
  return candleStart(at, timeframe, kind) + TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
};

/** Wait no longer than a rule may at `now`. The clock may have been wrong before. */
const capWait = (rule: WatchedRule, now: number): void => {
  rule.since = Math.min(rule.since, rule.row.repeat === 'each-bar' ? barEndOf(rule, now) : now);
};

const isByClock = (condition: StoredCondition): condition is ClockCondition =>
  condition.kind !== 'rules' && condition.kind !== 'price' && condition.kind !== 'change';

/** All rules of one market: the simulated one, or a user's broker. */
export class MarketAlerts {
  readonly candles: CandleAlerts;
  private readonly deps: MarketAlertsDeps;
  private readonly prices: PriceAlerts;
  private readonly rules = new Map<number, WatchedRule>();
  private readonly clocked = new Map<number, ClockRule>();
  /** Instruments whose prices are needed, and by how many rules. */
  private readonly wanted = new Map<string, number>();

  constructor(deps: MarketAlertsDeps) {
    this.deps = deps;
    this.prices = new PriceAlerts(deps.previousClose);
    this.candles = new CandleAlerts({
      ...deps.candles,
      onSignal: (ruleId, isTrue, at, candle) => this.onSignal(ruleId, isTrue, at, candle),
    });
  }

  get size(): number {
    return this.rules.size;
  }

  /** Instruments whose prices are needed. */
  symbols(): Iterable<string> {
    return this.wanted.keys();
  }

  /** Rules that are read by the clock. */
  clockRules(): Iterable<ClockRule> {
    return this.clocked.values();
  }

  add(row: AlertRuleRow): void {
    this.remove(row.id);
    const condition = conditionOf(row);
    const isWaiting = row.state === 'waiting';
    const rule: WatchedRule = {
      ...{ row, condition, isWaiting },
      since: Math.max(row.state_at, row.last_bar ?? 0),
    };
    if (this.isByWall(rule)) capWait(rule, this.deps.now());
    this.rules.set(row.id, rule);
    for (const symbol of neededBy(condition)) this.wanted.set(symbol, (this.wanted.get(symbol) ?? 0) + 1);
    if (condition.kind === 'rules') this.candles.add(row, condition.document);
    else if (condition.kind === 'price' || condition.kind === 'change')
      this.prices.add({
        ...{ id: row.id, isWaiting, since: rule.since, direction: row.direction, repeat: row.repeat },
        ...{ symbol: this.deps.tickNameOf(condition.symbol), when: condition.when },
        target:
          condition.kind === 'price'
            ? { kind: 'price', price: condition.price }
            : { kind: 'change', percent: condition.percent },
        barEnd: (at) => barEndOf(rule, at),
      });
    else this.clocked.set(row.id, rule as ClockRule);
  }

  private isByWall({ condition }: WatchedRule): boolean {
    return this.deps.isLive || isByClock(condition);
  }

  /** The clock of the wall was set back: nothing waits for a moment of before. */
  onSetBack(now: number): void {
    for (const rule of this.rules.values()) if (this.isByWall(rule)) capWait(rule, now);
    if (this.deps.isLive) this.prices.capWaits(now);
  }

  remove(ruleId: number): void {
    const rule = this.rules.get(ruleId);
    if (!rule) return;
    this.rules.delete(ruleId);
    this.clocked.delete(ruleId);
    this.prices.remove(ruleId);
    this.candles.remove(ruleId);
    for (const symbol of neededBy(rule.condition)) {
      const left = (this.wanted.get(symbol) ?? 1) - 1;
      if (left > 0) this.wanted.set(symbol, left);
      else this.wanted.delete(symbol);
    }
  }

  /** Apply prices of one moment. */
  onTicks(ticks: readonly { readonly symbol: string; readonly price: number }[], at: number): void {
    if (this.prices.size === 0) return;
    for (const { symbol, price } of ticks)
      for (const event of this.prices.onTick(symbol, price, at)) this.onPrice(event);
  }

  onCandles(closed: readonly ClosedCandle[]): void {
    this.candles.onCandles(closed);
  }

  private onPrice({ id, kind, price, at, direction, until }: PriceEvent): void {
    const rule = this.rules.get(id);
    if (!rule) return;
    const { repeat } = rule.row;
    const isCrossing = rule.condition.kind === 'price' && rule.condition.when === 'crosses';
    if (kind !== 'fired') return this.change(rule, { state: 'armed', at, direction });
    const occasion = until === null ? `tick ${at}` : `bar ${until}`;
    const state = repeat === 're-armed' && !isCrossing ? 'waiting' : repeat === 'once' ? 'fired' : 'armed';
    this.change(rule, { state, at, direction, barEnd: until, fired: { occasion, value: price } });
  }

  /** Apply the word of rules at the close of a candle. `candle` is its start. */
  private onSignal(ruleId: number, isTrue: boolean, at: number, candle: number): void {
    const rule = this.rules.get(ruleId);
    if (rule) this.onTruth(rule, isTrue, at, null, `candle ${candle}`);
  }

  /** Apply the value of a rule that is read by the clock. Null while it is not known. */
  onValue(rule: ClockRule, value: number | null, at: number): void {
    const { condition, row } = rule;
    // Changed while its value was read: another stands in its place.
    if (this.rules.get(row.id) !== rule) return;
    const occasion = row.repeat === 'each-bar' ? `bar ${barEndOf(rule, at)}` : `clock ${at}`;
    this.onTruth(rule, value === null ? null : isReached(condition, value), at, value, occasion);
  }

  private onTruth(
    rule: WatchedRule,
    isTrue: boolean | null,
    at: number,
    value: FiredValue,
    occasion: string,
  ): void {
    const { repeat } = rule.row;
    const event = eventAt(rule, repeat, isTrue, at);
    if (event === 'armed') this.change(rule, { state: 'armed', at });
    if (event !== 'fired') return;
    const isByBars = repeat === 'each-bar' && rule.condition.kind !== 'rules';
    const barEnd = isByBars ? barEndOf(rule, at) : null;
    const state = repeat === 'once' ? 'fired' : repeat === 're-armed' ? 'waiting' : 'armed';
    this.change(rule, { state, at, barEnd, fired: { occasion, value } });
  }

  /** End what can fire no more at a moment of the market: past its last day, or after the expiry of its contract. */
  endOver(now: number): void {
    const today = istDate(now);
    for (const rule of [...this.rules.values()]) {
      const { until_day: until } = rule.row;
      const contract = contractOf(symbolOfCondition(rule.condition) ?? '');
      const isExpired = contract !== null && expiryMoment(contract.expiry) <= now;
      const reason = isExpired ? EXPIRED : until !== null && until < today ? PAST_LAST_DAY : null;
      if (reason !== null) this.change(rule, { state: 'ended', at: now, reason });
    }
  }

  /** End a rule whose strategy has no result here any more. */
  endWithout(rule: WatchedRule, strategy: 'gone' | 'elsewhere', at: number): void {
    if (this.rules.get(rule.row.id) !== rule) return;
    const reason = strategy === 'gone' ? STRATEGY_GONE : STRATEGY_ELSEWHERE;
    this.change(rule, { state: 'ended', at, reason });
  }

  private change(
    rule: WatchedRule,
    given: {
      readonly state: RuleState;
      readonly at: number;
      readonly direction?: Direction | null;
      readonly barEnd?: number | null;
      readonly fired?: RuleChange['fired'];
      readonly reason?: string;
    },
  ): void {
    const { row } = rule;
    const isTooOften = given.fired !== undefined && !this.deps.mayFire(row.user_id);
    const { at, direction = null, barEnd = null, fired = null } = given;
    const state = isTooOften ? 'failed' : given.state;
    rule.isWaiting = state === 'waiting';
    rule.since = barEnd ?? at;
    if (state !== 'armed' && state !== 'waiting') this.remove(row.id);
    this.deps.onChange({
      ...{ ruleId: row.id, userId: row.user_id, version: row.updated_at, state, at, direction, barEnd },
      fired: isTooOften ? null : fired,
      reason: isTooOften ? TOO_OFTEN : (given.reason ?? ''),
    });
  }
}

/** Instruments whose prices a condition needs: that of a volatility is its underlying too. */
const neededBy = (condition: StoredCondition): readonly string[] => {
  // A feed of which nothing is asked says nothing.
  if (condition.kind === 'feed-age') return [ALWAYS_TRADED];
  const symbol = symbolOfCondition(condition);
  if (symbol === null) return [];
  const underlying = condition.kind === 'volatility' ? contractOf(symbol)?.underlying : undefined;
  return underlying === undefined ? [symbol] : [symbol, underlying];
};

const isReached = (condition: ClockCondition, value: number): boolean => {
  switch (condition.kind) {
    case 'profit':
      return condition.when === 'above' ? value >= condition.amount : value <= condition.amount;
    case 'volatility':
      return condition.when === 'above' ? value >= condition.percent : value <= condition.percent;
    case 'feed-age':
      return value >= condition.ms;
    case 'margin':
      return value >= condition.amount;
  }
};

/** Name under which ticks of an index itself come from a broker; its own symbol is traded as its future. */
export const brokerTickName = (symbol: string): string =>
  findInstrument(symbol)?.kind === 'index-proxy' ? `${symbol} index` : symbol;

/** Name of the market of a run. A replay has no alerts: null. */
export const marketNameOf = ({ identity, historyOwnerId }: MarketRun): string | null =>
  identity.source === 'simulated' ? 'test' : identity.source === 'broker' ? `live ${historyOwnerId}` : null;
