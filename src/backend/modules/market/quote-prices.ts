import { contractOf } from '../../../engine/contracts/contract.ts';
import { istIso } from '../../../shared/time.ts';
import { instrumentNamed } from '../../market/instrument-master.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

/** Last prices of instruments in paise, and why one has none. */
export const quotePrices =
  (deps: MarketDeps): MarketCalls['quote'] =>
  (input, { userId }) => {
    const { marketRuns } = deps;
    const { session, identity } = marketRuns.runOf(userId);
    const quotes = [];
    const missing = [];
    for (const symbol of input.symbols) {
      const last = session.lastPrice(symbol);
      if (last)
        quotes.push({
          symbol,
          source: identity.source,
          ltp: last.price,
          previousClose: session.previousClose(symbol),
          at: istIso(last.at),
        });
      else
        missing.push({
          symbol,
          reason:
            instrumentNamed(symbol) || contractOf(symbol)
              ? identity.source === 'replay'
                ? 'The replay has no candles of it, so it has no price now.'
                : 'It has had no tick yet.'
              : 'There is no such instrument.',
        });
    }
    return { quotes, missing };
  };
