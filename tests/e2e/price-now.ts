import type { OutputOf } from '../../src/shared/contract/endpoint.ts';
import type { market } from '../../src/shared/contract/market.ts';
import type { DesktopApp } from './desktop-app.ts';

type Quotes = OutputOf<(typeof market)['quote']>;

/** Last price of a symbol on the simulated market, paise; 0 before there is one. */
export const priceNow = async (desktop: DesktopApp, symbol: string): Promise<number> => {
  const answer = await desktop.call<Quotes>('market.quote', { symbols: [symbol] });
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value.quotes[0]?.ltp ?? 0;
};
