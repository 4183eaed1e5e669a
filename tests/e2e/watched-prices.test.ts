import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { minuteFiles } from '../support/market-files.ts';
import { type DesktopApp, onOneDesktop, waitForMarket } from './desktop-app.ts';

const test = onOneDesktop();

/** At this pace the simulated market moves every fifteen seconds only. */
const AS_THE_CLOCK = 1;
/** Within two seconds: not with the next move of the market. */
const SOON = { timeout: 2_000 };

const chartOf = (symbol: string, source: string, timeframe: string): string =>
  `/chart/${symbol}?source=${source}&timeframe=${timeframe}`;

/** Signs up, slows the market down and shows a page. */
const showAt = async (desktop: DesktopApp, route: string): Promise<void> => {
  await desktop.signUp();
  await waitForMarket(desktop);
  await desktop.ask('market.pace', { speed: AS_THE_CLOCK });
  await desktop.page.evaluate((to) => {
    location.hash = `#${to}`;
  }, route);
};

const popOut = async (desktop: DesktopApp, route: string): Promise<Page> => {
  const [page] = await Promise.all([
    desktop.app.waitForEvent('window'),
    desktop.call('desktop.window.pop-out', { route }),
  ]);
  await page.waitForFunction(() => document.readyState === 'complete' && 'bridge' in window);
  await page.getByRole('heading', { level: 1, name: 'ITC' }).waitFor();
  return page;
};

/** Makes the page believe that its window is minimised, or restored. */
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

const lastPrice = (page: Page) => page.getByText(/LTP at \d/);

test('a window that is opened, restored or loaded again shows at once the price that another one shows', async ({
  desktop,
}) => {
  await showAt(desktop, chartOf('ITC', 'simulated', '15m'));
  const { page } = desktop;
  await expect(lastPrice(page)).toBeVisible();
  const other = await popOut(desktop, chartOf('ITC', 'simulated', '1d'));
  await expect(lastPrice(other)).toBeVisible(SOON);
  await hide(page, true);
  await expect(lastPrice(page)).toBeHidden();
  await hide(page, false);
  await expect(lastPrice(page)).toBeVisible(SOON);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'ITC' }).waitFor();
  await page.getByText('Simulated').first().waitFor();
  await expect(lastPrice(page)).toBeVisible(SOON);
});

test('a chart of a feed that does not move says so, while a replay runs and after it', async ({
  desktop,
}) => {
  await showAt(desktop, chartOf('NIFTY', 'simulated', '1m'));
  const { page } = desktop;
  const still = page.getByText('No price of it moves now.');
  await expect(lastPrice(page)).toBeVisible();
  const files = minuteFiles()
    .filter(({ name }) => name.startsWith('NIFTY_'))
    .map(({ name, text }) => ({ name, text }));
  await desktop.ask('market.import', { files });
  await desktop.ask('market.replay', { action: 'start', speed: 60 });
  await expect(still).toBeVisible();
  await page.getByLabel('Prices of').selectOption('replay');
  await expect(lastPrice(page)).toBeVisible();
  await desktop.ask('market.replay', { action: 'stop' });
  await expect(still).toBeVisible();
});
