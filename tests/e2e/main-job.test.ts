import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import type { SessionState } from '../../src/shared/desktop.ts';
import type { Result } from '../../src/shared/failure.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';
import type { DesktopApp } from './desktop-app.ts';

interface Ranked {
  readonly name: string;
  readonly strategyId: number;
  readonly trades: number;
}

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

const register = async (page: Page) => {
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Full name').fill(PERSON.fullName);
  await page.getByLabel('E-mail').fill(PERSON.email);
  await page.getByLabel('Mobile number').fill(PERSON.phone);
  await page.getByLabel('Password').fill(PERSON.password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
};

const goTo = (page: Page, name: string) =>
  page
    .getByLabel('Main menu')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

/** Dangerous questions are alert dialogs; to the person both are the one thing in front. */
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/**
 * Strategy of the top ten that trades most often. A test need not wait long then, whatever market this installation
 * has. One with legs enters once a day, so many as its trades are.
 */
const busiest = async (desktop: DesktopApp): Promise<string> => {
  const ranking = valueOf(await desktop.call<Ranked[]>('home.topTen', { thirtyDay: '1', test: '1' }));
  for (const { name, strategyId } of ranking.sort((a, b) => b.trades - a.trades)) {
    const { rules } = valueOf(
      await desktop.call<{ rules: { legs: object | null } }>('strategies.details', { strategyId }),
    );
    if (rules.legs === null) return name;
  }
  throw new Error('The top ten has no strategy of rules');
};

test('a newcomer registers, clones a strategy, sees it trade, is notified, and finds everything after a restart', async ({
  newDesktop: desktop,
}) => {
  test.setTimeout(480_000);
  await register(desktop.page);
  await waitForMarket(desktop);
  const name = await busiest(desktop);
  // Ten market minutes a second: a test is in more of a hurry than a person.
  valueOf(await desktop.call('market.pace', { speed: 600 }));

  await test.step('clones it from the top ten, in test', async () => {
    const { page } = desktop;
    await goTo(page, 'Top ten');
    await page.getByRole('button', { name: `Clone ${name}` }).click();
    const dialog = dialogOf(page);
    // Enough for a lot of any index, wherever this installation's random market stands.
    await dialog.getByLabel('Capital').fill('₹50,00,000');
    await dialog.getByRole('button', { name: 'Clone' }).click();
    await page.getByRole('button', { name: 'Open my copy' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  });

  await test.step('starts it, and it trades by itself', async () => {
    const { page } = desktop;
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await expect.poll(async () => (await desktop.notices()).length, { timeout: 150_000 }).toBeGreaterThan(0);
  });

  await test.step('a click on the notification opens what it speaks of', async () => {
    const isTrade = (body: string) => body.includes('net ');
    // News that comes together is one notification, of its latest: that of a trade may be behind that of an entry.
    await expect
      .poll(async () => (await desktop.notices()).some(({ body }) => isTrade(body)), { timeout: 300_000 })
      .toBe(true);
    const notice = (await desktop.notices()).findLast(({ body }) => isTrade(body));
    await desktop.clickNotice(notice?.body ?? '');
    await expect(dialogOf(desktop.page)).toContainText(name);
    await desktop.page.keyboard.press('Escape');
    await expect(desktop.page.getByRole('heading', { level: 1, name: 'Trade history' })).toBeVisible();
  });

  await test.step('stops it and sells what is open', async () => {
    const { page } = desktop;
    await goTo(page, 'My strategies');
    await page.getByRole('tab', { name: /^Paper/ }).click();
    await page.getByRole('button', { name: `Stop ${name}` }).click();
    await expect(page.getByRole('button', { name: `Start ${name}` })).toBeVisible();
    await page.getByRole('button', { name: `Square off ${name}` }).click();
    await page.getByRole('button', { name: 'Square off & stop' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await goTo(page, 'Open positions');
    await expect(page.getByRole('main').getByText('No position is open')).toBeVisible();
  });

  await test.step('finds it all after a restart', async () => {
    const trades = async () =>
      valueOf(await desktop.call<{ total: number }>('positions.trades', { isTest: 1 })).total;
    const before = await trades();
    expect(before).toBeGreaterThan(0);
    await desktop.restart();
    const session = await desktop.call<SessionState>('desktop.session.state');
    const isKept = process.env['TRICKDESK_HAS_KEYRING'] === '1';
    expect(session).toMatchObject({ ok: true, value: { user: isKept ? { email: PERSON.email } : null } });
    if (!isKept)
      await desktop.call('desktop.session.sign-in', { email: PERSON.email, password: PERSON.password });
    expect(await trades()).toBe(before);
    await goTo(desktop.page, 'My strategies');
    await desktop.page.getByRole('tab', { name: /^Paper/ }).click();
    await expect(desktop.page.getByRole('link', { name })).toBeVisible();
  });
});
