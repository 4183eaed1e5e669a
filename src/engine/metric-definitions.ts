import type { MetricName } from '../shared/metric-names.ts';

/** A figure's name and explanation on screen ("How is this worked out?"). */
export interface MetricDefinition {
  readonly label: string;
  readonly explanation: string;
  /** Where the formula comes from. */
  readonly source: string;
}

const ACCOUNTING = 'Plain accounting; charges as on a contract note.';
const COUNTING = 'Counted over the list of trades.';
const TRADE_STATISTICS = 'R. Pardo, The Evaluation and Optimization of Trading Strategies (2008), ch. 12.';
const DRAWDOWN = 'M. Magdon-Ismail and A. Atiya, Risk Magazine (October 2004).';

/** Explanation of each figure, in the words the screens show. */
export const METRIC_DEFINITIONS: Readonly<Record<MetricName, MetricDefinition>> = {
  netProfit: { label: 'Net P&L', explanation: 'Gross profit less charges.', source: ACCOUNTING },
  returnPercent: {
    label: 'Return',
    explanation: 'Net P&L in percent of the starting capital.',
    source: ACCOUNTING,
  },
  cagrPercent: {
    label: 'CAGR',
    explanation:
      'Compound annual growth: (final value ÷ starting capital) to the power of 365 ÷ days, less one. Only for runs of 30 days or more.',
    source: 'CFA Institute, GIPS Standards (2020), annualised return.',
  },
  maxDrawdown: {
    label: 'Max drawdown',
    explanation: 'Largest fall of the account from a peak to a later low, at candle closes, in rupees.',
    source: DRAWDOWN,
  },
  maxDrawdownPercent: {
    label: 'Max drawdown %',
    explanation: 'Largest fall of the account from a peak, in percent of that peak.',
    source: DRAWDOWN,
  },
  maxDrawdownDays: {
    label: 'Longest drawdown',
    explanation: 'Longest time the account stayed below an earlier peak, in calendar days.',
    source: DRAWDOWN,
  },
  sharpe: {
    label: 'Sharpe ratio',
    explanation:
      'Average daily return ÷ standard deviation of daily returns × √252, without a risk-free rate. Days are trading days. Only for 20 days or more.',
    source: 'W. Sharpe, Journal of Portfolio Management 21 (1994), sample deviation.',
  },
  sortino: {
    label: 'Sortino ratio',
    explanation:
      'As Sharpe, but over the downside deviation: the root of the average squared daily loss, days without a loss counting as zero.',
    source: 'F. Sortino and L. Price, Journal of Investing 3 (1994), target zero.',
  },
  calmar: {
    label: 'Calmar ratio',
    explanation: 'Compound annual growth ÷ largest fall in percent.',
    source: 'T. Young, Futures Magazine (October 1991).',
  },
  trades: {
    label: 'Trades',
    explanation: 'Round trips, positions still open at the end included at their last price.',
    source: COUNTING,
  },
  wins: {
    label: 'Winning trades',
    explanation: 'Trades whose net profit after charges is above zero.',
    source: COUNTING,
  },
  losses: {
    label: 'Losing trades',
    explanation: 'Trades whose net profit after charges is below zero.',
    source: COUNTING,
  },
  winRatePercent: {
    label: 'Win rate',
    explanation: 'Winning trades in percent of all trades; a trade that ends at exactly zero does not win.',
    source: TRADE_STATISTICS,
  },
  profitFactor: {
    label: 'Profit factor',
    explanation: 'Net P&L of all winning trades ÷ net loss of all losing ones. Above 1 earns money.',
    source: TRADE_STATISTICS,
  },
  expectancy: {
    label: 'Expectancy',
    explanation: 'Average net profit of a trade.',
    source: TRADE_STATISTICS,
  },
  averageWin: {
    label: 'Average win',
    explanation: 'Average net profit of the winning trades.',
    source: TRADE_STATISTICS,
  },
  averageLoss: {
    label: 'Average loss',
    explanation: 'Average net loss of the losing trades.',
    source: TRADE_STATISTICS,
  },
  largestWin: {
    label: 'Largest win',
    explanation: 'Net P&L of the best trade.',
    source: TRADE_STATISTICS,
  },
  largestLoss: {
    label: 'Largest loss',
    explanation: 'Net loss of the worst trade.',
    source: TRADE_STATISTICS,
  },
  longestWinningStreak: {
    label: 'Longest winning streak',
    explanation: 'Most winning trades in a row, in the order they were closed.',
    source: TRADE_STATISTICS,
  },
  longestLosingStreak: {
    label: 'Longest losing streak',
    explanation: 'Most losing trades in a row, in the order they were closed.',
    source: TRADE_STATISTICS,
  },
  averageBarsHeld: {
    label: 'Avg. candles held',
    explanation: 'Average number of candles from entry to exit, the entry candle included.',
    source: COUNTING,
  },
  exposurePercent: {
    label: 'Exposure',
    explanation: 'Share of bars with at least one position open at the close.',
    source: COUNTING,
  },
  tradesPerMonth: {
    label: 'Trades/month',
    explanation: 'Trades ÷ calendar days × 30.44.',
    source: COUNTING,
  },
  grossProfit: {
    label: 'Gross P&L',
    explanation: 'Sum of price difference × quantity over all trades, before charges.',
    source: ACCOUNTING,
  },
  charges: {
    label: 'Charges',
    explanation: 'Brokerage, taxes and fees of both legs of all trades.',
    source: ACCOUNTING,
  },
  chargesPercentOfGross: {
    label: 'Charges % of gross',
    explanation: 'Charges in percent of the gross profit; only when that is above zero.',
    source: ACCOUNTING,
  },
};
