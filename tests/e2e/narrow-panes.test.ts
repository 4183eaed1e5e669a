import { expect, type Page } from 'playwright/test';
import { PERSON, test, waitForMarket, waitForPages } from './desktop-app.ts';

/** Pane of the workspace with a table of positions. */
const positionsIn = (page: Page) => page.getByRole('group', { name: 'Open positions, scrolls sideways' });

/** Parts of a line that lie outside of it, by their text. */
const cutOff = (page: Page, name: string) =>
  page.getByRole('tablist', { name }).evaluate((tabs) => {
    const line = tabs.parentElement?.parentElement;
    if (!line) throw new Error('The tabs stand in a line');
    const { right } = line.getBoundingClientRect();
    return [...line.querySelectorAll('button, a, select, input')]
      .filter((part) => part.getBoundingClientRect().right > right + 1)
      .map((part) => part.textContent);
  });

test('with four panes the result of a position is read whole, and no button is cut off', async ({
  desktop,
}) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  const order = {
    ...{ symbol: 'SBIN', side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'market' },
    ...{ product: 'intraday', price: null, triggerPrice: null, stopLoss: null, target: null },
  };
  const placed = await desktop.call(
    'manual.place',
    { ...order, mark: 'narrow-panes-1' },
    { idempotencyKey: crypto.randomUUID() },
  );
  expect(placed.ok).toBe(true);
  await page.setViewportSize({ width: 1024, height: 680 });
  await waitForPages(desktop);
  await page.keyboard.press('Control+Shift+D');
  await expect(page.getByRole('heading', { name: 'Workspace: My workspace' })).toBeVisible();
  const table = positionsIn(page);
  await expect(table.getByRole('row').filter({ hasText: 'SBIN' })).toBeVisible({ timeout: 60_000 });
  const headers = table.getByRole('columnheader');
  await expect(headers).toHaveText(['Symbol', 'Mode', 'Qty', 'P&L', 'Actions']);
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);

  await page.setViewportSize({ width: 2560, height: 1300 });
  await expect(headers.filter({ hasText: 'Avg' })).toBeVisible();
  await expect.poll(() => cutOff(page, 'Which strategies')).toEqual([]);
});
