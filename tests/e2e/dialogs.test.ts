import { expect } from 'playwright/test';
import { onOneDesktop, PERSON } from './desktop-app.ts';
import { goTo } from './walk.ts';

const test = onOneDesktop();

test('a dialog that goes gives the focus back to what opened it, so that the keyboard goes on there', async ({
  desktop,
}) => {
  const { page } = desktop;
  await desktop.signUp();
  await goTo(page, '/settings?section=data');
  for (const name of ['Delete my data…', 'Save a backup…', 'Set a passphrase…']) {
    const button = page.getByRole('button', { name });
    await button.press('Enter');
    await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
});

test('a session that ends under an open dialog leaves the sign-in page, and all after it, to screen readers', async ({
  desktop,
}) => {
  const { page } = desktop;
  await desktop.signUp();
  await goTo(page, '/wallet');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Transfer' })).toBeVisible();
  await desktop.call('desktop.session.sign-out');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Password').fill(PERSON.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
