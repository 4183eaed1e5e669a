import { expect } from 'playwright/test';
import { plainRupees } from '../../src/shared/money.ts';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';
import { priceNow } from './price-now.ts';

const SYMBOL = 'NIFTY';
/** A price may wander the other way for a while: then another alert is made. */
const TRIES = 6;
const PATIENCE_MS = 15_000;

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
    await page.keyboard.type(plainRupees((await priceNow(desktop, SYMBOL)) + 5_00));
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
      .getByRole('row', { name: /NIFTY is at or above .* Fired/ })
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

test('an alert on an indicator is made and changed by keyboard, with no strategy', async ({ desktop }) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  await page.evaluate(() => {
    location.hash = '#/notifications?view=mine';
  });
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  const waits = 'SBIN, 15-minute candles: RSI(7) is below 1.';

  await test.step('its form begins with an RSI, says what is wrong at its field, and is saved by Enter', async () => {
    await page.getByRole('button', { name: 'New alert…' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Tell me about').focus();
    await page.keyboard.type('Indicator');
    await expect(dialog.getByRole('group', { name: 'Indicator', exact: true })).toBeVisible();
    await dialog.getByLabel('Symbol').focus();
    await page.keyboard.type('sbin');
    await dialog.getByLabel('Length').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7000');
    await expect(dialog.getByText('Mend what is marked; then it can be saved.')).toBeVisible();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7');
    await dialog.getByLabel('Number').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    await expect(dialog.getByText(waits)).toBeVisible();
    await expectAccessible(desktop, 'an alert on an indicator');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'New alert…' })).toBeFocused();
  });

  const row = page.getByRole('table', { name: 'My alerts' }).getByRole('row', { name: waits });
  await test.step('the list says what it is now', async () => {
    await expect(row).toContainText(/RSI\(7\) [\d.]+, needs below 1/, { timeout: 60_000 });
  });

  await test.step('it is changed in the same form', async () => {
    await row.getByRole('button', { name: waits }).press('Enter');
    await page
      .getByRole('dialog', { name: 'My alert' })
      .getByRole('button', { name: 'Change…' })
      .press('Enter');
    const changed = page.getByRole('dialog', { name: 'Change the alert' });
    await expect(changed.getByLabel('Length')).toHaveValue('7');
    await changed.getByLabel('Tell me about').focus();
    await page.keyboard.type('Any');
    await changed.getByRole('button', { name: 'Condition', exact: true }).press('Enter');
    await expect(changed.getByText(/RSI\(7\) is below 1 and close crosses above SMA/)).toBeVisible();
    await expectAccessible(desktop, 'an alert on any condition');
    await changed.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(changed).toBeHidden();
    await expect(
      page.getByRole('row', { name: /SBIN, 15-minute candles: RSI\(7\) is below 1 and close crosses above/ }),
    ).toBeVisible();
  });
});
