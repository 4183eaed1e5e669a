import type { Timeframe } from '../../../shared/rule-document.ts';
import type { Source } from '../../../shared/contract/fields.ts';
import { SOURCE_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const SOURCES = Object.keys(SOURCE_LABELS) as [Source, ...Source[]];
export const TIMEFRAMES = Object.keys(TIMEFRAME_LABELS) as [Timeframe, ...Timeframe[]];
/** Span of the history in view: the last bars as candles, or everything as a line. */
export const SPANS = ['recent', 'all'] as const;

export const chartSearch = urlSearch({
  source: searchField.oneOf(SOURCES, 'simulated'),
  timeframe: searchField.oneOf(TIMEFRAMES, '5m'),
  span: searchField.oneOf(SPANS, 'recent'),
});
