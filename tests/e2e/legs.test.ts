import { expect } from 'playwright/test';
import { istMinute, MINUTE_MS } from '../../src/shared/time.ts';
import { expectAccessible } from './axe.ts';
import { type DesktopApp, PERSON, test, waitForMarket } from './desktop-app.ts';

/** `HH:MM` of the market so many minutes from now. A slow start may have gone past any fixed time. */
const inMinutes = async (desktop: DesktopApp, minutes: number): Promise<string> => {
  const header = await desktop.call<{ feed: { now: string } }>('home.header');
  if (!header.ok) throw new Error(header.failure.message);
  return istMinute(Date.parse(header.value.feed.now) + minutes * MINUTE_MS);
};

test('a straddle is built in six inputs, trades on paper leg by leg, and has its result', async ({
  newDesktop: desktop,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  await waitForMarket(desktop);
  await desktop.call('market.pace', { speed: 1 });

  await test.step('builds it, and reads it back', async () => {
    await page.evaluate(() => (window.location.hash = '#/leg-builder'));
    await page.getByLabel('Name', { exact: true }).fill('Straddle');
    await page.getByLabel('Structure', { exact: true }).selectOption('Short straddle');
    await page.getByLabel('Lots of each leg').fill('2');
    await page.getByLabel('Stop-loss', { exact: true }).first().fill('40');
    await page.getByLabel('Entry at').fill(await inMinutes(desktop, 10));
    const exit = await inMinutes(desktop, 60);
    await page.getByLabel('Exit at').fill(exit);
    await page.getByLabel('Capital').fill('10,00,000');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText(
      'Sell 2 lots of the call at the money, this week; stop at 40.00% of the premium.',
    );
    await expect(summary).toContainText(`At ${exit} on the day of entry.`);
    await expect(page.getByRole('region', { name: 'Payoff if entered now' })).toContainText('Unlimited');
    await expectAccessible(desktop, 'Builder of legs');
  });

  await test.step('says what is wrong in it, and keeps it from being saved', async () => {
    await page.getByLabel('Lots of each leg').fill('0');
    await expect(page.getByLabel('What is wrong')).toContainText('legs[0].lots: must be at least 1');
    await expect(page.getByRole('button', { name: 'Save strategy' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.getByLabel('Lots of each leg').fill('2');
  });

  await test.step('tests it on the past', async () => {
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    const section = page.getByRole('region', { name: 'Test on the past' });
    await expect(section).toContainText('Premiums are modelled', { timeout: 60_000 });
    await expect(page.getByRole('table', { name: 'Results by exit' })).toContainText('Exit at its time');
    await expect(page.getByRole('table', { name: 'Results by premiums' })).toContainText('Modelled');
    await expectAccessible(desktop, 'Backtest of legs');
  });

  await test.step('tries other numbers, and says first what they made on later days', async () => {
    await page.getByLabel('First value').fill('30');
    await page.getByRole('button', { name: 'Try the numbers' }).click();
    const windows = page.getByRole('table', { name: 'Numbers chosen on some days, tried on those after' });
    await expect(windows.getByRole('row')).toHaveCount(5, { timeout: 60_000 });
    await expect(windows).toContainText('Stop of each leg');
    await expect(page.getByText('P&L on later days')).toBeVisible();
    const all = page.getByRole('table', { name: 'All combinations, over all days' });
    await expect(all.getByRole('row')).toHaveCount(4);
    await expectAccessible(desktop, 'Numbers of legs');
  });

  await test.step('saves and starts it', async () => {
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Straddle' })).toBeVisible();
    await expect(page.getByText('Sell 2 lots of the put at the money, this week').first()).toBeVisible();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await desktop.call('market.pace', { speed: 120 });
  });

  await test.step('holds both legs, each with its stop', async () => {
    await page.evaluate(() => (window.location.hash = '#/open-positions'));
    const rows = page.getByRole('row', { name: /NIFTY 2\d{3}-\d{2}-\d{2} \d+ (CE|PE)/ });
    await expect(rows).toHaveCount(2, { timeout: 60_000 });
  });

  await test.step('is closed at its time, and its trades have their charges', async () => {
    await page.evaluate(() => (window.location.hash = '#/trade-history'));
    const rows = page.getByRole('row', { name: /NIFTY 2\d{3}-\d{2}-\d{2} \d+ (CE|PE)/ });
    await expect(rows).toHaveCount(2, { timeout: 90_000 });
  });
});

test('the main job with options: from the chain to the tax of a structure', async ({
  newDesktop: desktop,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const goTo = (route: string) =>
    page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#${route}`);
  await desktop.call('desktop.session.register', PERSON);
  await waitForMarket(desktop);
  await desktop.call('market.pace', { speed: 1 });

  await test.step('finds the chain in the menu, and a straddle on it', async () => {
    await page.getByLabel('Main menu').getByRole('link', { name: 'Option chain' }).click();
    await page.getByRole('button', { name: 'Ready-made' }).click();
    await page.getByRole('menuitem', { name: 'Short straddle' }).click();
    await expect(page.getByRole('table', { name: 'Legs', exact: true }).getByRole('row')).toHaveCount(3);
    await expect(page.getByText('Funds needed (estimate)')).toBeVisible();
  });

  await test.step('builds a strategy of these legs, each with a stop that is soon reached', async () => {
    await page.getByRole('button', { name: 'Build a strategy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New option strategy' })).toBeVisible();
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('Sell 1 lot of the call at the money');
    await expect(summary).toContainText('Sell 1 lot of the put at the money');
    await page.getByLabel('Name', { exact: true }).fill('From the chain');
    const stop = page.getByLabel('Stop-loss', { exact: true });
    await stop.first().fill('15');
    await expect(summary).toContainText('stop at 15.00% of the premium');
    await page.getByLabel('Entry at').fill(await inMinutes(desktop, 5));
    await page.getByLabel('Exit at').fill(await inMinutes(desktop, 90));
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'From the chain' })).toBeVisible();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    // So slow that the legs are seen before their stops are reached.
    await desktop.call('market.pace', { speed: 20 });
  });

  await test.step('holds the legs, and shows their payoff from their entries on', async () => {
    await goTo('/open-positions?type=strategies');
    await page.getByRole('link', { name: 'Payoff' }).first().click({ timeout: 90_000 });
    await expect(page.getByRole('table', { name: 'Legs', exact: true })).toContainText('Sell');
    await desktop.call('market.pace', { speed: 600 });
  });

  await test.step('one leg is stopped, the others end at their time: one structure, leg by leg', async () => {
    await goTo('/trade-history?rows=structures');
    const table = page.getByRole('table', { name: 'Structures' });
    await expect(table).toContainText('NIFTY', { timeout: 120_000 });
    await expect(table.getByRole('row').nth(1)).toContainText('From the chain');
    await table
      .getByRole('row')
      .nth(1)
      .getByText(/^NIFTY, /)
      .click();
    const drawer = page.getByRole('dialog', { name: /^Structure of NIFTY/ });
    await expect(drawer.getByRole('list', { name: 'Trades of the legs' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await expectAccessible(desktop, 'Structures');
    await page.keyboard.press('Escape');
    await goTo('/order-history');
    await expect(page.getByText('stop-loss').first()).toBeVisible();
  });

  await test.step('the tax report counts them as futures and options', async () => {
    await goTo('/reports?mode=test');
    await expect(page.getByText(/^Futures and options/).first()).toBeVisible();
  });
});
