import { expect } from 'playwright/test';
import type { OutputOf } from '../../src/shared/contract/endpoint.ts';
import type { market } from '../../src/shared/contract/market.ts';
import { plainRupees } from '../../src/shared/money.ts';
import { type DesktopApp, PERSON, test, waitForMarket } from './desktop-app.ts';

type Quotes = OutputOf<(typeof market)['quote']>;

const SYMBOL = 'NIFTY';
/** A price may wander the other way for a while: then another alert is made. */
const TRIES = 6;
const PATIENCE_MS = 15_000;

const priceNow = async (desktop: DesktopApp): Promise<number> => {
  const answer = await desktop.call<Quotes>('market.quote', { symbols: [SYMBOL] });
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value.quotes[0]?.ltp ?? 0;
};

test('a price alert is made by keyboard, fires in the simulated market, and stands in the log', async ({
  desktop,
}) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  expect((await desktop.call('market.pace', { speed: 600 })).ok).toBe(true);
  await page.evaluate(() => {
    location.hash = '#/notifications?view=mine';
  });
  const rules = page.getByRole('table', { name: 'My alerts' });

  const makeOne = async (): Promise<void> => {
    const button = page.getByRole('button', { name: 'New alert…' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await dialog.getByLabel('Symbol').focus();
    await page.keyboard.type(SYMBOL.toLowerCase());
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('When it')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('Price (₹)')).toBeFocused();
    await page.keyboard.type(plainRupees((await priceNow(desktop)) + 5_00));
    await page.keyboard.press('Enter');
  };

  await test.step('a level that is passed is refused with the price now, and what was typed stays', async () => {
    const button = page.getByRole('button', { name: 'New alert…' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await dialog.getByLabel('Symbol').fill(SYMBOL);
    await dialog.getByLabel('Price (₹)').fill('1');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^NIFTY is at .* now, so 1\.00 is passed already\./)).toBeVisible();
    await expect(dialog.getByLabel('Price (₹)')).toHaveValue('1');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  let hasFired = false;
  for (let turn = 0; turn < TRIES && !hasFired; turn++) {
    await makeOne();
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    // The market may have moved over the level while it was typed.
    await Promise.race([
      dialog.waitFor({ state: 'hidden' }),
      dialog.getByText(/is passed already/).waitFor(),
    ]);
    if (await dialog.isVisible()) {
      await page.keyboard.press('Escape');
      continue;
    }
    hasFired = await rules
      .getByRole('row', { name: /Fired/ })
      .first()
      .waitFor({ timeout: PATIENCE_MS })
      .then(
        () => true,
        () => false,
      );
  }
  expect(hasFired).toBe(true);

  await test.step('the log has it, with the channel that took it', async () => {
    await page.getByRole('tab', { name: 'My alerts' }).first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const log = page.getByRole('table', { name: 'What has fired' });
    const line = log.getByRole('row', { name: /Price alert: NIFTY at/ }).first();
    await expect(line).toContainText(/NIFTY is at or above [\d,.]+\./);
    await expect(line).toContainText('In the program');
  });
});
