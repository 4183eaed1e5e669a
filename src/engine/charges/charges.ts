import { stretchOf, valueOn } from '../dated.ts';
import type { Segment } from '../instrument.ts';
import type { Brokerage, ChargePlan } from './plan.ts';
import { EXCHANGE, EXERCISE_STT, GST_PERCENT, IPFT, PARTS, SEBI, STAMP, STT } from './rates.ts';

/** The unit of charges: whole ten-thousandths of a paisa. They are rounded once, where they are shown or settled. */
export const UNITS_PER_PAISA = 10_000;

/** The items of a contract note, in the order they are shown. */
export const CHARGE_ITEMS = ['brokerage', 'stt', 'exchange', 'ipft', 'sebi', 'stamp', 'gst', 'dp'] as const;
export type ChargeItem = (typeof CHARGE_ITEMS)[number];

/** Itemised charges, each in ten-thousandths of a paisa (`UNITS_PER_PAISA`). */
export type Charges = Readonly<Record<ChargeItem, number>>;

/** The words of a contract note for each item. */
export const CHARGE_LABELS: Readonly<Record<ChargeItem, string>> = {
  brokerage: 'Brokerage',
  stt: 'Securities transaction tax',
  exchange: 'Exchange transaction charge',
  ipft: 'Investor protection fund',
  sebi: 'SEBI turnover fee',
  stamp: 'Stamp duty',
  gst: 'GST',
  dp: 'Depository charge',
};

export const NO_CHARGES: Charges = {
  brokerage: 0,
  stt: 0,
  exchange: 0,
  ipft: 0,
  sebi: 0,
  stamp: 0,
  gst: 0,
  dp: 0,
};

/** One executed order (not one fill: brokerage is per order). */
export interface ChargedOrder {
  readonly segment: Segment;
  readonly side: 'buy' | 'sell';
  /** Sum of price × quantity over all fills so far, in paise. For options the price is the premium. */
  readonly turnoverPaise: number;
  /** Moment of execution, epoch ms; picks the rows of the dated tables. */
  readonly time: number;
}

/** Turnover (paise) × parts per ten million, in units; half up at the last unit. */
const share = (turnoverPaise: number, parts: number): number =>
  Math.round((turnoverPaise * parts) / (PARTS / UNITS_PER_PAISA));

const brokerageOf = (tariff: Brokerage, turnoverPaise: number): number => {
  const cap = tariff.capPaise * UNITS_PER_PAISA;
  if (tariff.percent === null) return cap;
  const byPercent = share(turnoverPaise, Math.round((tariff.percent * PARTS) / 100));
  return Math.min(cap, Math.max(tariff.floorPaise * UNITS_PER_PAISA, byPercent));
};

/** GST on a base, both in units. */
const gstOn = (base: number): number => Math.round((base * GST_PERCENT) / 100);

/** The rates of one kind of order on one day. None of them changes between `from` and `until`. */
interface RateCard {
  readonly from: number;
  readonly until: number;
  readonly brokerage: Brokerage;
  readonly stt: number;
  readonly exchange: number;
  readonly ipft: number;
  readonly sebi: number;
  readonly stamp: number;
}

const rateCard = (
  { segment, side, time }: Omit<ChargedOrder, 'turnoverPaise'>,
  plan: ChargePlan,
): RateCard => {
  const stt = STT[side][segment];
  const tables = [plan.brokerage[segment], stt, EXCHANGE[segment], IPFT[segment], SEBI, STAMP[segment]];
  const stretches = tables.map((table) => stretchOf(table, time));
  return {
    from: Math.max(...stretches.map(({ from }) => from)),
    until: Math.min(...stretches.map(({ until }) => until)),
    brokerage: valueOn(plan.brokerage[segment], time),
    stt: valueOn(stt, time),
    exchange: valueOn(EXCHANGE[segment], time),
    ipft: valueOn(IPFT[segment], time),
    sebi: valueOn(SEBI, time),
    stamp: side === 'buy' ? valueOn(STAMP[segment], time) : 0,
  };
};

const chargesByCard = (card: RateCard, turnoverPaise: number, isMerged: boolean): Charges => {
  if (turnoverPaise === 0) return NO_CHARGES;
  const brokerage = brokerageOf(card.brokerage, turnoverPaise);
  const fund = share(turnoverPaise, card.ipft);
  const exchange = share(turnoverPaise, card.exchange) + (isMerged ? fund : 0);
  const sebi = share(turnoverPaise, card.sebi);
  return {
    brokerage,
    stt: share(turnoverPaise, card.stt),
    exchange,
    ipft: isMerged ? 0 : fund,
    sebi,
    stamp: share(turnoverPaise, card.stamp),
    gst: gstOn(brokerage + exchange + sebi),
    dp: 0,
  };
};

/**
 * Charges on an executed order, item by item, at its day's rates. Live orders that fill in parts are charged on the
 * turnover so far; the difference to the charge before the fill is the fill's own share. An order without turnover
 * costs nothing. The depository charge is not here: it is due once per share and day (`dpCharge`).
 */
export const chargesOnOrder = (order: ChargedOrder, plan: ChargePlan): Charges =>
  chargesByCard(rateCard(order, plan), order.turnoverPaise, plan.ipft === 'merged');

/** `chargesOnOrder` for very many orders by one plan: rates are looked up again only when a date changes them. */
export class Tariff {
  private readonly plan: ChargePlan;
  private readonly isMerged: boolean;
  private readonly cards: Record<ChargedOrder['side'], Partial<Record<Segment, RateCard>>> = {
    buy: {},
    sell: {},
  };

  constructor(plan: ChargePlan) {
    this.plan = plan;
    this.isMerged = plan.ipft === 'merged';
  }

  chargesOn(order: ChargedOrder): Charges {
    const { segment, side, time } = order;
    let card = this.cards[side][segment];
    if (!card || time < card.from || time >= card.until)
      card = this.cards[side][segment] = rateCard(order, this.plan);
    return chargesByCard(card, order.turnoverPaise, this.isMerged);
  }
}

/**
 * Depository charge with GST for selling one share on a day. It is due for shares leaving the demat account, however
 * many orders sell them.
 */
export const dpCharge = (time: number, plan: ChargePlan): Charges => {
  const dp = valueOn(plan.dpPaise, time) * UNITS_PER_PAISA;
  return { ...NO_CHARGES, dp, gst: gstOn(dp) };
};

/**
 * Charges of a bought option that is exercised at expiry: tax on its intrinsic value (paise for all units). No order is
 * placed, so nothing else is due.
 */
export const exerciseCharges = (intrinsicPaise: number, time: number): Charges => ({
  ...NO_CHARGES,
  stt: share(intrinsicPaise, valueOn(EXERCISE_STT, time)),
});

/** Item by item sum. */
export const addCharges = (a: Charges, b: Charges): Charges => ({
  brokerage: a.brokerage + b.brokerage,
  stt: a.stt + b.stt,
  exchange: a.exchange + b.exchange,
  ipft: a.ipft + b.ipft,
  sebi: a.sebi + b.sebi,
  stamp: a.stamp + b.stamp,
  gst: a.gst + b.gst,
  dp: a.dp + b.dp,
});

/** Sum of all items, in units. */
export const totalCharges = (charges: Charges): number =>
  charges.brokerage +
  charges.stt +
  charges.exchange +
  charges.ipft +
  charges.sebi +
  charges.stamp +
  charges.gst +
  charges.dp;

/** Units to whole paise, half up: the one place where charges are rounded. */
export const chargePaise = (units: number): number => Math.floor(units / UNITS_PER_PAISA + 0.5);
