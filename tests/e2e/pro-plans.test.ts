import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { addMoney } from '../support/user-steps.ts';
import { consoleFile, consoleRow } from '../support/tradebook-files.ts';
import { expectAccessible } from './axe.ts';
import { type DesktopApp, onOneDesktop } from './desktop-app.ts';

const test = onOneDesktop();

/** Off the menu: what is told of an entry under the pointer belongs to no landmark. */
const offTheMenu = async ({ page }: DesktopApp): Promise<void> => {
  await page.mouse.move(900, 500);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
};

test('a plan above the band is refused, acknowledged, activated, and its strategies run', async ({
  desktop,
}) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  await desktop.signUp();
  await addMoney(desktop.ask, 5_000_00);
  await page.getByRole('link', { name: 'Pro plans' }).click();
  const plans = page.getByRole('table', { name: 'Pro plans' });
  await expect(plans.getByText('example, not a real registration')).toHaveCount(3);
  await page.getByRole('button', { name: 'Answer the risk questions for Index Day' }).click();

  // Half of it today, the rest later.
  for (const turn of [1, 2]) {
    await expect(page.getByRole('heading', { name: `Question ${turn} of 8` })).toBeVisible();
    await page.getByRole('radio').first().check();
    if (turn === 1) await page.getByRole('button', { name: 'Next' }).click();
  }
  await expectAccessible(desktop, 'A question');
  await page.getByRole('button', { name: 'Save for later' }).click();
  await page.getByRole('button', { name: 'Carry on with the questions' }).click();
  for (let turn = 3; turn <= 8; turn++) {
    await expect(page.getByRole('heading', { name: `Question ${turn} of 8` })).toBeVisible();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: turn < 8 ? 'Next' : 'See the result' }).click();
  }
  await expect(page.getByText('Low band', { exact: true })).toBeVisible();
  await expectAccessible(desktop, 'Pro plans');

  await page.getByRole('button', { name: 'Activate Index Day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Activate Index Day?' });
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog.getByText(/It is activated only with your acknowledgement\./)).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await expectAccessible(desktop, 'Activating a plan');
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText(/^Index Day is paid until .* run in your paper account\./)).toBeVisible();
  await expect(plans.getByText('Yours')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'My strategies' }).click();
  for (const name of ['Nifty Slide', 'Bank Nifty Momentum', 'Bank Nifty Fade', 'Nifty Quick Dip'])
    await expect(page.getByRole('button', { name: `Stop ${name}` })).toBeVisible();
  await expect(page.getByText(/^Index Day · Paper/)).toHaveCount(4);

  await desktop.call('market.pace', { speed: 600 });
  await page.getByRole('link', { name: 'Open positions' }).click();
  await page.getByRole('tab', { name: 'Research calls' }).click();
  const calls = page.getByRole('table', { name: 'Research calls' });
  await expect(calls.getByText(/^(Closed|Stopped|Target hit)$/).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'My profit' }).click();
  await page.getByRole('combobox', { name: 'Whose strategies' }).selectOption('plans');
  await expect(page.getByRole('table', { name: 'P&L by strategy' })).toBeVisible({ timeout: 60_000 });
  await desktop.call('market.pace', { speed: 1 });
  await offTheMenu(desktop);
  await expectAccessible(desktop, 'My profit');
});

test('a tradebook is imported, counts in the tax report, and is removed again', async ({ desktop }) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  await desktop.signUp();
  const path = join(desktop.dataDir, 'tradebook.csv');
  await writeFile(
    path,
    consoleFile(
      consoleRow('ITC', 'buy', '2025-04-01', 10, 400),
      consoleRow('ITC', 'sell', '2025-06-02', 10, 450),
      consoleRow('ITC', 'buy', '2025-06-03', 0, 450),
    ),
  );
  await page.getByRole('link', { name: 'My profit' }).click();
  await page.evaluate(() => (window.location.hash = '#/reports'));
  await expect(page.getByText(/can be imported below/)).toBeVisible();
  await page.getByLabel('Tradebook files').setInputFiles(path);
  await expect(page.getByText('Line 4: the quantity is zero')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Lots' }).getByText('ITC')).toBeVisible();
  await offTheMenu(desktop);
  await expectAccessible(desktop, 'The tax report');
  await page.getByRole('button', { name: 'Remove tradebook.csv' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText(/can be imported below/)).toBeVisible();
});
