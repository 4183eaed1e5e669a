import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { goTo } from './walk.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';

/** Rules that are in and out all the time. */
const BUSY = {
  ...{ version: 1, instruments: ['ITC'], timeframe: '1m', side: 'long', product: 'delivery' },
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: '>',
    right: { kind: 'constant', value: 1, unit: 'rupees' },
  },
  exit: {
    kind: 'compare',
    left: { kind: 'position', field: 'bars-held' },
    operator: '>=',
    right: { kind: 'constant', value: 3 },
  },
  size: { kind: 'fixed', quantity: 1 },
  maxTradesPerDay: 1,
  window: { from: '00:00', to: '23:59' },
} as const;

test('a trade gets a note, a tag, a mistake and a picture by keyboard, and is found by them', async ({
  desktop,
}) => {
  test.setTimeout(180_000);
  const { page, ask } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  await ask('market.pace', { speed: 600 });
  const { strategyId } = await ask('strategies.add', { url: 'add', name: 'In and out', document: BUSY });
  await ask('strategies.start', { strategyId: strategyId ?? 0 });
  await expect
    .poll(async () => (await ask('positions.trades', { isTest: 1 })).total, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await ask('strategies.stop', { strategyId: strategyId ?? 0 });
  const [trade] = (await ask('positions.trades', { isTest: 1 })).test_tradehistory ?? [];
  await goTo(page, `/trade-history?mode=test&trade=${trade?.tradeId ?? 0}`);
  const drawer = page.getByRole('dialog', { name: 'Trade in ITC' });
  const journal = drawer.getByRole('region', { name: 'Journal' });

  await test.step('the note, a new tag and a new mistake are saved', async () => {
    await journal.getByLabel('Note').focus();
    await page.keyboard.type('Wait for the retest.');
    await journal.getByLabel('New tag').focus();
    await page.keyboard.type('Gap');
    await page.keyboard.press('Enter');
    await expect(journal.getByRole('checkbox', { name: 'Gap' })).toBeChecked();
    await journal.getByLabel('New mistake').focus();
    await page.keyboard.type('Chased');
    await page.keyboard.press('Enter');
    await expect(journal.getByRole('checkbox', { name: 'Chased' })).toBeChecked();
    await journal.getByRole('button', { name: 'Save the notes' }).press('Enter');
    await expect(page.getByText('The notes of the trade are saved.').first()).toBeVisible();
  });

  await test.step('what the trade went through stands beside it', async () => {
    await expect(drawer.getByText('Largest loss while open (MAE)')).toBeVisible();
    await expect(drawer.getByText('not known')).toHaveCount(0);
  });

  await test.step('a picture of the chart is kept', async () => {
    await expect(drawer.locator('canvas').first()).toBeVisible();
    await journal.getByRole('button', { name: 'Keep a picture of the chart' }).press('Enter');
    await expect(journal.getByRole('img', { name: /Chart of the trade in ITC/ })).toBeVisible();
    await expectAccessible(desktop, 'journal of a trade');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('the trade is found by its mistake, which has its cost', async () => {
    await page.getByRole('combobox', { name: 'Rows' }).focus();
    await page.keyboard.type('By mis');
    const row = page.getByRole('table', { name: 'Cost of mistakes' }).getByRole('row', { name: /Chased/ });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: 'Chased' }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Tag or mistake' })).toContainText('Chased');
    await expect(
      page.getByRole('table', { name: 'Paper trades' }).getByRole('row', { name: /ITC/ }),
    ).toHaveCount(1);
  });

  await test.step('the day stands in the calendar', async () => {
    await page.getByRole('combobox', { name: 'Rows' }).focus();
    await page.keyboard.type('Cal');
    await expect(page.getByRole('table', { name: 'Net P&L by day' })).toBeVisible();
    await expectAccessible(desktop, 'calendar of results');
  });
});
