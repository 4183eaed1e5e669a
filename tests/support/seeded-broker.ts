import type {
  Broker,
  BrokerHolding,
  BrokerInstrument,
  BrokerOrder,
  BrokerOrderRef,
  BrokerQuote,
  BrokerTrade,
  BrokerTroubleKind,
  ChangeOutcome,
  NetPosition,
  OrderChange,
  OrderReport,
  Placement,
  SaleAuthorisation,
} from '../../src/backend/brokers/broker.ts';
import { istIso } from '../../src/shared/time.ts';
import { SeededRules } from './seeded-rules.ts';
import type { Random } from '../../src/engine/random.ts';

/** True state of an order, whatever its sender is told. */
interface TrueOrder {
  readonly brokerOrderId: string;
  readonly order: BrokerOrder;
  quantity: number;
  price: number;
  trigger: number | null;
  state: OrderReport['state'];
  filled: number;
  value: number;
  /** When it reaches the exchange. */
  readonly arrivesAt: number;
  readonly isRefused: boolean;
  readonly refusedFor?: string | undefined;
}

/** How often each fault happens, 0 to 1. */
export interface Faults {
  readonly timeOut: number;
  readonly late: number;
  readonly refused: number;
  readonly lost: number;
  readonly twice: number;
  readonly lag: number;
}
export const NO_FAULTS: Faults = { timeOut: 0, late: 0, refused: 0, lost: 0, twice: 0, lag: 0 };

/**
 * Fate of the orders of one share: `refused` at the door, `rejected` after it was accepted, `lost` without an answer,
 * `unanswered` but there all the same.
 */
export type ShareMood = 'refused' | 'rejected' | 'lost' | 'unanswered';

/** Orders that a broker refuses, so many of them: at the door, or after it has accepted them. */
export interface Refusals {
  readonly of: (order: BrokerOrder) => boolean;
  left: number;
  readonly isLate: boolean;
  readonly reason: string;
}

/** An event as the account saw it. A fill, a split of a share, or a night in which intraday positions end. */
export type LedgerLine =
  | 'night'
  | { readonly order: BrokerOrder; readonly quantity: number }
  | { readonly symbol: string; readonly factor: number };

/** A broker accepts what the exchange then refuses. */
const MARKET_CLOSED: Refusals = {
  of: () => true,
  left: 1,
  isLate: true,
  reason: 'Market is closed.',
};

const OTHER_VARIETY = { outcome: 'refused', kind: 'order', reason: 'Invalid Order Variety' } as const;

/** A stop order stays one for its whole life, also once triggered. */
const isOfVariety = ({ order: asked }: BrokerOrderRef, { order }: TrueOrder): boolean =>
  (asked.trigger === null) === (order.trigger === null);

const NO_ANSWER = { outcome: 'unknown', reason: 'No answer came in time.' } as const;
const LATE_MS = 60_000;
const LAG_MS = 20_000;

/**
 * A broker in virtual time whose faults come from a seed: answers that time out although the order was taken, refused
 * or lost, orders that arrive a minute late, reports that come twice, an order book that lags behind. It knows the
 * truth, for tests to compare with.
 */
export class SeededBroker implements Broker {
  readonly truth: TrueOrder[] = [];
  readonly rules: SeededRules;
  faults: Faults;
  /** Why every order is refused at the door; null when none is. */
  refusal: { readonly kind: BrokerTroubleKind; readonly reason: string } | null = null;
  /** By symbol. */
  readonly moods = new Map<string, ShareMood>();
  refusals: Refusals[] = [];
  /** Whether the exchange takes orders at a moment; it always does unless told. */
  isOpen: (at: number) => boolean = () => true;
  /** Orders, changes and cancellations that came in. */
  requests = 0;
  /** Orders and changes that came in while the exchange took none. */
  readonly whileShut: string[] = [];
  /** Shares whose stop orders do not trigger. */
  readonly dormant = new Set<string>();
  /** Everything that was filled on any day, and what multiplied it. */
  readonly ledger: LedgerLine[] = [];
  /** Last prices by token, paise. */
  readonly prices = new Map<string, number>();
  /** Holdings of the account from days before. */
  delivered: readonly BrokerHolding[] = [];
  /** Contracts from days before. */
  carried: readonly NetPosition[] = [];
  depository: SaleAuthorisation = 'authorised';
  available = 1_00_00_000_00;
  /** Since when its books and reports tell nothing: what the account holds shows it alone. Null while they do. */
  silentSince: number | null = null;
  /** Requests of a kind that come to nothing, without an answer. Of changes also the answer alone. */
  readonly lost = new Set<'change' | 'cancel' | 'answer'>();
  /** Changes arrive when this is over. */
  changesOnTheWay: Promise<void> | null = null;
  /** How often a fill is only a part of what is left. */
  partly = 0.3;
  private readonly random: Random;
  private readonly now: () => number;
  private readonly listeners = new Set<(report: OrderReport) => void>();
  private readonly pending: { at: number; report: OrderReport }[] = [];

  constructor(random: Random, now: () => number, faults: Faults) {
    this.random = random;
    this.now = now;
    this.faults = faults;
    this.rules = new SeededRules({
      ...{ random, now },
      priceOf: ({ token }) => this.prices.get(token),
      onTrigger: ({ instrument, side, quantity, price }) =>
        this.tradeByHand(instrument, side, quantity, price, 'delivery'),
    });
  }

  private chance(probability: number): boolean {
    return this.random.uniform() < probability;
  }

  /** Refuses the next orders of a kind: at once, or when they come to the exchange. */
  refuse(of: Refusals['of'], left: number, reason: string, isLate = false): void {
    this.refusals.push({ of, left, isLate, reason });
  }

  private refusalOf(order: BrokerOrder): Refusals | undefined {
    const refusal = this.refusals.find((one) => one.left > 0 && one.of(order));
    if (refusal) refusal.left--;
    return refusal;
  }

  /** The owner of the account trades in the broker's own app. */
  tradeByHand(
    instrument: BrokerInstrument,
    side: 'buy' | 'sell',
    quantity: number,
    price: number,
    product: BrokerOrder['product'] = 'intraday',
  ): void {
    const order: BrokerOrder = { tag: '', instrument, side, quantity, product, price, trigger: null };
    const truth: TrueOrder = {
      brokerOrderId: `H${++this.numbers}`,
      order,
      quantity,
      price,
      trigger: null,
      state: 'filled',
      filled: quantity,
      value: quantity * price,
      arrivesAt: this.now(),
      isRefused: false,
    };
    this.truth.push(truth);
    this.book(truth, quantity, price);
    this.report(truth);
    this.deliver();
  }

  private count(request: string): void {
    this.requests++;
    if (!this.isOpen(this.now())) this.whileShut.push(`${request} at ${istIso(this.now())}`);
  }

  place(order: BrokerOrder): Promise<Placement> {
    this.count(`an order to ${order.side} ${order.instrument.symbol}`);
    const { faults } = this;
    const wanted = this.isOpen(this.now()) ? this.refusalOf(order) : MARKET_CLOSED;
    if (wanted && !wanted.isLate)
      return Promise.resolve({ outcome: 'refused', kind: 'order', reason: wanted.reason });
    if (this.refusal) return Promise.resolve({ outcome: 'refused', ...this.refusal });
    const mood = this.moods.get(order.instrument.symbol);
    const isTimeOut = mood === 'unanswered' || this.chance(faults.timeOut);
    if (mood === 'lost' || (isTimeOut && this.chance(faults.lost))) return Promise.resolve(NO_ANSWER);
    const isRefused = wanted !== undefined || mood === 'rejected' || this.chance(faults.refused);
    const isLateRefusal = wanted !== undefined || mood === 'rejected';
    if (mood === 'refused' || (!isLateRefusal && isRefused && !isTimeOut))
      return Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Refused by the broker.' });
    const isLate = isTimeOut && this.chance(faults.late);
    const brokerOrderId = `B${++this.numbers}`;
    this.truth.push({
      brokerOrderId,
      order,
      quantity: order.quantity,
      price: order.price,
      trigger: order.trigger,
      state: 'pending',
      filled: 0,
      value: 0,
      arrivesAt: this.now() + (isLate ? LATE_MS : 0),
      isRefused,
      refusedFor: wanted?.reason,
    });
    return Promise.resolve(isTimeOut ? NO_ANSWER : { outcome: 'accepted', brokerOrderId });
  }

  async modify(ref: BrokerOrderRef, change: OrderChange): Promise<ChangeOutcome> {
    const { brokerOrderId } = ref;
    this.count(`a change of ${brokerOrderId}`);
    await this.changesOnTheWay;
    if (this.lost.has('change')) return NO_ANSWER;
    const answer = isOfVariety(ref, this.require(brokerOrderId))
      ? this.modifyNow(brokerOrderId, change)
      : OTHER_VARIETY;
    if (!this.lost.has('answer')) return answer;
    if (answer.outcome === 'accepted') this.report(this.require(brokerOrderId));
    return NO_ANSWER;
  }

  private modifyNow(brokerOrderId: string, change: OrderChange): ChangeOutcome {
    const order = this.require(brokerOrderId);
    if (this.isOver(order)) return { outcome: 'gone', reason: 'It is done.' };
    if (change.quantity <= order.filled)
      return { outcome: 'refused', kind: 'order', reason: 'More than that is traded.' };
    if (this.chance(this.faults.timeOut)) {
      if (this.chance(0.5)) Object.assign(order, change);
      return NO_ANSWER;
    }
    Object.assign(order, change);
    return { outcome: 'accepted' };
  }

  cancel(ref: BrokerOrderRef): Promise<ChangeOutcome> {
    const { brokerOrderId } = ref;
    this.requests++;
    if (this.lost.has('cancel')) return Promise.resolve(NO_ANSWER);
    const order = this.truth.find((one) => one.brokerOrderId === brokerOrderId);
    // Of another day: today's book does not have it.
    if (!order) return Promise.resolve({ outcome: 'gone', reason: 'Order Not Found' });
    if (this.isOver(order)) return Promise.resolve({ outcome: 'gone', reason: 'It is done.' });
    if (!isOfVariety(ref, order)) return Promise.resolve(OTHER_VARIETY);
    const isTimeOut = this.chance(this.faults.timeOut);
    if (!isTimeOut || this.chance(0.5)) this.end(order, 'cancelled');
    return Promise.resolve(isTimeOut ? NO_ANSWER : { outcome: 'accepted' });
  }

  orderBook(): Promise<readonly OrderReport[]> {
    const latest = this.silentSince ?? this.now();
    const until = this.chance(this.faults.lag) ? latest - LAG_MS : latest;
    return Promise.resolve(
      this.history.flatMap((reports) => reports.findLast(({ at }) => at <= until) ?? []),
    );
  }

  trades(): Promise<readonly BrokerTrade[]> {
    const until = this.silentSince ?? this.now();
    return Promise.resolve(this.fills.filter(({ at }) => at <= until));
  }

  positions(): Promise<readonly NetPosition[]> {
    const rows = new Map(this.carried.map((row) => [`${row.token} ${row.product}`, row]));
    for (const { order, filled } of this.truth) {
      const { exchange, token, tradingSymbol } = order.instrument;
      const key = `${token} ${order.product}`;
      const quantity = (rows.get(key)?.quantity ?? 0) + (order.side === 'buy' ? filled : -filled);
      rows.set(key, { exchange, token, tradingSymbol, product: order.product, quantity, averagePrice: 0 });
    }
    return Promise.resolve([...rows.values()]);
  }

  holdings(): Promise<readonly BrokerHolding[]> {
    return Promise.resolve(this.delivered);
  }

  funds(): Promise<{ available: number; used: number }> {
    return Promise.resolve({ available: this.available, used: 0 });
  }

  marginOf(orders: readonly Pick<BrokerOrder, 'quantity' | 'price'>[]): Promise<number> {
    return Promise.resolve(orders.reduce((sum, { quantity, price }) => sum + quantity * price, 0));
  }

  quotes(
    instruments: readonly Pick<BrokerInstrument, 'exchange' | 'token'>[],
  ): Promise<readonly BrokerQuote[]> {
    return Promise.resolve(
      instruments.flatMap(({ exchange, token }) => {
        const price = this.prices.get(token);
        const circuits = { upperCircuit: null, lowerCircuit: null };
        return price === undefined
          ? []
          : [{ exchange, token, price, close: price, ...circuits, at: this.now() }];
      }),
    );
  }

  saleAuthorisation(): Promise<SaleAuthorisation> {
    return Promise.resolve(this.depository);
  }

  /**
   * A night passes: what was bought for delivery lies in the account, contracts are carried, and the books of the day
   * are empty.
   */
  async nextDay(): Promise<void> {
    const rows = await this.positions();
    this.carried = rows.filter(({ product, quantity }) => product === 'carry-forward' && quantity !== 0);
    for (const { exchange, token, tradingSymbol, product, quantity } of rows) {
      if (product !== 'delivery' || quantity === 0) continue;
      const before = this.delivered.find((one) => one.token === token)?.quantity ?? 0;
      const isin = `INE${token}`;
      const held = { exchange, token, tradingSymbol, isin, unsettledQuantity: 0, averagePrice: 0 };
      this.delivered = [
        ...this.delivered.filter((one) => one.token !== token),
        { ...held, quantity: before + quantity, lastPrice: this.prices.get(token) ?? 0 },
      ];
    }
    this.ledger.push('night');
    this.truth.length = 0;
    this.history.length = 0;
    this.fills.length = 0;
    this.pending.length = 0;
  }

  /** One share that lies in the account becomes `factor`. */
  split(symbol: string, factor: number): void {
    this.ledger.push({ symbol, factor });
    this.delivered = this.delivered.map((one) =>
      one.token === symbol ? { ...one, quantity: Math.floor(one.quantity * factor) } : one,
    );
  }

  /** Shares that the account has of a symbol in a product. Below zero when short. */
  async account(symbol: string, product: BrokerOrder['product']): Promise<number> {
    const sum = (rows: readonly { readonly quantity: number }[]) =>
      rows.reduce((total, { quantity }) => total + quantity, 0);
    const today = (await this.positions()).filter((one) => one.token === symbol && one.product === product);
    const before = product === 'delivery' ? this.delivered.filter(({ token }) => token === symbol) : [];
    return sum(today) + sum(before);
  }

  onReport(listener: (report: OrderReport) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shares bought less shares sold, in truth. */
  get net(): number {
    return this.truth.reduce((sum, { order, filled }) => sum + (order.side === 'buy' ? filled : -filled), 0);
  }

  /** True state of the order with a tag; undefined when it never reached the broker. */
  byTag(tag: string): TrueOrder | undefined {
    return this.truth.find(({ order }) => order.tag === tag);
  }

  /** Move the market, or one symbol, to a price. Orders arrive, wait, fill (in parts), are reported. */
  moveTo(price: number, symbol?: string): void {
    if (!this.isOpen(this.now())) return this.deliver();
    for (const order of this.truth) {
      if (symbol !== undefined && order.order.instrument.symbol !== symbol) continue;
      if (this.isOver(order) || order.arrivesAt > this.now()) continue;
      if (order.state === 'pending') {
        if (order.isRefused) {
          this.end(order, 'rejected');
          continue;
        }
        order.state = order.trigger === null ? 'open' : 'waiting';
        this.report(order);
      }
      const { side } = order.order;
      if (order.state === 'waiting' && order.trigger !== null) {
        if (this.dormant.has(order.order.instrument.symbol)) continue;
        if (side === 'sell' ? price > order.trigger : price < order.trigger) continue;
        order.state = 'open';
        this.report(order);
      }
      if (side === 'buy' ? price > order.price : price < order.price) continue;
      const left = order.quantity - order.filled;
      const part = left > 1 && this.chance(this.partly) ? Math.ceil(left / 2) : left;
      order.filled += part;
      order.value += part * price;
      this.book(order, part, price);
      if (order.filled === order.quantity) order.state = 'filled';
      this.report(order);
    }
    this.deliver();
  }

  private readonly history: OrderReport[][] = [];
  /** The trade book of the day. */
  private readonly fills: BrokerTrade[] = [];
  private numbers = 0;

  private require(brokerOrderId: string): TrueOrder {
    const order = this.truth.find((one) => one.brokerOrderId === brokerOrderId);
    if (!order) throw new Error(`There is no order ${brokerOrderId}.`);
    return order;
  }

  private isOver({ state }: TrueOrder): boolean {
    return state === 'filled' || state === 'cancelled' || state === 'rejected';
  }

  private end(order: TrueOrder, state: 'cancelled' | 'rejected'): void {
    order.state = state;
    this.report(order);
  }

  private book({ brokerOrderId, order }: TrueOrder, quantity: number, price: number): void {
    const { exchange, token, tradingSymbol } = order.instrument;
    this.ledger.push({ order, quantity });
    this.fills.push({
      brokerOrderId,
      tradeId: `T${this.fills.length + 1}`,
      exchange,
      token,
      tradingSymbol,
      side: order.side,
      product: order.product,
      quantity,
      price,
      at: this.now(),
    });
  }

  private report(order: TrueOrder): void {
    const report: OrderReport = {
      brokerOrderId: order.brokerOrderId,
      tag: order.order.tag === '' ? null : order.order.tag,
      tradingSymbol: order.order.instrument.tradingSymbol,
      side: order.order.side,
      state: order.state,
      filledQuantity: order.filled,
      filledValue: order.value,
      quantity: order.quantity,
      price: order.price,
      trigger: order.trigger,
      reason: order.state === 'rejected' ? (order.refusedFor ?? 'Refused by the exchange.') : '',
      at: this.now(),
    };
    const index = this.truth.indexOf(order);
    (this.history[index] ??= []).push(report);
    const delay = () => Math.floor(this.random.uniform() * 5) * 1_000;
    this.pending.push({ at: this.now() + delay(), report });
    if (this.chance(this.faults.twice)) this.pending.push({ at: this.now() + 3 * delay(), report });
  }

  /** Reports arrive with delays, so also out of order. */
  private deliver(): void {
    if (this.silentSince !== null) return;
    const due = this.pending.filter(({ at }) => at <= this.now());
    for (const one of due) {
      this.pending.splice(this.pending.indexOf(one), 1);
      for (const listener of this.listeners) listener(one.report);
    }
  }
}
