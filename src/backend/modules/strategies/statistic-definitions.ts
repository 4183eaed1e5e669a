/** Explanation of each statistic, in the words the screens show. */
export const STATISTIC_DEFINITIONS = [
  {
    metric: 'net',
    label: 'Net P&L',
    explanation:
      'Gross profit of all closed trades minus every charge on both legs: brokerage, STT, exchange, SEBI, stamp duty, GST and depository charges.',
  },
  {
    metric: 'returnPercent',
    label: 'Return',
    explanation: 'Net P&L divided by the capital of the strategy.',
  },
  {
    metric: 'results',
    label: 'Structures closed',
    explanation:
      'Structures of which no leg is open, and trades that are no legs. Win rate, averages, streaks and drawdown are of these: the legs of one structure count together.',
  },
  {
    metric: 'maxDrawdown',
    label: 'Max drawdown',
    explanation:
      'The largest drop of capital plus net profit from a high to a later low, counted at the close of trades; the percentage is of that high.',
  },
  {
    metric: 'winPercent',
    label: 'Win rate',
    explanation: 'Closed trades with a net profit above zero, divided by all closed trades.',
  },
  {
    metric: 'profitFactor',
    label: 'Profit factor',
    explanation:
      'Sum of all net profits divided by the sum of all net losses. Not shown when no trade has lost.',
  },
  {
    metric: 'expectancy',
    label: 'Expectancy',
    explanation: 'Net P&L divided by the number of closed trades: what one trade brought on average.',
  },
  { metric: 'averageWin', label: 'Average win', explanation: 'Mean net profit of the winning trades.' },
  { metric: 'averageLoss', label: 'Average loss', explanation: 'Mean net loss of the losing trades.' },
  {
    metric: 'longestLosingStreak',
    label: 'Longest losing streak',
    explanation: 'Most losing trades in a row, in the order they closed.',
  },
  {
    metric: 'tradesPerMonth',
    label: 'Trades/month',
    explanation:
      'Closed trades divided by the months (of 30.44 days) from the first entry to the last exit. Not shown before they are a week apart.',
  },
  {
    metric: 'chargesPercentOfGross',
    label: 'Charges % of gross',
    explanation: 'All charges divided by the gross profit. Not shown when there is no gross profit.',
  },
  {
    metric: 'worstDay',
    label: 'Worst day',
    explanation: 'The lowest net result of the trades that closed on one market day.',
  },
] as const;
