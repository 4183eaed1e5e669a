import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';

const choose = (page: Page, label: string, option: string | { index: number } | { label: string }) =>
  page.getByLabel(label, { exact: true }).selectOption(option);

test('rules are written without code, tested on the past, swept, and looked at from all sides', async ({
  newDesktop: desktop,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', {
    fullName: PERSON.fullName,
    email: PERSON.email,
    phone: PERSON.phone,
    password: PERSON.password,
  });
  await waitForMarket(desktop);

  await test.step('writes a strategy in the builder and reads it back', async () => {
    await page
      .getByLabel('Main menu')
      .getByRole('link', { name: /^My strategies/ })
      .click();
    await page.getByRole('link', { name: 'New strategy' }).click();
    await page.getByLabel('Name').fill('Cross of the average');
    await choose(page, 'Product', 'delivery');
    await page.getByLabel('Timeframe', { exact: true }).first().selectOption('1d');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('close crosses above SMA(20)');
    await expect(page.getByText(/The entry rule held on|The entry rule never held/)).toBeVisible();
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Cross of the average' })).toBeVisible();
  });

  await test.step('runs it over the days there are', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Backtest' }).click();
    await expect(page.getByLabel('From', { exact: true })).not.toHaveValue('');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('table', { name: 'Runs' })).toContainText('Done');
  });

  await test.step('looks at every part of the result', async () => {
    await page.getByRole('button', { name: /^Sharpe ratio: how is this worked out/ }).click();
    await expect(page.getByText(/Average daily return ÷ standard deviation/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(desktop, 'Summary of a backtest');
    await page.getByRole('tab', { name: 'Equity and drawdown' }).click();
    await expect(page.locator('figure canvas').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Trades' }).click();
    await expect(page.getByRole('heading', { name: /^Trade 1: RELIANCE/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Monthly' }).click();
    await expect(page.getByRole('table', { name: 'Monthly returns in percent' })).toBeVisible();
    await page.getByRole('tab', { name: 'Assumptions' }).click();
    await expect(page.getByText(/fills at the open of the next/)).toBeVisible();
  });

  await test.step('asks whether the rules look ahead', async () => {
    await page.getByRole('button', { name: 'Change and run again' }).click();
    await expect(page.getByText(/19 left until/)).toBeVisible();
    await page.getByRole('button', { name: 'Look-ahead check' }).click();
    await expect(page.getByText(/The rules do not look ahead/)).toBeVisible({ timeout: 60_000 });
  });

  await test.step('sweeps two of its numbers', async () => {
    await choose(page, 'What', 'sweep');
    await choose(page, 'Number 1', { index: 1 });
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await choose(page, 'Number 2', { index: 2 });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('tab', { name: 'Sweep' }).click({ timeout: 90_000 });
    await expect(page.getByRole('table', { name: /^Sharpe ratio by / })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Best combinations' })).toBeVisible();
    await expectAccessible(desktop, 'Sweep');
  });

  await test.step('finds both runs after going elsewhere and back', async () => {
    await page.getByLabel('Main menu').getByRole('link', { name: /^Home/ }).click();
    await page
      .getByLabel('Main menu')
      .getByRole('link', { name: /^Backtest/ })
      .click();
    await expect(page.getByRole('table', { name: 'Runs' }).getByText('Done')).toHaveCount(2);
  });
});
