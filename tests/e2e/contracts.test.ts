import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { type DesktopApp, PERSON, test, waitForMarket } from './desktop-app.ts';
import { speak } from './skins.ts';
import { goTo } from './walk.ts';

const WIDTHS = [1320, 1024] as const;

/** Nothing on the page is wider than its place: neither the page itself, nor a table on it. */
const expectNoSidewaysScroll = async ({ page }: DesktopApp): Promise<void> => {
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 });
    const wide = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll<HTMLElement>('[data-list]')].flatMap(
          ({ scrollWidth, clientWidth }) =>
            scrollWidth > clientWidth ? [`${scrollWidth} in ${clientWidth}`] : [],
        ),
      );
    await expect.poll(wide, { message: `at ${width} px` }).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
};

test('an option is found by its words, marked in its chain, and its trades fit their table', async ({
  newDesktop: desktop,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  await waitForMarket(desktop);
  await desktop.call('market.pace', { speed: 1 });
  const search = page.getByRole('combobox', { name: /^Page, strategy/ });

  await test.step('searches by keyboard, its words in another order', async () => {
    await page.keyboard.press('Control+K');
    await search.fill('ce nifty');
    await expect(page.getByRole('option', { name: /^NIFTY .*CE/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    const chain = await desktop.call<{
      chain: { strikes: { strike: number }[] };
      expiries: { day: string }[];
    }>('options.chain', { underlying: 'NIFTY' });
    if (!chain.ok) throw new Error(chain.failure.message);
    // Far from the money: the chain shows it nevertheless.
    const strike = (chain.value.chain.strikes[2]?.strike ?? 0) / 100;
    await page.keyboard.press('Control+K');
    await search.fill(`${strike} pe nifty`);
    await expect(page.getByRole('option').first()).toContainText(/NIFTY .*PE/);
    await search.fill('nifty 99999 ce');
    await expect(page.getByText('No future or option fits “nifty 99999 ce”')).toBeVisible();
    await expectAccessible(desktop, 'Search without a contract');
    await search.fill(`${strike} pe nifty`);
    await expect(page.getByRole('option').first()).toContainText(/NIFTY .*PE/);
    await page.keyboard.press('Enter');
    const marked = page.locator('[data-option="put"][aria-current]');
    await expect(marked).toBeFocused();
    await expect(marked).toBeInViewport();
    await expectAccessible(desktop, 'Option chain with a mark');
  });

  await test.step('shows the futures above the chain, at any width', async () => {
    await goTo(page, '/settings');
    await goTo(page, '/option-chain');
    const futures = page.getByRole('table', { name: 'Futures on NIFTY' });
    await expect(futures.getByRole('row')).toHaveCount(4);
    await expectNoSidewaysScroll(desktop);
    await speak(desktop, 'hi');
    await expect(page.getByRole('table', { name: 'NIFTY के फ़्यूचर' })).toBeVisible();
    await speak(desktop, 'en');
  });

  await test.step('keeps a draft of legs while the language changes', async () => {
    await goTo(page, '/leg-builder');
    await page.getByLabel('Name', { exact: true }).fill('Half done');
    await page.getByLabel('Structure', { exact: true }).selectOption('Iron condor');
    await page.getByLabel('Trailing stop').first().selectOption('% of the premium');
    await page.getByLabel('Close all at a loss of').selectOption('% of the net premium');
    await page.getByLabel('Trail this stop').selectOption('₹ of all legs');
    await page.getByLabel('Profit lock').selectOption('% of the net premium');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('in favour the stop moves by');
    await expectAccessible(desktop, 'Builder of legs with trails');
    await speak(desktop, 'hi');
    await expect(page.getByLabel('नाम', { exact: true })).toHaveValue('Half done');
    await speak(desktop, 'en');
    await expect(page.getByLabel('Structure', { exact: true })).toHaveValue('iron-condor');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('4 legs on NIFTY');
  });

  await test.step('has its trades in a table that fits', async () => {
    const saved = await desktop.call<{ strategyId: number }>('strategies.add', {
      ...{
        url: 'add',
        name: 'Short straddle of the morning, closed after twenty minutes',
        capital: 10_00_00_000_00,
      },
      document: {
        ...{ version: 2, underlying: 'NIFTY', entry: { at: '09:35' }, exit: { at: '09:55' } },
        legs: ['call', 'put'].map((kind) => ({
          ...{ side: 'sell', kind, lots: 60, strike: { by: 'at-the-money', steps: 0 } },
        })),
      },
    });
    if (!saved.ok) throw new Error(saved.failure.message);
    await desktop.call('strategies.start', { strategyId: saved.value.strategyId });
    await desktop.call('market.pace', { speed: 120 });
    await goTo(page, '/trade-history?mode=test');
    await expect(page.getByRole('row', { name: /NIFTY 2\d{3}-\d{2}-\d{2} \d+ (CE|PE)/ })).toHaveCount(2, {
      timeout: 90_000,
    });
    await desktop.call('market.pace', { speed: 1 });
    await expectNoSidewaysScroll(desktop);
  });
});
