import { roundToTick } from '../../../engine/instrument.ts';
import { contractOf, instrumentNamed } from '../../market/instrument-master.ts';
import type { TickBatch } from '../../market/tape.ts';

/** The largest share of traded volume that our order may take. The volume is that since the last tick. */
const VOLUME_SHARE = 0.25;
const BASIS_POINTS = 10_000;

/** An order resting at the paper broker. */
export interface PaperOrder {
  readonly orderId: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Shares still to be filled. */
  readonly remaining: number;
  /** Slippage against the order, in basis points of the price. */
  readonly slippageBp: number;
  /** Only ticks after this market time fill it. */
  readonly since: number;
  /** The worst price that it takes, paise. */
  readonly limit?: number;
  /** Price that the market must reach before it is in it, paise: a stop order. */
  readonly trigger?: number | undefined;
  /** Ticks from this market time on do not fill it: its day is over. */
  readonly until?: number;
}

export interface PaperFill {
  readonly orderId: number;
  readonly quantity: number;
  /** Paise, on the instrument's tick. */
  readonly price: number;
  /** Market price, before spread and slippage. */
  readonly marketPrice: number;
  readonly at: number;
}

/** Whether an order cannot be filled at a price and moment: at a circuit, say. */
export type IsBlocked = (order: Pick<PaperOrder, 'symbol' | 'side'>, price: number, at: number) => boolean;

/**
 * The price an order fills at: half a tick of spread rounded up to one whole tick, then slippage, both against the
 * order, on the instrument's tick.
 */
export const paperPrice = (
  symbol: string,
  side: 'buy' | 'sell',
  price: number,
  slippageBp: number,
  time: number,
): number => {
  const row = instrumentNamed(symbol);
  const tick = row ? contractOf(row, price, time).tickSize : 5;
  const cost = tick + (price * slippageBp) / BASIS_POINTS;
  return side === 'buy' ? roundToTick(price + cost, tick, 'up') : roundToTick(price - cost, tick, 'down');
};

const isInTime = ({ since, until }: Pick<PaperOrder, 'since' | 'until'>, time: number): boolean =>
  time >= since && (until === undefined || time < until);

const isLimitReached = ({ side, limit }: Pick<PaperOrder, 'side' | 'limit'>, price: number): boolean =>
  limit === undefined || (side === 'buy' ? price <= limit : price >= limit);

const isTriggerReached = ({ side, trigger }: Pick<PaperOrder, 'side' | 'trigger'>, price: number): boolean =>
  trigger === undefined || (side === 'buy' ? price >= trigger : price <= trigger);

/**
 * Fills test orders against the feed: at the next tick of the instrument, with spread, slippage and a cap on the share
 * of the traded volume (where volume is reported), so that large orders fill in parts.
 */
export class PaperBroker {
  private readonly resting = new Map<number, PaperOrder>();
  /** Orders with a limit that the market has been away from: it comes to them, and they fill at their limit. */
  private readonly passive = new Set<number>();
  private readonly hasVolume: (symbol: string) => boolean;
  private readonly isBlocked: IsBlocked;
  /** Volume of a moment's ticks that is left, by symbol. */
  private room: { readonly batch: TickBatch; readonly left: Map<string, number> } | null = null;

  constructor(hasVolume: (symbol: string) => boolean, isBlocked: IsBlocked = () => false) {
    this.hasVolume = hasVolume;
    this.isBlocked = isBlocked;
  }

  /** Accept an order; the same order again changes nothing. */
  place(order: PaperOrder): void {
    if (!this.resting.has(order.orderId)) this.resting.set(order.orderId, order);
  }

  /** Whether the order was still resting and is now gone. */
  cancel(orderId: number): boolean {
    this.passive.delete(orderId);
    return this.resting.delete(orderId);
  }

  get isIdle(): boolean {
    return this.resting.size === 0;
  }

  /** Stop orders whose trigger these ticks reach. They fill once `trigger` has been called. */
  triggeredOn(batch: TickBatch): number[] {
    if (this.resting.size === 0) return [];
    const prices = new Map(batch.ticks.map(({ symbol, price }) => [symbol, price]));
    return [...this.resting.values()].flatMap((order) => {
      const price = prices.get(order.symbol);
      const isOpen = order.trigger !== undefined && price !== undefined && isInTime(order, batch.time);
      return isOpen && isTriggerReached(order, price) ? order.orderId : [];
    });
  }

  /** Bring a stop order into the market. */
  trigger(orderId: number): void {
    const order = this.resting.get(orderId);
    if (order) this.resting.set(orderId, { ...order, trigger: undefined });
  }

  /** Whether a price would fill an order but for a block. */
  isReached(orderId: number, price: number): boolean {
    const order = this.resting.get(orderId);
    return order !== undefined && order.trigger === undefined && isLimitReached(order, price);
  }

  /** Price of a fill, paise: the market's with its costs, never beyond the limit. */
  private priceOf(order: PaperOrder, tick: TickBatch['ticks'][number], at: number): number {
    const { limit, symbol, side, slippageBp } = order;
    if (limit !== undefined && this.passive.has(order.orderId) && !tick.isGap) return limit;
    const price = paperPrice(symbol, side, tick.price, slippageBp, at);
    if (limit === undefined) return price;
    return side === 'buy' ? Math.min(price, limit) : Math.max(price, limit);
  }

  /** Fills of a moment's ticks, oldest order first. The same ticks again have only the volume that is left of them. */
  fillsOn(batch: TickBatch): PaperFill[] {
    if (this.resting.size === 0) return [];
    const fills: PaperFill[] = [];
    const ticks = new Map(batch.ticks.map((tick) => [tick.symbol, tick]));
    if (this.room?.batch !== batch) this.room = { batch, left: new Map() };
    const { left } = this.room;
    for (const order of this.resting.values()) {
      const tick = ticks.get(order.symbol);
      if (!tick || order.trigger !== undefined || !isInTime(order, batch.time)) continue;
      if (!isLimitReached(order, tick.price)) {
        this.passive.add(order.orderId);
        continue;
      }
      if (this.isBlocked(order, tick.price, batch.time)) continue;
      const room = this.hasVolume(order.symbol)
        ? (left.get(order.symbol) ?? Math.floor(tick.volume * VOLUME_SHARE))
        : Number.POSITIVE_INFINITY;
      const quantity = Math.min(order.remaining, room);
      if (quantity <= 0) continue;
      left.set(order.symbol, room - quantity);
      fills.push({
        orderId: order.orderId,
        quantity,
        price: this.priceOf(order, tick, batch.time),
        marketPrice: tick.price,
        at: batch.time,
      });
      if (quantity === order.remaining) this.cancel(order.orderId);
      else this.resting.set(order.orderId, { ...order, remaining: order.remaining - quantity });
    }
    return fills;
  }
}
