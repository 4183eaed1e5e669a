import { expect } from 'playwright/test';
import type { OutputOf } from '../../src/shared/contract/endpoint.ts';
import type { market } from '../../src/shared/contract/market.ts';
import type { DesktopApp } from './desktop-app.ts';

type Quotes = OutputOf<(typeof market)['quote']>;

/** Last price of a symbol on the simulated market, paise. Waits for one. */
export const priceNow = async (desktop: DesktopApp, symbol: string): Promise<number> => {
  let price = 0;
  await expect(async () => {
    const answer = await desktop.call<Quotes>('market.quote', { symbols: [symbol] });
    if (!answer.ok) throw new Error(answer.failure.message);
    price = answer.value.quotes[0]?.ltp ?? 0;
    expect(price, `the price of ${symbol}`).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  return price;
};
