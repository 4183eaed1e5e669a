import type { Source } from '../../../shared/contract/fields.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { createPaneResource } from '../../state/resource.ts';

interface Wanted {
  symbol: string;
  source: Source;
  timeframe: Timeframe;
  limit: number;
}

/** Candles as candles, and as many as there are as a line. */
export const LIMITS = { recent: 1_000, all: 200_000 } as const;

export const prices = createPaneResource((wanted: Wanted) => api.market.candles(wanted));
