import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { test } from './still-desktop.ts';
import { visit } from './walk.ts';

/** The first rupees of a text after a word, in paise. */
const paiseAfter = (text: string, word = ''): number => {
  const found = /([−+]?)₹([\d,]+)\.(\d\d)/.exec(text.slice(text.indexOf(word)));
  if (!found) throw new Error(`No rupees after "${word}" in: ${text}`);
  const [, sign, rupees = '', paise = ''] = found;
  return (sign === '−' ? -1 : 1) * Number(rupees.replaceAll(',', '') + paise);
};
const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

const show = (page: Page, address: string) => visit(page, { name: '', address });
const tile = async (page: Page, label: string): Promise<string> =>
  (await page
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()
    .textContent()) ?? '';

interface Card {
  readonly name: string;
  readonly address: string;
  readonly today: number;
}

/** Today's figures on every card of a page of my strategies. */
const cardsOf = async (page: Page): Promise<Card[]> => {
  const cards = await page.getByRole('article').all();
  return Promise.all(
    cards.map(async (card) => {
      const link = card.getByRole('heading').getByRole('link');
      return {
        name: (await link.textContent()) ?? '',
        address: (await link.getAttribute('href')) ?? '',
        today: paiseAfter((await card.textContent()) ?? '', 'Today'),
      };
    }),
  );
};

/** Reads one figure wherever it is shown; while time stands still all of them are of one moment. */
const compare = async (page: Page): Promise<number> => {
  await show(page, '/home');
  const today = paiseAfter(await tile(page, 'Today · paper'));

  const cards: Card[] = [];
  for (const number of [1, 2]) {
    await show(page, `/my-strategies?tab=Test&page=${number}`);
    expect(paiseAfter(await tile(page, 'Today · paper')), 'today on My strategies').toBe(today);
    cards.push(...(await cardsOf(page)));
  }
  expect(sum(cards.map((card) => card.today)), 'today of all cards').toBe(today);

  await show(page, '/open-positions');
  const rows = page.getByRole('table', { name: 'Open positions' }).locator('tbody tr');
  const results = (await rows.allTextContents()).map((text) => paiseAfter(text));
  expect(results.length).toBeGreaterThan(0);
  const net = paiseAfter((await page.getByText('Paper P&L').locator('..').textContent()) ?? '');
  expect(sum(results), 'rows of open positions').toBe(net);

  await rows.first().click();
  const facts = (await page.getByRole('dialog').textContent()) ?? '';
  expect(paiseAfter(facts, 'Net P&L'), 'the drawer').toBe(results[0]);
  expect(paiseAfter(facts, 'Unrealised P&L') + paiseAfter(facts, 'Realised P&L')).toBe(results[0]);
  await page.keyboard.press('Escape');

  await show(page, '/open-positions?type=strategies');
  const groups = await page.getByText('Net', { exact: true }).locator('..').allTextContents();
  expect(sum(groups.map((text) => paiseAfter(text))), 'open positions by strategy').toBe(net);

  for (const card of cards) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, card.address);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(card.name);
    const header = (await page.getByRole('region', { name: 'The strategy' }).textContent()) ?? '';
    expect(paiseAfter(header, 'Today'), `today of ${card.name}`).toBe(card.today);
  }
  return today;
};

/** With the day that is made for it first. */
test.describe.configure({ timeout: 240_000 });

test('today and net are the same wherever they are shown, and after the market has moved', async ({
  newDesktop: { page },
  filled,
}) => {
  const before = await compare(page);
  // Three minutes of the market, at its pace here.
  await filled.time.pass(0.05);
  // Shown at the latest price before anything is asked for again.
  await show(page, '/home');
  await expect.poll(async () => paiseAfter(await tile(page, 'Today · paper'))).not.toBe(before);
  await page.reload();
  await compare(page);
});
