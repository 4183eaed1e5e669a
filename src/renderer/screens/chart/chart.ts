import { TIMEFRAMES, type Timeframe } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const chartSearch = urlSearch({ timeframe: searchField.oneOf(TIMEFRAMES, '5m') });

/** As many as are told apart on a screen, with room to look back. */
const MOST_BARS = 500;

export const candles = createResource((input: { symbol: string; timeframe: Timeframe }) =>
  api.market.candles({ ...input, limit: MOST_BARS }),
);
