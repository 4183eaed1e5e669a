import { expect } from 'playwright/test';
import { PERSON, test } from './desktop-app.ts';

test('from a server that is away the sign-in page leads back to this computer', async ({ desktop }) => {
  const { page } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  await desktop.useServer('https://127.0.0.1:9', 'the-token-of-a-server-that-is-away');
  await page.getByLabel('Password').fill(PERSON.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The server cannot be reached. Nothing was done.').first()).toBeVisible();
  // The question of the desktop's own is answered with yes, as before.
  await page.getByRole('button', { name: 'Use this computer…' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Use this computer…' })).toBeHidden();
  await expect(async () => {
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
});
