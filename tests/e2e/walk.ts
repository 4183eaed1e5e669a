import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { ROUTE_LIST } from '../../src/renderer/app/route-list.ts';
import type { Filled } from './still-desktop.ts';

/** A route as a test goes to it. */
export interface Stop {
  /** Fit for the name of a file. */
  readonly name: string;
  readonly address: string;
}

const nameOf = (path: string): string => path.slice(1).replace(/[/:]+/g, '-');

/** Every route that people who have not signed in can open. */
export const OUTSIDE: readonly Stop[] = ROUTE_LIST.filter(({ isOutside }) => isOutside).map(({ path }) => ({
  name: nameOf(path),
  address: path,
}));

/** Every route behind the sign-in, on a desktop with something on it. */
export const insideOf = ({ strategyId, authorId, basketId, backtestId, optionLegs }: Filled): Stop[] => [
  ...ROUTE_LIST.filter(({ isOutside }) => !isOutside).map(({ path }) => ({
    name: nameOf(path),
    address: path
      .replace('/strategies/:id', `/strategies/${strategyId}`)
      .replace('/authors/:id', `/authors/${authorId}`)
      .replace('/baskets/:id', `/baskets/${basketId}`)
      .replace(':tab', 'kyc')
      .replace(':symbol', 'RELIANCE'),
  })),
  { name: 'backtest-result', address: `/backtest?run=${backtestId}&tab=equity` },
  { name: 'option-payoff', address: `/option-chain?view=payoff&legs=${encodeURIComponent(optionLegs)}` },
  { name: 'option-volatility', address: '/option-chain?view=volatility' },
  { name: 'option-interest', address: '/option-chain?view=interest' },
  { name: 'option-straddle', address: '/option-chain?view=straddle' },
  { name: 'depth-levels', address: '/depth?symbol=RELIANCE&source=simulated' },
  { name: 'depth-ladder', address: '/depth?symbol=RELIANCE&source=simulated&view=ladder' },
];

/** Goes to an address, and waits until the page before has gone: it stands until the next one is loaded. */
export const goTo = async (page: Page, address: string): Promise<void> => {
  const before = await page.$('[data-region="page"] > :nth-child(2)');
  const isElsewhere = await page.evaluate((hash) => {
    const pathOf = (address: string) => address.split('?')[0];
    const from = location.hash;
    location.hash = hash;
    return pathOf(from) !== pathOf(hash);
  }, `#${address}`);
  if (before && isElsewhere) await page.waitForFunction((shown) => !shown.isConnected, before);
};

const pathIn = (address: string): string => address.replace(/^[^/]*/, '').split('?')[0] ?? '';

/** Go to a page, and wait until it is complete. It then stands there with all that it has asked for. */
export const visit = async (page: Page, { address }: Stop): Promise<void> => {
  // Views of one page take each other's place without a sign of it.
  if (pathIn(await page.evaluate(() => location.hash)) === pathIn(address)) await goTo(page, '/settings');
  await goTo(page, address);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};
