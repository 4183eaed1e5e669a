import { CHARGE_ITEMS, NO_CHARGES, type ChargeItem, type Charges } from '../charges/charges.ts';
import type { ShareRatio } from '../corporate-actions/carry-over.ts';
import type { Segment } from '../instrument.ts';

/** A split or bonus after a purchase. */
export interface ShareChange {
  /** Start of the ex-date, epoch ms. */
  readonly time: number;
  /** A split keeps date and cost. Bonus shares are a lot of the ex-date that cost nothing. */
  readonly kind: 'split' | 'bonus';
  readonly ratio: ShareRatio;
  /** A left-over part is dropped with its cost: nothing says what was paid for it. */
  readonly isPartDropped: boolean;
}

/** One executed order as the tax office sees it. Money in paise, charges in ten-thousandths of one. */
export interface TaxLeg {
  /** The demat account it settles in; lots of one are never matched with those of another. */
  readonly account?: string;
  readonly symbol: string;
  readonly segment: Segment;
  readonly side: 'buy' | 'sell';
  /** Moment of execution, epoch ms. */
  readonly time: number;
  /** In shares of its day. Of a part of a share that was paid out, or sold before its list came, not whole. */
  readonly quantity: number;
  /** Σ(price × quantity). */
  readonly value: number;
  readonly charges: Charges;
  /** Splits and bonuses after a purchase. Oldest first; its quantity is of before them. */
  readonly changes?: readonly ShareChange[];
  /** A part of a share that was left over. It is of older lots, and no trade of the day. */
  readonly isPaidOut?: boolean;
}

/** A round trip whose charges are known for both legs together. Money in paise. */
export interface ClosedTrade {
  readonly symbol: string;
  readonly segment: Segment;
  readonly side: 'long' | 'short';
  readonly quantity: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  /** Profit before charges; prices are averages of fills, rounded to the paisa. */
  readonly gross: number;
  readonly charges: Charges;
}

/** Items that only one leg pays; the rest is paid by both in proportion to their value. */
const payerOf = (item: ChargeItem, segment: Segment): 'buy' | 'sell' | 'both' => {
  if (item === 'stamp') return 'buy';
  if (item === 'dp') return 'sell';
  if (item === 'stt') return segment === 'delivery' ? 'both' : 'sell';
  return 'both';
};

/** A round trip as its two legs, in time order; their charges add up to those of the trade, item by item. */
export const legsOf = (trade: ClosedTrade): [TaxLeg, TaxLeg] => {
  const { symbol, segment, quantity, side } = trade;
  const isLong = side === 'long';
  const entered = trade.entryPrice * quantity;
  const [bought, sold] = isLong ? [entered, entered + trade.gross] : [entered - trade.gross, entered];
  const buy: Record<ChargeItem, number> = { ...NO_CHARGES };
  const sell: Record<ChargeItem, number> = { ...NO_CHARGES };
  for (const item of CHARGE_ITEMS) {
    const units = trade.charges[item];
    const payer = payerOf(item, segment);
    buy[item] =
      payer === 'both' ? Math.round((units * bought) / (bought + sold)) : payer === 'buy' ? units : 0;
    sell[item] = units - buy[item];
  }
  const common = { symbol, segment, quantity };
  const [buyTime, sellTime] = isLong ? [trade.entryTime, trade.exitTime] : [trade.exitTime, trade.entryTime];
  const buyLeg: TaxLeg = { ...common, side: 'buy', time: buyTime, value: bought, charges: buy };
  const sellLeg: TaxLeg = { ...common, side: 'sell', time: sellTime, value: sold, charges: sell };
  return isLong ? [buyLeg, sellLeg] : [sellLeg, buyLeg];
};
