import type { MetricName } from '../shared/metric-names.ts';
import { DAY_MS } from '../shared/time.ts';
import { dayNumber } from './bars.ts';
import type { EquityCurve, Simulation, Trade } from './simulation/simulation.ts';

/**
 * The figures of a run. Money in integer paise (averages may be fractional), percentages in percent. Null where a
 * figure means nothing: an average of no trades, a ratio over zero. Each is defined in `METRIC_DEFINITIONS`.
 */
export interface Metrics extends Readonly<Record<MetricName, number | null>> {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly grossProfit: number;
  readonly charges: number;
  readonly netProfit: number;
  readonly returnPercent: number;
  readonly maxDrawdown: number;
  readonly maxDrawdownPercent: number;
  readonly maxDrawdownDays: number;
  readonly longestWinningStreak: number;
  readonly longestLosingStreak: number;
  readonly exposurePercent: number;
}

const sumOf = <T>(items: readonly T[], read: (item: T) => number): number =>
  items.reduce((sum, item) => sum + read(item), 0);

const ratio = (over: number, under: number): number | null => (under === 0 ? null : over / under);

interface Drawdown {
  readonly value: number;
  readonly percent: number;
  readonly days: number;
}

/**
 * Deepest fall below a running peak, and longest time below one. Value and percent may come from different falls. The
 * starting capital is the first peak. Source: M. Magdon-Ismail and A. Atiya, Risk Magazine (October 2004).
 */
export const drawdownOf = (curve: EquityCurve, capital: number): Drawdown => {
  let peak = capital;
  let peakTime = curve.time[0] ?? 0;
  let value = 0;
  let percent = 0;
  let longest = 0;
  for (let index = 0; index < curve.time.length; index++) {
    const equity = curve.equity[index] as number;
    const time = curve.time[index] as number;
    if (equity >= peak) {
      peak = equity;
      peakTime = time;
      continue;
    }
    value = Math.max(value, peak - equity);
    percent = Math.max(percent, (100 * (peak - equity)) / peak);
    longest = Math.max(longest, time - peakTime);
  }
  return { value, percent, days: longest / DAY_MS };
};

/**
 * Daily returns of the account, as fractions. Each is from one trading day's last close to the next, the first from the
 * capital.
 */
export const dailyReturns = (curve: EquityCurve, capital: number): number[] => {
  const returns: number[] = [];
  let before = capital;
  for (let index = 0; index < curve.time.length; index++) {
    const next = curve.time[index + 1];
    if (next !== undefined && dayNumber(next) === dayNumber(curve.time[index] as number)) continue;
    const equity = curve.equity[index] as number;
    returns.push(before > 0 ? equity / before - 1 : 0);
    before = equity;
  }
  return returns;
};

const TRADING_DAYS = 252;
const DAYS_FOR_RATIOS = 20;
const DAYS_FOR_GROWTH = 30;
const DAYS_PER_MONTH = 30.44;

/**
 * Annualised Sharpe and Sortino ratios of daily returns, risk-free rate zero. Sources: W. Sharpe, Journal of Portfolio
 * Management 21 (1994), sample deviation; F. Sortino and L. Price, Journal of Investing 3 (1994), target zero.
 */
const ratiosOf = (returns: readonly number[]): { sharpe: number | null; sortino: number | null } => {
  if (returns.length < DAYS_FOR_RATIOS) return { sharpe: null, sortino: null };
  const mean = sumOf(returns, (r) => r) / returns.length;
  const deviation = Math.sqrt(sumOf(returns, (r) => (r - mean) ** 2) / (returns.length - 1));
  const downside = Math.sqrt(sumOf(returns, (r) => Math.min(r, 0) ** 2) / returns.length);
  const annual = (under: number) => ratio(mean * Math.sqrt(TRADING_DAYS), under);
  return { sharpe: annual(deviation), sortino: annual(downside) };
};

/** Compound annual growth in percent, calendar days. Source: CFA Institute, GIPS Standards (2020), annualised return. */
export const growthOf = (capital: number, final: number, days: number): number | null =>
  days < DAYS_FOR_GROWTH || final <= 0 ? null : 100 * ((final / capital) ** (365 / days) - 1);

/** Most trades in a row for which `counts` is true. Their order is that of closing. */
const longestStreak = (trades: readonly Trade[], counts: (trade: Trade) => boolean): number => {
  let longest = 0;
  let current = 0;
  for (const trade of trades) {
    current = counts(trade) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
};

/** The net result furthest from zero among trades of one kind; null without any. */
const extreme = (trades: readonly Trade[], pick: (a: number, b: number) => number): number | null =>
  trades.length === 0 ? null : trades.reduce((best, trade) => pick(best, trade.net), 0);

/** Parts of a run that `metricsOf` reads; a live strategy's trades and equity fit as well. */
export type MeasuredRun = Pick<Simulation, 'capital' | 'trades' | 'curve'>;

/** Works the figures of a run out. The formulas are those of `METRIC_DEFINITIONS`. */
export const metricsOf = ({ capital, trades, curve }: MeasuredRun): Metrics => {
  const winners = trades.filter((trade) => trade.net > 0);
  const losers = trades.filter((trade) => trade.net < 0);
  const won = sumOf(winners, (trade) => trade.net);
  const lost = sumOf(losers, (trade) => trade.net);
  const grossProfit = sumOf(trades, (trade) => trade.gross);
  const charges = sumOf(trades, (trade) => trade.chargesPaise);
  const netProfit = grossProfit - charges;
  const bars = curve.time.length;
  const days = bars === 0 ? 0 : ((curve.time[bars - 1] as number) - (curve.time[0] as number)) / DAY_MS;
  const drawdown = drawdownOf(curve, capital);
  const cagrPercent = growthOf(capital, capital + netProfit, days);
  const exposed = curve.positions.reduce((count, open) => count + (open > 0 ? 1 : 0), 0);
  return {
    trades: trades.length,
    wins: winners.length,
    losses: losers.length,
    grossProfit,
    charges,
    netProfit,
    returnPercent: (100 * netProfit) / capital,
    cagrPercent,
    maxDrawdown: drawdown.value,
    maxDrawdownPercent: drawdown.percent,
    maxDrawdownDays: drawdown.days,
    winRatePercent: ratio(100 * winners.length, trades.length),
    profitFactor: ratio(won, -lost),
    expectancy: ratio(netProfit, trades.length),
    averageWin: ratio(won, winners.length),
    averageLoss: ratio(lost, losers.length),
    largestWin: extreme(winners, Math.max),
    largestLoss: extreme(losers, Math.min),
    longestWinningStreak: longestStreak(trades, (trade) => trade.net > 0),
    longestLosingStreak: longestStreak(trades, (trade) => trade.net < 0),
    averageBarsHeld: ratio(
      sumOf(trades, (trade) => trade.barsHeld),
      trades.length,
    ),
    exposurePercent: bars === 0 ? 0 : (100 * exposed) / bars,
    tradesPerMonth: days === 0 ? null : (trades.length / days) * DAYS_PER_MONTH,
    chargesPercentOfGross: grossProfit > 0 ? (100 * charges) / grossProfit : null,
    ...ratiosOf(dailyReturns(curve, capital)),
    calmar: cagrPercent === null ? null : ratio(cagrPercent, drawdown.percent),
  };
};
