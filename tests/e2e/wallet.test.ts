import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON, test } from './desktop-app.ts';

test('money is added in the sandbox, spent on credit, and each has its paper', async ({ desktop }) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  await page.getByRole('link', { name: 'Wallet ₹0.00' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: '₹1,000' }).click();
  await page.getByLabel('Your UPI ID').fill('asha.rao@okbank');
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await expect(page.getByRole('img', { name: /^QR code that asks for ₹1,000.00/ })).toBeVisible();
  await page.getByRole('button', { name: 'Wait' }).click();
  await expectAccessible(desktop, 'The QR code');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const success = page.getByRole('alertdialog', { name: 'Success!' });
  await expect(success).toContainText('₹1,000.00 was added to your wallet.');
  await expect(success.getByRole('button', { name: 'Proceed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/wallet-history$/);
  await expect(page.getByRole('link', { name: 'Wallet ₹1,000.00' })).toBeVisible();

  const path = join(desktop.dataDir, 'paper.pdf');
  await desktop.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await page.getByRole('button', { name: 'Money added' }).click();
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  await expect(page.getByText(`Saved as ${path}`).first()).toBeVisible();
  const receipt = await readFile(path);
  expect(receipt.subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'Close' }).click();

  await page.keyboard.press('Control+9');
  await page.getByRole('button', { name: 'Top up' }).click();
  await page.getByRole('radio', { name: /^Small/ }).check();
  await page.getByRole('button', { name: 'Pay ₹590.00' }).click();
  await page.getByRole('alertdialog', { name: 'Success!' }).getByRole('button', { name: 'Proceed' }).click();
  await expect(page).toHaveURL(/#\/my-transactions$/);
  await page.getByRole('button', { name: /^Credit of/ }).click();
  await expect(page.getByText(/^TD\/20\d\d-\d\d\/000001$/).last()).toBeVisible();
  await expect(page.getByText('IGST 18.00%').or(page.getByText('CGST 9.00%'))).toBeVisible();
  await expectAccessible(desktop, 'An invoice');
  await page.keyboard.press('Control+P');
  await expect.poll(async () => (await readFile(path)).equals(receipt)).toBe(false);
});
