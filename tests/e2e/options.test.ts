import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { parseRupees } from '../../src/shared/money.ts';
import { findings } from './axe.ts';
import { onOneDesktop, waitForMarket, waitForPages } from './desktop-app.ts';
import { goTo } from './walk.ts';

const test = onOneDesktop();

const paiseOf = (text: string | null): number => {
  const paise = parseRupees(/[\d,]+\.\d\d/.exec(text ?? '')?.[0] ?? '');
  if (paise === null) throw new Error(`No price in "${text ?? ''}"`);
  return paise;
};

/** Strike and entry price of each leg in the list. */
const listedLegs = async (page: Page) => {
  const rows = page.getByRole('table', { name: 'Legs', exact: true }).locator('tbody tr');
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  );
  return cells.map(([side, , , strike = '', price = '']) => ({
    side,
    option: strike,
    strike: paiseOf(strike),
    price: paiseOf(price),
  }));
};

/** Value of a figure by its name. */
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd');

test('a straddle is picked by keyboard, and its break-evens are what a hand works out from its prices', async ({
  desktop,
}) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await goTo(page, '/option-chain');
  const call = page.locator('[data-option="call"][tabindex="0"]');
  await call.focus();
  for (const key of ['b', 'ArrowRight', 'b']) await page.keyboard.press(key);
  await expect(page.getByRole('tab', { name: 'Payoff (2)' })).toBeVisible();
  expect(await findings(page, 'all', 'chain with legs')).toEqual([]);

  await page.getByRole('tab', { name: 'Chain' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(figure(page, 'Break-even')).toBeVisible();
  const [first, second] = await listedLegs(page);
  if (!first || !second) throw new Error('Two legs were picked');
  expect([first.side, second.side]).toEqual(['Buy', 'Buy']);
  expect(first.option).toMatch(/CE$/);
  expect(second.option).toMatch(/PE$/);
  expect(second.strike).toBe(first.strike);
  const paid = first.price + second.price;
  const breakEvens = ((await figure(page, 'Break-even').textContent()) ?? '').split(' – ').map(paiseOf);
  expect(breakEvens).toEqual([first.strike - paid, first.strike + paid]);
  await expect(figure(page, 'Max profit')).toHaveText('Unlimited');
  // One lot of NIFTY of each.
  expect(paiseOf(await figure(page, 'Max loss').textContent())).toBe(65 * paid);
  expect(paiseOf(await figure(page, 'Net premium paid').textContent())).toBe(65 * paid);
  expect(await findings(page, 'all', 'payoff')).toEqual([]);

  await page.getByLabel('Index, change in %, slider').focus();
  for (let time = 0; time < 4; time += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Index, change in %, number')).toHaveValue('2');
  await expect(page.locator('figure').getByText(/^tried: /)).toBeVisible();
});

test('a ready-made structure fills the legs, and the analysis has a picture of each kind', async ({
  desktop,
}) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await goTo(page, '/option-chain');
  await page.getByRole('button', { name: 'Ready-made' }).click();
  await page.getByRole('menuitem', { name: 'Iron condor' }).click();
  await expect(page.getByRole('table', { name: 'Legs', exact: true }).locator('tbody tr')).toHaveCount(4);
  await expect(figure(page, 'Max profit')).toHaveText(/^₹/);
  await expect(figure(page, 'Max loss')).toHaveText(/^₹/);
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Calls and puts by strike' })).toBeVisible();

  for (const [view, said] of [
    ['Volatility', /at the money the call has \d/],
    ['Straddle', /between \d/],
  ] as const) {
    await page.getByRole('tab', { name: view }).click();
    const chart = page.locator('figure').filter({ hasText: said });
    await expect(chart.locator('svg path').first()).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Open interest' }).click();
  await expect(page.getByRole('table', { name: 'Open interest by strike' }).locator('tbody tr')).toHaveCount(
    25,
  );
  await expect(figure(page, 'Put-call ratio')).toHaveText(/^\d\.\d\d$/);
  await expect(figure(page, 'Max pain')).toHaveText(/\.00$/);
});

test('the chain opens at the money, with its titles and choices in view, and so it does the next time', async ({
  desktop,
}) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  const middle = page.locator('tr', { has: page.locator('[data-option="call"][tabindex="0"]') });
  const expectInTheMiddle = () =>
    expect
      .poll(() =>
        middle.evaluate((row) => {
          const view = row.closest('[data-list]')?.getBoundingClientRect() ?? new DOMRect();
          const { top, height } = row.getBoundingClientRect();
          return Math.abs(top + height / 2 - (view.top + view.height / 2)) / view.height;
        }),
      )
      .toBeLessThan(0.15);
  const expectAllInView = async () => {
    await expectInTheMiddle();
    await expect(middle).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('columnheader', { name: 'Strike' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Expiry')).toBeInViewport({ ratio: 1 });
  };
  await page.setViewportSize({ width: 1024, height: 640 });
  await goTo(page, '/option-chain');
  await expectAllInView();
  await page.setViewportSize({ width: 1024, height: 900 });
  await expectAllInView();
  await goTo(page, '/home');
  await goTo(page, '/option-chain');
  await expectAllInView();
});

test('the legs of a ready-made structure are ordered on paper, by keyboard, and each says what it came to', async ({
  desktop,
}) => {
  test.setTimeout(120_000);
  await desktop.signUp();
  const { page } = desktop;
  await waitForMarket(desktop);
  await goTo(page, '/option-chain?view=payoff');
  // Options that expire soon cost so little that they may be at a circuit, where nobody sells.
  const expiries = page.getByRole('combobox', { name: 'Expiry' });
  await expect(expiries).toBeVisible();
  await expiries.selectOption({ index: (await expiries.locator('option').count()) - 1 });
  await page.getByRole('button', { name: 'Ready-made' }).click();
  await page.getByRole('menuitem', { name: 'Bull call spread' }).click();
  const order = page.getByRole('button', { name: 'Order these legs…' });
  await order.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Order 2 legs on paper' });
  await expect(dialog.getByText('Margin, leg by leg')).toBeVisible();
  const rows = dialog.getByRole('table', { name: 'Orders of the legs' }).locator('tbody tr');
  await expect(rows.first()).toContainText('Buy');
  expect(await findings(page, 'all', 'legs to order')).toEqual([]);
  const action = dialog.getByRole('button', { name: 'Order 2 legs on paper' });
  await expect(action).toBeEnabled();
  await action.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('All 2 legs are ordered.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await goTo(page, '/open-positions');
  await expect(page.getByRole('row').filter({ hasText: 'CE' }).filter({ hasText: 'Manual' })).toHaveCount(2, {
    timeout: 60_000,
  });
});
