import { dayNumber } from '../bars.ts';
import { chargePortion, remainingCharges } from '../charges/charge-portion.ts';
import { NO_CHARGES, addCharges, type Charges } from '../charges/charges.ts';
import type { Segment } from '../instrument.ts';
import { type ShareRatio, withoutDust } from '../corporate-actions/carry-over.ts';
import type { ShareChange, TaxLeg } from './tax-leg.ts';

/** A quantity out of one bought and one sold order. Money in paise, charges in units. */
export interface Disposal {
  readonly symbol: string;
  readonly segment: Segment;
  readonly quantity: number;
  readonly boughtAt: number;
  readonly soldAt: number;
  readonly cost: number;
  readonly proceeds: number;
  /** Of both orders, in proportion to the quantity. */
  readonly charges: Charges;
}

/** A sold quantity of which no purchase is known. */
export interface Unmatched {
  readonly symbol: string;
  readonly soldAt: number;
  readonly quantity: number;
}

export interface MatchedLots {
  /** In the order in which they were completed. */
  readonly disposals: readonly Disposal[];
  /** Delivery sales without a known purchase; nothing can be said about their gain. */
  readonly unmatched: readonly Unmatched[];
}

interface Part {
  readonly value: number;
  readonly charges: Charges;
}

const isSameChange = (a: ShareChange, b: ShareChange): boolean =>
  a.time === b.time &&
  a.kind === b.kind &&
  a.ratio.before === b.ratio.before &&
  a.ratio.after === b.ratio.after &&
  a.isPartDropped === b.isPartDropped;

/** An order that is used up piece by piece. The pieces add up to the whole, to the last unit. */
class Lot {
  readonly leg: TaxLeg;
  /** Shares of the whole order, counted as those of today. */
  private whole: number;
  private used = 0;
  /** Money and charges of the used pieces. A split afterwards must not round them a second time. */
  private given: Part = { value: 0, charges: NO_CHARGES };
  /** Changes that it has not been through yet. */
  private readonly changes: ShareChange[];

  constructor(leg: TaxLeg) {
    this.leg = leg;
    this.whole = leg.quantity;
    this.changes = [...(leg.changes ?? [])];
  }

  get left(): number {
    return withoutDust(this.whole - this.used);
  }

  consume(quantity: number): Part {
    const { leg, given, whole } = this;
    const after = withoutDust(this.left - quantity) === 0 ? whole : withoutDust(this.used + quantity);
    this.used = after;
    this.given = {
      value: Math.round((leg.value * after) / whole),
      charges: chargePortion(leg.charges, after, whole),
    };
    return {
      value: this.given.value - given.value,
      charges: remainingCharges(this.given.charges, given.charges),
    };
  }

  /** When the next change is; `Infinity` where none is. */
  get changeAt(): number {
    return this.changes[0]?.time ?? Number.POSITIVE_INFINITY;
  }

  /** The next change up to a moment, and no more. */
  nextChange(time: number): ShareChange | undefined {
    return this.changes[0] && this.changes[0].time <= time ? this.changes.shift() : undefined;
  }

  multiply({ before, after }: ShareRatio): void {
    this.whole = withoutDust((this.whole * after) / before);
    this.used = withoutDust((this.used * after) / before);
  }

  /** Shares that a bonus gives for what is left: they cost nothing, and are of its day. */
  bonusOf({ time, ratio }: ShareChange): Lot {
    const quantity = withoutDust((this.left * (ratio.after - ratio.before)) / ratio.before);
    return new Lot({ ...this.leg, time, quantity, value: 0, charges: NO_CHARGES, changes: this.changes });
  }

  /** Whether it still goes through what another lot goes through. */
  isChangedAs({ changes }: Lot): boolean {
    return (
      this.changes.length === changes.length &&
      this.changes.every((change, at) => isSameChange(change, changes[at] as ShareChange))
    );
  }

  /** Adds shares that cost nothing. */
  addFree(shares: number): void {
    this.whole = withoutDust(this.whole + shares);
  }
}

/** Lots of one bonus. Those that go through the same from then on are one: else each bonus would double their number. */
class BonusLots {
  readonly lots: Lot[] = [];

  add(lot: Lot): void {
    const known = this.lots.find((one) => one.isChangedAs(lot));
    if (known) known.addFree(lot.left);
    else this.lots.push(lot);
  }
}

/** A part of a share as it is shown. Sums of such parts are not exact in binary. */
const shownPart = (quantity: number): number => Math.round(quantity * 1e9) / 1e9;

/** Match as much as both have left. */
const pair = (buy: Lot, sell: Lot): Disposal => {
  const quantity = Math.min(buy.left, sell.left);
  const bought = buy.consume(quantity);
  const sold = sell.consume(quantity);
  return {
    symbol: buy.leg.symbol,
    segment: buy.leg.segment,
    quantity: shownPart(quantity),
    boughtAt: buy.leg.time,
    soldAt: sell.leg.time,
    cost: bought.value,
    proceeds: sold.value,
    charges: addCharges(bought.charges, sold.charges),
  };
};

/** Orders of one side, first in, first out. */
class Queue {
  private readonly lots: Lot[] = [];
  /** Where the first is that has something left: taking lots out of a long array would move all others each time. */
  private at = 0;
  /** When the next change of a lot is. */
  private changeAt = Number.POSITIVE_INFINITY;

  constructor(legs: readonly TaxLeg[], side: TaxLeg['side']) {
    for (const leg of legs) if (leg.side === side) this.lots.push(new Lot(leg));
  }

  get first(): Lot | undefined {
    while (this.lots[this.at]?.left === 0) this.at++;
    return this.lots[this.at];
  }

  get rest(): readonly Lot[] {
    return this.first ? this.lots.slice(this.at) : [];
  }

  add(lots: readonly Lot[]): void {
    for (const lot of lots) {
      this.lots.push(lot);
      this.changeAt = Math.min(this.changeAt, lot.changeAt);
    }
  }

  /** Apply changes up to a moment. */
  change(until: number): void {
    while (this.changeAt <= until) {
      const now = this.changeAt;
      let isPartDropped = false;
      while (this.changeAt <= now) isPartDropped = this.changeOnce(now) || isPartDropped;
      if (isPartDropped) this.dropPart();
    }
  }

  /** Apply the next change of each lot, if it is due. Returns whether a left-over part is dropped after it. */
  private changeOnce(now: number): boolean {
    const { rest } = this;
    const bonus = new BonusLots();
    let isPartDropped = false;
    for (const lot of rest) {
      const change = lot.nextChange(now);
      if (change?.kind === 'split') lot.multiply(change.ratio);
      else if (change) bonus.add(lot.bonusOf(change));
      isPartDropped ||= change?.isPartDropped ?? false;
    }
    this.changeAt = rest.reduce((at, lot) => Math.min(at, lot.changeAt), Number.POSITIVE_INFINITY);
    this.add(bonus.lots);
    return isPartDropped;
  }

  /** A part of a share is in no account: what was paid for it is not known. It is of the newest lots. */
  private dropPart(): void {
    const lots = this.rest;
    const total = withoutDust(lots.reduce((sum, { left }) => sum + left, 0));
    let part = withoutDust(total - Math.floor(total));
    for (const lot of lots.toReversed()) {
      const dropped = Math.min(part, lot.left);
      if (dropped > 0) lot.consume(dropped);
      part = withoutDust(part - dropped);
    }
  }
}

/** Pairs two queues until one of them is used up. */
const drain = (buys: Queue, sells: Queue, out: Disposal[]): void => {
  for (;;) {
    const [buy, sell] = [buys.first, sells.first];
    if (!buy || !sell) return;
    out.push(pair(buy, sell));
  }
};

const groupsOf = <Key>(legs: readonly TaxLeg[], keyOf: (leg: TaxLeg) => Key): Map<Key, TaxLeg[]> => {
  const groups = new Map<Key, TaxLeg[]>();
  for (const leg of legs) {
    const group = groups.get(keyOf(leg));
    if (group) group.push(leg);
    else groups.set(keyOf(leg), [leg]);
  }
  return groups;
};

/**
 * Pair purchases with sales, first in, first out, by share or contract. In delivery the quantity bought and sold on one
 * day is paired first: nothing of it was delivered. Intraday orders and derivatives may have been sold before they were
 * bought; delivery may not, and a sale without a purchase is returned as unmatched. A split multiplies a lot and keeps its
 * date and cost; bonus shares are a lot of their own (s. 55(2)(aa)(iiia) and s. 2(42A): no cost, held from their allotment,
 * for which the ex-date stands). A part of a share that was paid out is sold out of the lots of before. Source: Income-tax Act 1961, s.
 * 45(2A) (first in, first out for dematerialised shares) and s. 43(5); CBDT circular 768 of 1998 (within each demat
 * account).
 */
export const matchLots = (legs: readonly TaxLeg[]): MatchedLots => {
  const disposals: Disposal[] = [];
  const unmatched: Unmatched[] = [];
  const inOrder = [...legs].filter((leg) => leg.quantity > 0).sort((a, b) => a.time - b.time);
  for (const group of groupsOf(
    inOrder,
    ({ account = '', segment, symbol }) => `${account}:${segment}:${symbol}`,
  ).values()) {
    if (group[0]?.segment !== 'delivery') {
      drain(new Queue(group, 'buy'), new Queue(group, 'sell'), disposals);
      continue;
    }
    const held = new Queue([], 'buy');
    for (const day of groupsOf(group, ({ time }) => dayNumber(time)).values()) {
      held.change(day[0]?.time ?? 0);
      const isPaidOut = (leg: TaxLeg): boolean => leg.isPaidOut ?? false;
      const parts = new Queue(day.filter(isPaidOut), 'sell');
      drain(held, parts, disposals);
      const traded = day.filter((leg) => !isPaidOut(leg));
      const buys = new Queue(traded, 'buy');
      const sells = new Queue(traded, 'sell');
      drain(buys, sells, disposals);
      drain(held, sells, disposals);
      held.add(buys.rest);
      for (const { leg, left } of [...parts.rest, ...sells.rest])
        unmatched.push({ symbol: leg.symbol, soldAt: leg.time, quantity: left });
    }
  }
  disposals.sort((a, b) => closedAt(a) - closedAt(b));
  return { disposals, unmatched };
};

/** When the round trip was complete. */
export const closedAt = ({ boughtAt, soldAt }: Pick<Disposal, 'boughtAt' | 'soldAt'>): number =>
  Math.max(boughtAt, soldAt);
