import type { Source } from '../../../shared/contract/fields.ts';
import { depthQuoteName } from '../../../shared/quotes.ts';
import { quoteNow } from '../../state/quotes.ts';

/** Last price of a symbol that this window shows, paise; null of none. */
export const lastSeen = (symbol: string, source: Source): number | null =>
  (quoteNow(source, symbol) ?? quoteNow(source, depthQuoteName(symbol)))?.ltp ?? null;
