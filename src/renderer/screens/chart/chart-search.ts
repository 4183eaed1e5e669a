import type * as z from 'zod/mini';
import type { Timeframe } from '../../../shared/rule-document.ts';
import type { Source } from '../../../shared/contract/fields.ts';
import { COMPARE_KINDS } from '../../features/charts/series-compare.ts';
import { SOURCE_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const SOURCES = Object.keys(SOURCE_LABELS) as [Source, ...Source[]];
export const TIMEFRAMES = Object.keys(TIMEFRAME_LABELS) as [Timeframe, ...Timeframe[]];
/** Span of the history in view: the last bars as candles, or everything as a line. */
export const SPANS = ['recent', 'all'] as const;

export const AXES = ['price', 'percent', 'log'] as const;

export const chartSearch = urlSearch({
  source: searchField.oneOf(SOURCES, 'simulated'),
  timeframe: searchField.oneOf(TIMEFRAMES, '5m'),
  span: searchField.oneOf(SPANS, 'recent'),
  axis: searchField.oneOf(AXES, 'price'),
  /** Symbols to compare with, as `comparedText` writes them. */
  compare: searchField.text(),
  as: searchField.oneOf(COMPARE_KINDS, 'percent'),
  straddle: searchField.oneOf(['no', 'yes'], 'no'),
});

/** Choices of a chart, as its address has them. */
export type ChartSearch = z.output<typeof chartSearch>;

/** Address of a chart with its choices; those that nobody made are left out. */
export const chartAddress = (symbol: string, search: ChartSearch): string => {
  const { source, timeframe, span, axis, compare, as, straddle } = search;
  const chosen = new URLSearchParams({
    source,
    timeframe,
    span,
    ...(axis !== 'price' && { axis }),
    ...(compare !== '' && { compare, as }),
    ...(straddle === 'yes' && { straddle }),
  });
  return `/chart/${encodeURIComponent(symbol)}?${chosen.toString()}`;
};
