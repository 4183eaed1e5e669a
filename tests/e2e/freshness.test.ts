import { expect } from 'playwright/test';
import { PERSON, test } from './desktop-app.ts';

const SIGNIN = { email: 'first@desk.example', password: PERSON.password };

test('what is on the screen says how old it is: asleep, awake, stopped, away and back', async ({
  desktop,
}) => {
  test.setTimeout(90_000);
  const { page } = desktop;
  await desktop.call('desktop.session.sign-in', SIGNIN);
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  const ages = () =>
    page
      .locator('[data-freshness]')
      .evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLElement).dataset['freshness']))]);
  await expect.poll(ages).toEqual(['fresh']);
  const clock = page.locator('[data-tour="clock"]');
  await expect(clock).not.toBeEmpty();

  await test.step('the computer wakes: all of it is old at once, until there is an answer', async () => {
    const pid = await desktop.backendPid();
    // Nothing is answered now, as in the first moments after a sleep.
    process.kill(pid, 'SIGSTOP');
    try {
      await desktop.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
      await expect.poll(ages, { timeout: 3_000 }).toEqual(['stale']);
      await expect(clock).toContainText('last price');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await expect.poll(ages, { timeout: 20_000 }).toEqual(['fresh']);
  });

  await test.step('the backend dies: the bar says since when, and Retry is there', async () => {
    const pid = await desktop.backendPid();
    process.kill(pid, 'SIGKILL');
    await expect(page.getByText(/Showing data from \d\d:\d\d:\d\d/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
    await expect.poll(ages).toEqual(['stale']);
  });

  await test.step('it comes back by itself, says so, and figures are fresh again', async () => {
    await expect(page.getByText('Connected again.').first()).toBeVisible({ timeout: 30_000 });
    await expect.poll(ages, { timeout: 20_000 }).toEqual(['fresh']);
    await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeHidden();
  });

  await test.step('the morning check goes through everything', async () => {
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Morning check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Morning check' });
    await expect(dialog.getByText('No broker is linked: only paper strategies trade')).toBeVisible();
    await expect(dialog.getByText('The clocks agree')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  });
});
