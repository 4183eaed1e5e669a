import { datedTable, valueOn } from '../../engine/dated.ts';
import { AUTHOR_PERCENT } from '../../shared/author-fee.ts';
import type { PlanKind } from '../../shared/contract/subscription.ts';
import type { Designation } from '../team/designations.ts';

/** Something that is bought for a time and renewed. */
export interface PlanOffer {
  readonly planId: string;
  readonly kind: PlanKind;
  readonly name: string;
  /** Paise before GST. */
  readonly price: number;
  readonly days: number;
  /** Backtests a month; null for other kinds. */
  readonly runsPerMonth: number | null;
}

/** A package of credit. */
export interface TopUpPackage {
  readonly packageId: string;
  readonly name: string;
  /** Paise before GST. */
  readonly price: number;
  /** Paise of credit, at least the price; what is beyond it the house gives. */
  readonly credit: number;
}

/** Every amount and limit that people are told of. Paise, unless the name says otherwise. */
export interface PriceList {
  readonly gstPercent: number;
  readonly add: { readonly least: number; readonly most: number; readonly validMinutes: number };
  readonly transfer: { readonly least: number; readonly mostADay: number };
  readonly withdrawal: { readonly least: number; readonly mostADay: number };
  readonly activation: number;
  readonly plans: readonly PlanOffer[];
  /** Plan of a user who has bought no backtest plan. */
  readonly freePlan: { readonly planId: string; readonly name: string; readonly runsPerMonth: number };
  readonly topUps: readonly TopUpPackage[];
  readonly graceDays: number;
  /**
   * The reward in percent of a payment net of GST, by level. The level counts how far the rewarded user is above the
   * payer.
   */
  readonly rewardPercents: readonly number[];
  /** The author's share of a strategy's fee, in percent, net of GST. */
  readonly authorPercent: number;
  /** Lowest first; the number of a level is its place. */
  readonly designations: readonly [Designation, ...Designation[]];
}

const trade = (planId: string, name: string, price: number, days: number): PlanOffer => ({
  planId,
  kind: 'trade',
  name,
  price,
  days,
  runsPerMonth: null,
});
const backtest = (planId: string, name: string, price: number, runsPerMonth: number): PlanOffer => ({
  planId,
  kind: 'backtest',
  name,
  price,
  days: 30,
  runsPerMonth,
});
const advisor = (planId: string, name: string, price: number): PlanOffer => ({
  planId,
  kind: 'advisor',
  name,
  price,
  days: 30,
  runsPerMonth: null,
});
const topUp = (packageId: string, name: string, price: number, credit: number): TopUpPackage => ({
  packageId,
  name,
  price,
  credit,
});

const PRICE_LISTS = datedTable<PriceList>([
  '2026-04-01',
  {
    gstPercent: 18,
    add: { least: 100_00, most: 1_00_000_00, validMinutes: 15 },
    transfer: { least: 10_00, mostADay: 50_000_00 },
    withdrawal: { least: 500_00, mostADay: 1_00_000_00 },
    activation: 999_00,
    plans: [
      trade('trade-month', 'Trade activation, 30 days', 499_00, 30),
      trade('trade-quarter', 'Trade activation, 90 days', 1_299_00, 90),
      trade('trade-year', 'Trade activation, 365 days', 4_499_00, 365),
      backtest('plus', 'Plus', 299_00, 200),
      backtest('pro', 'Pro', 999_00, 2_000),
      advisor('advisor-steady', 'Steady Shares', 399_00),
      advisor('advisor-swing', 'Swing Fifty', 799_00),
      advisor('advisor-index', 'Index Day', 1_199_00),
    ],
    freePlan: { planId: 'free', name: 'Free', runsPerMonth: 20 },
    topUps: [
      topUp('credit-500', 'Small', 500_00, 500_00),
      topUp('credit-1000', 'Medium', 1_000_00, 1_050_00),
      topUp('credit-2500', 'Large', 2_500_00, 2_750_00),
      topUp('credit-5000', 'Largest', 5_000_00, 5_750_00),
    ],
    graceDays: 3,
    rewardPercents: [10, 5, 2],
    authorPercent: AUTHOR_PERCENT,
    designations: [
      { name: 'Associate', direct: 0, members: 0 },
      { name: 'Bronze', direct: 5, members: 5 },
      { name: 'Silver', direct: 5, members: 25 },
      { name: 'Gold', direct: 5, members: 100 },
      { name: 'Platinum', direct: 5, members: 500 },
      { name: 'Diamond', direct: 5, members: 2_000 },
    ],
  },
]);

/** The prices, limits and rates of a moment (epoch ms). */
export const pricesOn = (at: number): PriceList => valueOn(PRICE_LISTS, at);
