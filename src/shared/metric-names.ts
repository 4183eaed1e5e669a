/** Figures of a run of rules over candles, in display order; the engine defines each. */
export const METRIC_NAMES = [
  'netProfit',
  'returnPercent',
  'cagrPercent',
  'maxDrawdown',
  'maxDrawdownPercent',
  'maxDrawdownDays',
  'sharpe',
  'sortino',
  'calmar',
  'trades',
  'wins',
  'losses',
  'winRatePercent',
  'profitFactor',
  'expectancy',
  'averageWin',
  'averageLoss',
  'largestWin',
  'largestLoss',
  'longestWinningStreak',
  'longestLosingStreak',
  'averageBarsHeld',
  'exposurePercent',
  'tradesPerMonth',
  'grossProfit',
  'charges',
  'chargesPercentOfGross',
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

/** Objectives of a sweep: the higher, the better. */
export const OBJECTIVES = [
  'netProfit',
  'cagrPercent',
  'sharpe',
  'sortino',
  'calmar',
  'profitFactor',
  'expectancy',
] as const satisfies readonly MetricName[];
export type Objective = (typeof OBJECTIVES)[number];
