import { seededRandom } from '../random.ts';
import type { Trade } from '../simulation/simulation.ts';

/**
 * Falls from a peak in percent, by share of shuffled orders. So many percent of the shuffled orders of trades stay
 * within each.
 */
export interface DrawdownBand {
  readonly shuffles: number;
  readonly median: number;
  readonly percentile95: number;
  readonly percentile99: number;
  readonly worst: number;
}

const SHUFFLES = 1_000;
/**
 * Steps through trades over all shuffles, at most. Without it a run of a hundred thousand trades would take a minute.
 */
const MOST_STEPS = 20_000_000;
const FEWEST_TRADES = 10;

const worstFall = (nets: Float64Array, capital: number): number => {
  let equity = capital;
  let peak = capital;
  let worst = 0;
  for (let index = 0; index < nets.length; index++) {
    equity += nets[index] as number;
    if (equity > peak) peak = equity;
    else worst = Math.max(worst, (100 * (peak - equity)) / peak);
  }
  return worst;
};

/**
 * Band of possible drawdowns with the account's trades reordered. A thousand seeded shuffles of the list (Fisher–Yates)
 * are each added up from the starting capital. Null with fewer than ten trades. Trades are taken as independent of each
 * other, which trades that were open together are not. Source: R. Pardo, The Evaluation and Optimization of Trading
 * Strategies (2008), ch. 14.
 */
export const drawdownBand = (trades: readonly Trade[], capital: number): DrawdownBand | null => {
  if (trades.length < FEWEST_TRADES) return null;
  const nets = Float64Array.from(trades, (trade) => trade.net);
  const shuffles = Math.max(50, Math.min(SHUFFLES, Math.floor(MOST_STEPS / nets.length)));
  const random = seededRandom('order of trades');
  const falls = new Float64Array(shuffles);
  for (let round = 0; round < shuffles; round++) {
    for (let index = nets.length - 1; index > 0; index--) {
      const other = Math.floor(random.uniform() * (index + 1));
      const kept = nets[index] as number;
      nets[index] = nets[other] as number;
      nets[other] = kept;
    }
    falls[round] = worstFall(nets, capital);
  }
  falls.sort();
  const within = (percent: number) => falls[Math.ceil((shuffles * percent) / 100) - 1] as number;
  return {
    shuffles,
    median: within(50),
    percentile95: within(95),
    percentile99: within(99),
    worst: within(100),
  };
};
