import { generateSync } from 'otplib';
import { expect } from 'playwright/test';
import { addMoney } from '../support/user-steps.ts';
import { expectAccessible } from './axe.ts';
import { onOneDesktop, PERSON } from './desktop-app.ts';

const test = onOneDesktop();

test('money to somebody new asks once who it is, over the dialog that sends it', async ({ desktop }) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', {
    ...PERSON,
    fullName: 'Ravi Kumar',
    email: 'ravi@desk.example',
    phone: '9876500001',
  });
  await desktop.call('desktop.session.sign-out');
  await desktop.signUp();
  await addMoney(desktop.ask, 1_000_00);
  await page.getByRole('link', { name: /^Wallet ₹/ }).click();
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByLabel('To', { exact: true }).fill('ravi@desk.example');
  await page.getByLabel('Amount').fill('100');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send ₹100.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  const password = dialog.getByLabel('Password');
  await expect(password).toBeFocused();
  await page.screenshot({ path: test.info().outputPath('confirm-it-is-you.png') });
  await expectAccessible(desktop, 'The question who it is');
  await desktop.sayWho('not the password');
  await expect(dialog.getByText('The password is not right.')).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('');
  await page.screenshot({ path: test.info().outputPath('not-right.png') });

  // Giving up does nothing; the same again goes through with one answer.
  await page.keyboard.press('Escape');
  const failed = page.getByRole('alertdialog', { name: 'Error!' });
  await expect(failed).toContainText('You did not confirm that it is you. Nothing was done.');
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Send ₹100.00' }).click();
  await desktop.sayWho();
  await expect(page.getByRole('alertdialog', { name: 'Success!' })).toBeVisible();
  expect((await desktop.ask('wallet.mine')).available).toBe(900_00);
});

test('two-step sign-in gives recovery codes, and asks once for the password before', async ({ desktop }) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  await desktop.signUp();
  await page.evaluate(() => void (location.hash = '/profile/password'));
  await page.getByRole('button', { name: 'Set up…' }).click();
  await desktop.sayWho();
  const secret = await page.locator('code').first().textContent();
  await page
    .getByRole('textbox', { name: 'TOTP' })
    .fill(generateSync({ secret: (secret ?? '').replaceAll(' ', '') }));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('region', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await page.screenshot({ path: test.info().outputPath('recovery-codes.png') });
  await expectAccessible(desktop, 'Recovery codes');
  const code = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left for a lost phone.')).toBeVisible();
  await page.getByRole('button', { name: 'New recovery codes…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Replace your recovery codes?' });
  await expect(question).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('replace-codes.png') });
  await expectAccessible(desktop, 'Replace your recovery codes?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await desktop.call('desktop.session.sign-out');
  await page.getByLabel('Password').fill(PERSON.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await desktop.call('profile.mine')).ok).toBe(true);
  expect((await desktop.ask('profile.mine')).recoveryCodesLeft).toBe(9);
});
