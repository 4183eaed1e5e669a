import { profitNow, type ValuedLeg } from './payoff.ts';

/**
 * Margin of a structure, estimated by NSE Clearing's published SPAN parameters. The broker's own figure
 * counts where there is one: the clearing house values options with its own volatilities, and several times a day.
 */

/** How far an underlying is moved. */
export interface ScanRanges {
  /** Of the price, percent. */
  readonly pricePercent: number;
  /** Of the volatility, points. */
  readonly volatilityPoints: number;
}

/** Least ranges and the exposure rate of an underlying. */
export interface MarginRules {
  /** Least price scan range, percent. */
  readonly leastPricePercent: number;
  /** Least volatility scan range, points. */
  readonly leastVolatilityPoints: number;
  /** Exposure margin in percent of contract value. Of sold options and of futures. */
  readonly exposurePercent: number;
}

/** Rules by kind of underlying (nseclearing.in, SPAN risk parameters; exposure of shares as MSEI prints it). */
export const MARGIN_RULES = {
  index: { leastPricePercent: 9.3, leastVolatilityPoints: 4, exposurePercent: 2 },
  stock: { leastPricePercent: 14.2, leastVolatilityPoints: 10, exposurePercent: 5 },
} as const satisfies Record<string, MarginRules>;

/** Margin of a structure, in the unit of its prices. */
export interface MarginEstimate {
  /** Largest loss over the scenarios; never below 0. */
  readonly scan: number;
  readonly exposure: number;
  /** Set aside beside the premium: options that are worth something net can lose that without owing more. */
  readonly total: number;
  /** Net premium paid, and the margin. */
  readonly funds: number;
  /** Need of its legs one by one, less their need together. */
  readonly hedgeBenefit: number;
  /** Received for what is sold less paid for what is bought; below zero it is paid. */
  readonly premium: number;
}

const TRADING_DAYS = 252;
const SIGMAS = 6;
const PERCENT = 100;
/** Share of the annual volatility by which volatility is moved. */
const VOLATILITY_SHARE = 0.25;
/** Moves of the price in parts of its range. Each with the volatility up and down. */
const MOVES = [0, 1 / 3, -1 / 3, 2 / 3, -2 / 3, 1, -1] as const;
/** Twice the range, of which a share of the loss counts. */
const EXTREME = { moves: [2, -2], share: 0.35 } as const;

/**
 * Ranges by an underlying's volatility. That is the EWMA of its log returns, as NSE publishes it.
 * @param dailyPercent percent a day
 * @param annualPercent percent a year
 */
export const scanRangesOf = (
  { leastPricePercent, leastVolatilityPoints }: MarginRules,
  dailyPercent: number,
  annualPercent: number,
): ScanRanges => ({
  pricePercent: Math.max(leastPricePercent, SIGMAS * Math.SQRT2 * dailyPercent),
  volatilityPoints: Math.max(leastVolatilityPoints, VOLATILITY_SHARE * annualPercent),
});

/** Largest loss of legs over the sixteen scenarios, from 0 on. The rate is left out. */
export const scanLoss = (legs: readonly ValuedLeg[], ranges: ScanRanges): number => {
  const now = profitNow(legs, 0);
  const lossAt = (move: number, volatilityPoints: number): number =>
    now - profitNow(legs, 0, { pricePercent: move * ranges.pricePercent, volatilityPoints, days: 0 });
  const losses = MOVES.flatMap((move) => [
    lossAt(move, ranges.volatilityPoints),
    lossAt(move, -ranges.volatilityPoints),
  ]);
  const extremes = EXTREME.moves.map((move) => EXTREME.share * lossAt(move, 0));
  return Math.max(0, ...losses, ...extremes);
};

/** Bought options are paid in full and need no exposure margin. */
const exposureOf = (leg: ValuedLeg, { exposurePercent }: MarginRules): number =>
  leg.right !== 'future' && leg.quantity > 0
    ? 0
    : (Math.abs(leg.quantity) * leg.forward * exposurePercent) / PERCENT;

/** Paid for the options of some legs, less what is received. */
const paidFor = (options: readonly ValuedLeg[]): number =>
  options.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/** Estimate of the margin of legs of one underlying. */
export const estimateMargin = (
  legs: readonly ValuedLeg[],
  rules: MarginRules,
  ranges: ScanRanges,
): MarginEstimate => {
  const needOf = (some: readonly ValuedLeg[]): Omit<MarginEstimate, 'hedgeBenefit'> => {
    const scan = scanLoss(some, ranges);
    const exposure = some.reduce((sum, leg) => sum + exposureOf(leg, rules), 0);
    const options = some.filter(({ right }) => right !== 'future');
    const paid = paidFor(options);
    const worth = profitNow(options, 0) + paid;
    const total = Math.max(0, scan - Math.max(0, worth)) + exposure;
    return { scan, exposure, total, premium: 0 - paid, funds: Math.max(0, paid) + total };
  };
  const together = needOf(legs);
  const oneByOne = legs.reduce((sum, leg) => sum + needOf([leg]).total, 0);
  return { ...together, hedgeBenefit: Math.max(0, oneByOne - together.total) };
};

/**
 * Estimate for legs on one index.
 * @param volatility at the money, percent a year: it stands for the index's own
 */
export const estimateIndexMargin = (legs: readonly ValuedLeg[], volatility: number): MarginEstimate =>
  estimateMargin(
    legs,
    MARGIN_RULES.index,
    scanRangesOf(MARGIN_RULES.index, volatility / Math.sqrt(TRADING_DAYS), volatility),
  );
