import { randomUUID } from 'node:crypto';
import { type HeldContract, marginOfContracts, type ChainMargin, priceWithIndex } from './chain.ts';
import type { ServerInstrument } from './instruments.ts';

/** Request to the API, as it was sent. */
export type OrderRequest = Readonly<Record<string, string>>;

export interface Fill {
  readonly id: string;
  readonly quantity: number;
  readonly price: number;
  readonly at: number;
}

export type OrderStatus = 'open pending' | 'open' | 'trigger pending' | 'complete' | 'cancelled' | 'rejected';

export interface ServerOrder {
  readonly id: string;
  readonly uniqueId: string;
  readonly instrument: ServerInstrument;
  readonly request: OrderRequest;
  readonly side: 'BUY' | 'SELL';
  readonly placedAt: number;
  quantity: number;
  /** Paise. */
  price: number;
  trigger: number;
  status: OrderStatus;
  /** `modified` for a while after a change, whatever the order does. */
  wasModified: boolean;
  text: string;
  fills: Fill[];
  updatedAt: number;
}

const paise = (text: string | undefined): number => Math.round(Number(text ?? '0') * 100);
const isEnded = ({ status }: ServerOrder): boolean => ['complete', 'cancelled', 'rejected'].includes(status);
export const filledOf = (order: ServerOrder): number =>
  order.fills.reduce((sum, fill) => sum + fill.quantity, 0);
export const valueOf = (order: ServerOrder): number =>
  order.fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0);
/** Price limits of the day. */
export const circuitsOf = ({
  close,
  tick,
  kind,
}: ServerInstrument): { readonly upper: number; readonly lower: number } => {
  const step = Math.max(tick, 1);
  // The operating range of an option is wide: it goes by its delta.
  if (kind === 'option') return { upper: close * 10 + 500_00, lower: step };
  return { upper: Math.floor((close * 1.2) / step) * step, lower: Math.ceil((close * 0.8) / step) * step };
};

/** Inputs of the broker's risk check and of the exchange. The order itself is another. */
export interface Rules {
  /** Delay after which an order with a fault is rejected. It is accepted before; 0 rejects it before the answer. */
  readonly rejectsAfterMs: number;
  readonly market: 'open' | 'closed';
  /**
   * Largest distance of a limit from the last price. The same holds from its trigger; null where only the day's limits
   * count.
   */
  readonly priceProtectionPercent: number | null;
  /** Why the broker's risk check rejects whatever comes; null when it does not. */
  readonly riskText: string | null;
  /** Delivered shares cannot be sold until the depository lets them go. */
  readonly asksDepository: boolean;
  readonly depository: 'not-authorised' | 'authorised' | 'attorney';
  readonly fillShare: number;
}

export interface ExchangeOptions {
  readonly instruments: readonly ServerInstrument[];
  readonly funds: number;
  readonly now: () => number;
  readonly rules: Rules;
  readonly onChange: (order: ServerOrder) => void;
}

/** An instrument as it is today. */
type Listed = { -readonly [Field in keyof ServerInstrument]: ServerInstrument[Field] };

/** Limit price protection of options: the width around a reference, paise. */
const protectionWidth = (reference: number): number => (reference <= 50_00 ? 20_00 : reference * 0.4);

const BEYOND_PROTECTION = 'Order price is beyond the Limit Price Protection range defined by the exchange.';

/** Matches orders against prices that a test sets. */
export class Exchange {
  readonly orders: ServerOrder[] = [];
  /** Copies of what was given: ticks and closes may change. */
  readonly instruments: readonly Listed[];
  readonly prices = new Map<
    string,
    { price: number; volume: number; high: number; low: number; open: number; at: number }
  >();
  private readonly options: ExchangeOptions;
  private readonly byKey: Map<string, Listed>;
  private fillCount = 0;

  constructor(options: ExchangeOptions) {
    this.options = options;
    this.instruments = options.instruments.map((one) => ({ ...one }));
    this.byKey = new Map(this.instruments.map((one) => [`${one.exchange}:${one.token}`, one]));
  }

  find(exchange: string, token: string): Listed | undefined {
    return this.byKey.get(`${exchange}:${token}`);
  }

  /** Accept an order; what is wrong with it shows in the book, as at the broker. */
  place(request: OrderRequest, rejectText?: string): ServerOrder | null {
    const instrument = this.find(request['exchange'] ?? '', request['symboltoken'] ?? '');
    if (!instrument || instrument.symbol !== request['tradingsymbol']) return null;
    const now = this.options.now();
    const order: ServerOrder = {
      id: `${new Date(now).toISOString().slice(2, 10).replaceAll('-', '')}${String(this.orders.length + 1).padStart(9, '0')}`,
      uniqueId: randomUUID(),
      instrument,
      request,
      side: request['transactiontype'] === 'SELL' ? 'SELL' : 'BUY',
      placedAt: now,
      quantity: Number(request['quantity']),
      price: paise(request['price']),
      trigger: paise(request['triggerprice']),
      status: request['variety'] === 'STOPLOSS' ? 'trigger pending' : 'open',
      wasModified: false,
      text: '',
      fills: [],
      updatedAt: now,
    };
    this.orders.push(order);
    const text = rejectText ?? this.faultOf(order);
    if (text !== null) this.reject(order, text);
    else {
      this.options.onChange(order);
      this.match(order, Number.POSITIVE_INFINITY);
    }
    return order;
  }

  /** Yes in the answer, no in a report that comes later. */
  private reject(order: ServerOrder, text: string): void {
    const { rejectsAfterMs } = this.options.rules;
    if (rejectsAfterMs === 0) return this.end(order, 'rejected', text);
    order.status = 'open pending';
    this.options.onChange(order);
    setTimeout(() => {
      // A night may have passed.
      if (!isEnded(order) && this.orders.includes(order)) this.end(order, 'rejected', text);
    }, rejectsAfterMs).unref();
  }

  /** Null when it was changed, else why not. */
  modify(id: string, request: OrderRequest): string | null {
    const order = this.orders.find((one) => one.id === id);
    if (!order) return 'Order Not Found';
    if (isEnded(order)) return `Order cannot be modified as it is already ${order.status}`;
    if (request['variety'] !== order.request['variety']) return 'Invalid Order Variety';
    const isStop = request['ordertype'] === 'STOPLOSS_LIMIT';
    if (isStop && order.status === 'open')
      return 'Trigger price cannot be given to an order that is in the market';
    // A waiting stop that loses its trigger is in the market from now on.
    if (!isStop && order.status === 'trigger pending') order.status = 'open';
    if (order.instrument.kind === 'option') {
      const fault = this.optionFault({ ...order, price: paise(request['price']), trigger: 0 });
      if (fault !== null) return fault;
    }
    order.quantity = Number(request['quantity']);
    order.price = paise(request['price']);
    order.trigger = paise(request['triggerprice']);
    order.wasModified = true;
    order.updatedAt = this.options.now();
    this.options.onChange(order);
    this.match(order, Number.POSITIVE_INFINITY);
    return null;
  }

  cancel(id: string, variety: string | undefined): string | null {
    const order = this.orders.find((one) => one.id === id);
    if (!order) return 'Order Not Found';
    if (isEnded(order)) return `Order cannot be cancelled as it is already ${order.status}`;
    if (variety !== order.request['variety']) return 'Invalid Order Variety';
    this.end(order, 'cancelled', '');
    return null;
  }

  /** A trade at a price; at most `quantity` of it is with our orders. */
  trade(instrument: ServerInstrument, price: number, quantity = Number.POSITIVE_INFINITY): void {
    const key = `${instrument.exchange}:${instrument.token}`;
    const last = this.prices.get(key) ?? { price, volume: 0, high: price, low: price, open: price, at: 0 };
    const volume = last.volume + (Number.isFinite(quantity) ? quantity : 100);
    this.prices.set(key, {
      ...last,
      price,
      volume,
      at: this.options.now(),
      high: Math.max(last.high, price),
      low: Math.min(last.low, price),
    });
    let left = quantity;
    for (const order of this.orders) if (order.instrument === instrument) left -= this.match(order, left);
  }

  /** Contracts that follow an index. With their prices while that is at `spot`. */
  following(
    { kind, name }: ServerInstrument,
    spot: number,
  ): { instrument: ServerInstrument; price: number }[] {
    if (kind !== 'index') return [];
    const now = this.options.now();
    return this.instruments
      .filter((one) => one.movesWithIndex && one.name === name)
      .map((instrument) => ({ instrument, price: priceWithIndex(instrument, spot, now) }));
  }

  /** Present price of an index, paise. */
  spotOf(name: string): number {
    const index = this.instruments.find((one) => one.kind === 'index' && one.name === name);
    if (!index) throw new Error(`There is no index ${name} on the server.`);
    return this.prices.get(`${index.exchange}:${index.token}`)?.price ?? index.close;
  }

  /** Margin of contracts together. */
  marginOf(held: readonly HeldContract[]): ChainMargin {
    return marginOfContracts(held, (name) => this.spotOf(name), this.options.now());
  }

  /** Contracts that orders of the day hold, or may come to. */
  private heldContracts(): HeldContract[] {
    return this.orders.flatMap((order) => {
      const { instrument, side } = order;
      const isEnded = ['cancelled', 'rejected', 'complete'].includes(order.status);
      const isStop = order.status === 'trigger pending';
      const quantity = isEnded || isStop ? filledOf(order) : order.quantity;
      if (!instrument.movesWithIndex || quantity === 0) return [];
      return [{ instrument, quantity: side === 'BUY' ? quantity : -quantity, price: order.price }];
    });
  }

  /** Why an option's limit price is beyond its range. From its trigger where it has one. */
  private optionFault({ instrument, side, price, trigger }: ServerOrder): string | null {
    const last = this.prices.get(`${instrument.exchange}:${instrument.token}`)?.price ?? instrument.close;
    const reference = trigger > 0 ? trigger : last;
    const width = protectionWidth(reference);
    const isBeyond = side === 'BUY' ? price > reference + width : price < reference - width;
    if (!isBeyond) return null;
    return trigger > 0
      ? 'Difference between limit price and trigger price for SL Limit Order is beyond the range defined by the exchange.'
      : BEYOND_PROTECTION;
  }

  private match(order: ServerOrder, available: number): number {
    const price = this.prices.get(`${order.instrument.exchange}:${order.instrument.token}`)?.price;
    if (price === undefined || isEnded(order) || order.status === 'open pending') return 0;
    if (this.options.rules.market === 'closed') return 0;
    const isBuy = order.side === 'BUY';
    if (order.status === 'trigger pending') {
      if (isBuy ? price < order.trigger : price > order.trigger) return 0;
      order.status = 'open';
      order.updatedAt = this.options.now();
      this.options.onChange(order);
    }
    if (isBuy ? price > order.price : price < order.price) return 0;
    const wanted = order.quantity - filledOf(order);
    const share = Math.max(1, Math.floor(wanted * this.options.rules.fillShare));
    const quantity = Math.min(wanted, available, share);
    if (quantity <= 0) return 0;
    const at = this.options.now();
    order.fills.push({ id: String(50_000_000 + ++this.fillCount), quantity, price, at });
    order.updatedAt = at;
    if (filledOf(order) === order.quantity) order.status = 'complete';
    this.options.onChange(order);
    return quantity;
  }

  private end(order: ServerOrder, status: OrderStatus, text: string): void {
    Object.assign(order, { status, text, updatedAt: this.options.now() });
    this.options.onChange(order);
  }

  /** Why the broker's risk check or the exchange refuses an order; null when nothing. */
  private faultOf(order: ServerOrder): string | null {
    const { instrument, request, quantity, price, trigger } = order;
    const { upper, lower } = circuitsOf(instrument);
    if (instrument.kind === 'option' && request['ordertype'] === 'STOPLOSS_MARKET')
      return 'SL-M orders are not allowed for options.';
    if (
      request['ordertype'] === 'MARKET' ||
      request['ordertype'] === 'STOPLOSS_MARKET' ||
      request['duration'] === 'IOC'
    )
      return 'MARKET and IOC orders are not permitted for algo trading';
    const { market, riskText, priceProtectionPercent: band } = this.options.rules;
    if (instrument.tick === 0) return 'Index cannot be traded';
    if (market === 'closed') return 'Orders are not accepted: the market is closed.';
    if (riskText !== null) return riskText;
    if (quantity % instrument.lot !== 0) return 'Order quantity is not a multiple of the lot size';
    if (instrument.freeze !== undefined && quantity > instrument.freeze)
      return 'Order quantity is above the freeze quantity of the exchange.';
    if (price % instrument.tick !== 0 || trigger % instrument.tick !== 0)
      return '16283 : The order price is not multiple of the tick size.';
    if (price > upper || price < lower) return BEYOND_PROTECTION;
    const last = this.prices.get(`${instrument.exchange}:${instrument.token}`)?.price;
    const isBeyond = (from: number): boolean => band !== null && Math.abs(price - from) * 100 > from * band;
    if (trigger > 0 && isBeyond(trigger))
      return 'Difference between limit price and trigger price for SL Limit Order is beyond the range defined by the exchange.';
    if (trigger === 0 && last !== undefined && isBeyond(last)) return BEYOND_PROTECTION;
    const optionFault = instrument.kind === 'option' ? this.optionFault(order) : null;
    if (optionFault !== null) return optionFault;
    if (this.needsDepository(order))
      return 'Holdings are not authorised for sale. Authorise them with your TPIN (eDIS).';
    const isBuy = order.side === 'BUY';
    if (instrument.movesWithIndex && trigger > 0) return null;
    // Its own order is among those that are held.
    const needed = isBuy && instrument.kind === 'equity' ? price * quantity : 0;
    const free = this.options.funds - this.used();
    return needed > free || (instrument.movesWithIndex && free < 0)
      ? `Your order has been rejected due to Insufficient Funds. Available funds - Rs. ${(free / 100).toFixed(2)} . You require Rs. ${(needed / 100).toFixed(2)} funds to execute this order.`
      : null;
  }

  /** Whether a sale needs the depository. It sells more than was bought today, and nobody has let the rest go. */
  private needsDepository({ instrument, request, side, quantity }: ServerOrder): boolean {
    const { asksDepository, depository } = this.options.rules;
    if (!asksDepository || depository !== 'not-authorised') return false;
    if (side !== 'SELL' || request['producttype'] !== 'DELIVERY') return false;
    const bought = this.orders
      .filter((one) => one.instrument === instrument && one.side === 'BUY')
      .reduce((sum, one) => sum + filledOf(one), 0);
    return quantity > bought;
  }

  /** Paise that were paid for shares so far, and that contracts block. */
  used(): number {
    const net = [...Map.groupBy(this.heldContracts(), ({ instrument }) => instrument)].map(
      ([instrument, some]): HeldContract => ({
        instrument,
        quantity: some.reduce((sum, { quantity }) => sum + quantity, 0),
        price: some[0]?.price ?? 0,
      }),
    );
    const held = net.filter(({ quantity }) => quantity !== 0);
    const signed = this.orders
      .filter(({ instrument }) => instrument.kind === 'equity')
      .reduce((sum, order) => sum + (order.side === 'BUY' ? 1 : -1) * valueOf(order), 0);
    return Math.max(0, signed) + (held.length > 0 ? this.marginOf(held).total : 0);
  }
}
