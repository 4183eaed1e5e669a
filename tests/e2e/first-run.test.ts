import { expect } from 'playwright/test';
import { PERSON, test, waitForMarket } from './desktop-app.ts';

test('the first start: three cards, registering, the tour once, and the first steps', async ({
  firstStart: desktop,
}) => {
  test.setTimeout(90_000);
  const { page } = desktop;
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click();

  await test.step('language, look and alerts are chosen, and show at once', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
    await page.getByRole('radio', { name: 'हिन्दी' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'स्वागत है' })).toBeVisible();
    await page.getByRole('radio', { name: 'English' }).click();
    await next();
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    await next();
    await page.getByRole('button', { name: 'Send a test notification' }).click();
    await expect(page.getByText(/A notification is on its way|does not show notifications/)).toBeVisible();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  });

  await desktop.call('desktop.session.register', PERSON);
  await waitForMarket(desktop);

  await test.step('the tour points at three places', async () => {
    for (const stop of ['1 of 3', '2 of 3']) {
      await expect(page.getByText(stop, { exact: true })).toBeVisible();
      await next();
    }
    await expect(page.getByText('3 of 3', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(page.getByText('3 of 3', { exact: true })).toBeHidden();
  });

  await test.step('a first step is ticked off when it has been done', async () => {
    const steps = page.getByRole('region', { name: 'Get started' });
    await expect(steps.getByText('0 of 6')).toBeVisible();
    const ranking = await desktop.call<{ strategyId: number }[]>('home.topTen', {
      thirtyDay: '1',
      test: '1',
    });
    const [first] = ranking.ok ? ranking.value : [];
    expect(first).toBeDefined();
    expect(await desktop.call('strategies.clone', { strategyId: first?.strategyId })).toMatchObject({
      ok: true,
    });
    // Home stays open: the step is ticked off where it was done elsewhere.
    await expect(steps.getByText(/[1-5] of 6/)).toBeVisible();
    await steps.getByRole('link', { name: 'Link Angel One' }).click();
    await expect(page).toHaveURL(/\/profile\/broker/);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(steps.getByText(/[1-5] of 6/)).toBeVisible();
    await expect(steps.getByRole('link', { name: /Clone one/ })).toBeHidden();
    await steps.getByRole('button', { name: 'Put the first steps away' }).click();
    await expect(steps).toBeHidden();
  });

  await test.step('nothing of it comes again after a restart', async () => {
    await desktop.call('desktop.session.sign-out');
    await desktop.restart();
    await expect(desktop.page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await desktop.call('desktop.session.sign-in', { email: PERSON.email, password: PERSON.password });
    await expect(desktop.page.getByText('Today · live')).toBeVisible();
    await expect(desktop.page.getByText(/^\d of 3$/)).toBeHidden();
    await expect(desktop.page.getByRole('region', { name: 'Get started' })).toBeHidden();
  });
});
