import type { Source } from '../../../shared/contract/fields.ts';
import { depthQuoteName, quoteIn } from '../../../shared/quotes.ts';
import { quotesNow } from '../../state/quotes.ts';

/** Last price of a symbol that this window shows, paise; null of none. */
export const lastSeen = (symbol: string, source: Source): number | null => {
  const quotes = quotesNow();
  return (quoteIn(quotes, source, symbol) ?? quoteIn(quotes, source, depthQuoteName(symbol)))?.ltp ?? null;
};
