import { searchField, urlSearch } from '../../state/url-search.ts';

export const TABS = ['summary', 'equity', 'trades', 'monthly', 'sweep', 'compare', 'assumptions'] as const;
export type Tab = (typeof TABS)[number];

/** Address of the screen. */
export const backtestSearch = urlSearch({
  /** The run whose result is in view. */
  run: searchField.id(),
  /** A strategy to begin the form with. */
  strategy: searchField.id(),
  /** Days to begin it with: the latest of them, such as `2y`, or from one to another. */
  period: searchField.text(),
  from: searchField.day(),
  to: searchField.day(),
  /** Whether the form has the rules that another screen has handed over. */
  rules: searchField.oneOf(['', 'handed'], ''),
  tab: searchField.oneOf(TABS, 'summary'),
  page: searchField.page(),
  tradesPage: searchField.page(),
  /** Symbol of the trades in view; empty for all. */
  symbol: searchField.text(),
  /** Whether the trades show their excursions. */
  excursions: searchField.oneOf(['', 'shown'], ''),
  /** Number of the trade on the chart. */
  trade: searchField.id(),
  /** Ids of runs to compare with, separated by full stops. */
  with: searchField.text(),
});
