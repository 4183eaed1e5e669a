import { chargesOfFill } from '../../engine/charges/charges-of-fill.ts';
import { remainingCharges } from '../../engine/charges/charge-portion.ts';
import { type Charges, addCharges, NO_CHARGES } from '../../engine/charges/charges.ts';
import { type ShareRatio, withoutDust } from '../../engine/corporate-actions/carry-over.ts';
import type { TaxLeg } from '../../engine/tax/tax-leg.ts';
import { dayNumber } from '../../engine/bars.ts';
import { TARIFF } from '../trading/position-charges.ts';

/** A fill of an order. In the sequence in which they were booked; paise. */
export interface BookedPart {
  readonly orderId: number;
  readonly isEntry: boolean;
  readonly quantity: number;
  readonly value: number;
  readonly at: number;
}

/** A split, bonus or rights issue of a position's share. */
export interface ActionOfShare {
  /** Start of the ex-date, epoch ms. */
  readonly time: number;
  /** Of rights, which change no shares. */
  readonly ratio: ShareRatio | null;
  readonly isBonus: boolean;
  /** How it was applied to the position; null where it never was. */
  readonly applied: {
    /** Its place among those that were applied to the position. */
    readonly place: number;
    /** Market time at which it was. A late list applies it long after the ex-date. */
    readonly at: number;
    readonly quantityBefore: number;
    readonly quantityAfter: number;
    readonly fraction: number;
    readonly payout: number;
  } | null;
}

/** A trade of a position. Gross in paise, charges in ten-thousandths of one. */
export interface BookedTrade {
  readonly exitAt: number;
  readonly gross: number;
  readonly charges: Charges;
}

/** A position by its fills. */
export interface FilledPosition {
  readonly symbol: string;
  /** Shares that its books have open. */
  readonly quantity: number;
  readonly parts: readonly BookedPart[];
  /** Oldest ex-date first. */
  readonly actions: readonly ActionOfShare[];
  readonly trades: readonly BookedTrade[];
}

/** Purchases and sales of a position. */
export interface FilledLegs {
  readonly legs: readonly TaxLeg[];
  /** They come to what its books say: all shares, and all money where none is open. */
  readonly isExact: boolean;
}

type Applied = ActionOfShare & { readonly applied: NonNullable<ActionOfShare['applied']> };

/** A leg while fills are added to it. */
interface OpenLeg {
  leg: TaxLeg;
  /** When the books had it. */
  bookedAt: number;
}

/** Shares bought at one time, counted as the books count them. */
interface Bought {
  readonly time: number;
  left: number;
}

const timesOf = ({ before, after }: ShareRatio): number => after / before;

/** Works out the legs of a position, one booking after another. */
class Bookings {
  readonly buys: OpenLeg[] = [];
  readonly sales: OpenLeg[] = [];
  readonly bought: Bought[] = [];
  /** Shares that the books have open. */
  count = 0;
  private readonly applied = new Set<ActionOfShare>();
  private readonly turnover = new Map<number, number>();
  private readonly byOrder = new Map<string, OpenLeg>();
  /** Paid for rights, of which no share was sold: proceeds of the next sale. */
  private rights = 0;
  private readonly symbol: string;
  private readonly actions: readonly ActionOfShare[];

  constructor(symbol: string, actions: readonly ActionOfShare[]) {
    this.symbol = symbol;
    this.actions = actions;
  }

  add(part: BookedPart): void {
    const { isEntry, quantity, at, value } = part;
    if (isEntry) this.bought.push({ time: at, left: quantity });
    this.count += isEntry ? quantity : -quantity;
    const shares = isEntry ? quantity : this.remove(quantity, at);
    const key = `${part.orderId} ${dayNumber(at)}`;
    const side = isEntry ? 'buy' : 'sell';
    const before = this.turnover.get(part.orderId) ?? 0;
    this.turnover.set(part.orderId, before + value);
    const charged = { segment: 'delivery', side, time: at } as const;
    const charges = chargesOfFill(charged, before, before + value, TARIFF);
    const open = this.byOrder.get(key);
    const proceeds = value + (isEntry ? 0 : this.proceedsOfRights());
    if (open) {
      const { leg } = open;
      open.leg = {
        ...leg,
        // Bought with its first part, sold with its last, as a trade is.
        time: isEntry ? leg.time : at,
        quantity: withoutDust(leg.quantity + shares),
        value: leg.value + proceeds,
        charges: addCharges(leg.charges, charges),
      };
      open.bookedAt = at;
      return;
    }
    const leg: TaxLeg = {
      ...{
        symbol: this.symbol,
        segment: 'delivery',
        side,
        time: at,
        quantity: shares,
        value: proceeds,
        charges,
      },
      ...(isEntry && { changes: this.changesAfter(at) }),
    };
    const added = { leg, bookedAt: at };
    this.byOrder.set(key, added);
    (isEntry ? this.buys : this.sales).push(added);
  }

  apply(action: Applied): void {
    const { ratio, time, applied } = action;
    const { at, quantityAfter, fraction, payout } = applied;
    if (!ratio) {
      this.rights += payout;
      return;
    }
    for (const lot of this.bought) if (lot.time < time) lot.left = withoutDust(lot.left * timesOf(ratio));
    this.applied.add(action);
    this.count = quantityAfter;
    if (fraction === 0) return;
    const quantity = this.remove(fraction, time);
    const leg: TaxLeg = {
      ...{ symbol: this.symbol, segment: 'delivery', side: 'sell', time, quantity, isPaidOut: true },
      ...{ value: payout + this.proceedsOfRights(), charges: NO_CHARGES },
    };
    this.sales.push({ leg, bookedAt: at });
  }

  private proceedsOfRights(): number {
    const { rights } = this;
    this.rights = 0;
    return rights;
  }

  private changesAfter(moment: number): TaxLeg['changes'] {
    return this.actions.flatMap(({ time, ratio, isBonus }) =>
      ratio && time > moment
        ? [{ time, ratio, kind: isBonus ? ('bonus' as const) : ('split' as const), isPartDropped: false }]
        : [],
    );
  }

  /** Remove shares as the books count them, oldest first. Returns them in shares of a day. */
  private remove(quantity: number, day: number): number {
    let [open, shares] = [quantity, 0];
    for (const lot of this.bought) {
      const part = Math.min(open, lot.left);
      if (part === 0) continue;
      lot.left = withoutDust(lot.left - part);
      open = withoutDust(open - part);
      shares += part * this.sharesPerBooked(lot.time, day);
    }
    return withoutDust(shares);
  }

  /** Shares of a day in one share of the books: they do not know late actions yet, or know later ones already. */
  private sharesPerBooked(boughtAt: number, day: number): number {
    return this.actions.reduce((times, action) => {
      const { ratio, time } = action;
      if (!ratio || time <= boughtAt) return times;
      const isBooked = this.applied.has(action);
      if (time <= day) return isBooked ? times : times * timesOf(ratio);
      return isBooked ? times / timesOf(ratio) : times;
    }, 1);
  }
}

const sumOf = (legs: readonly OpenLeg[]): number => legs.reduce((sum, { leg }) => sum + leg.value, 0);

/** Add charges to the last sale booked by a moment. */
const chargeSale = (sales: readonly OpenLeg[], moment: number, charges: Charges): void => {
  const sale = sales.findLast(({ bookedAt }) => bookedAt <= moment);
  if (sale) sale.leg = { ...sale.leg, charges: addCharges(sale.leg.charges, charges) };
};

/**
 * Legs of a position, by its fills. A purchase is of the shares of its day, with the changes after
 * it; a sale as well, also where the books did not know of an action yet.
 */
export const legsOfFills = ({ symbol, quantity, parts, actions, trades }: FilledPosition): FilledLegs => {
  const books = new Bookings(symbol, actions);
  const due = actions
    .filter((action): action is Applied => action.applied !== null)
    .toSorted((a, b) => a.applied.place - b.applied.place);
  for (const part of parts) {
    // At one moment the count tells which was first.
    for (
      let next = due[0];
      next &&
      (next.applied.at < part.at ||
        (next.applied.at === part.at && next.applied.quantityBefore === books.count));
      next = due[0]
    ) {
      books.apply(next);
      due.shift();
    }
    books.add(part);
  }
  for (const action of due) books.apply(action);
  const { buys, sales } = books;
  const isClosed = books.count === 0;
  for (const { exitAt, charges } of trades) chargeSale(sales, exitAt, { ...NO_CHARGES, dp: charges.dp });
  if (isClosed) {
    // Charges are those that were booked, also where a tariff was put right since.
    const booked = trades.reduce((sum, { charges }) => addCharges(sum, charges), NO_CHARGES);
    const known = [...buys, ...sales].reduce((sum, { leg }) => addCharges(sum, leg.charges), NO_CHARGES);
    chargeSale(sales, Number.POSITIVE_INFINITY, remainingCharges(booked, known));
  }
  const left = books.bought.reduce((sum, lot) => sum + lot.left, 0);
  const gross = trades.reduce((sum, trade) => sum + trade.gross, 0);
  return {
    legs: [...buys, ...sales].map(({ leg }) => leg),
    isExact:
      books.count === quantity &&
      withoutDust(left - quantity) === 0 &&
      (!isClosed || gross === sumOf(sales) - sumOf(buys)),
  };
};
