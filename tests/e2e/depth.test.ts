import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';

test('market depth is found by keyboard, of a share and of an option, side by side and as a ladder', async ({
  desktop,
}) => {
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  // A price that runs away takes the ladder with it.
  await desktop.call('market.pace', { speed: 1 });
  await page.evaluate(() => (window.location.hash = '#/depth'));
  await expect(page.getByRole('heading', { name: 'Market depth', level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Instrument' });
  const choose = async (text: string, symbol: string): Promise<void> => {
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(symbol);
    await page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
  };
  const prices = async (column: number): Promise<number[]> => {
    const texts = await page.getByRole('table').locator(`tbody td:nth-child(${column})`).allInnerTexts();
    return texts.filter((text) => text !== '').map((text) => Number(text.replaceAll(',', '')));
  };

  await test.step('of a share', async () => {
    await choose('sbin', 'SBIN');
    const table = page.getByRole('table', { name: 'Market depth of SBIN' });
    await expect(table.locator('tbody tr')).toHaveCount(20);
    const [bids, asks] = [await prices(3), await prices(4)];
    expect(bids).toEqual([...bids].sort((one, other) => other - one));
    expect(asks).toEqual([...asks].sort((one, other) => one - other));
    expect(bids[0]).toBeLessThan(asks[0] ?? 0);
    await expect(page.getByText(/^Spread \d/)).toBeVisible();
    await page.getByLabel('Levels').selectOption('5');
    await expect(table.locator('tbody tr')).toHaveCount(5);
    await expectAccessible(desktop, 'market depth');
  });

  await test.step('as a ladder, on which an order is placed and cancelled', async () => {
    await page.getByRole('tab', { name: 'Ladder' }).press('Enter');
    const ladder = page.getByRole('grid', { name: 'Ladder of SBIN' });
    await expect(ladder.locator('[data-last]')).toBeInViewport();
    await expectAccessible(desktop, 'ladder');
    const fromCentre = (): Promise<number> =>
      ladder.evaluate((table) => {
        const [frame, row] = [table.parentElement, table.querySelector('[data-middle]')];
        if (!frame || !row) return Infinity;
        const [outer, inner] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
        return Math.abs(outer.top + outer.height / 2 - inner.top);
      });
    for (const height of [1080, 680, 860]) {
      await page.setViewportSize({ width: 1320, height });
      await expect.poll(fromCentre, `the ladder in a window ${height} px high`).toBeLessThan(60);
    }
    await ladder.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowDown');
    const active = ladder.locator('tr[aria-selected="true"]');
    await expect(active).toBeInViewport();
    const price = (await active.locator('td').nth(2).innerText()).replaceAll(',', '');
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog', { name: 'Order in SBIN' });
    await expect(dialog.getByLabel(/^Limit/)).toHaveValue(price);
    await dialog.getByLabel('Quantity').fill('7');
    await expect(dialog.getByRole('button', { name: 'Buy 7 SBIN on paper' })).toBeVisible();
    await dialog.getByLabel('Quantity').press('Enter');
    await expect(dialog).toBeHidden();
    await expect(active.locator('td').first()).toHaveText('7');
    await ladder.focus();
    await page.keyboard.press('Delete');
    await expect(active.locator('td').first()).toHaveText('');
  });

  await test.step('of an option in lots, and none of an index', async () => {
    await page.getByRole('button', { name: 'Choose an instrument' }).press('Enter');
    await choose('banknifty ce', 'BANKNIFTY');
    await expect(page.getByRole('grid', { name: /Ladder of BANKNIFTY .* CE/ })).toBeVisible();
    await page.getByRole('button', { name: 'Choose an instrument' }).press('Enter');
    await choose('nifty 50', 'NIFTY');
    await expect(page.getByText('Nobody trades an index itself.')).toBeVisible();
  });

  await test.step('from the menu of a symbol', async () => {
    await page.evaluate(() => (window.location.hash = '#/depth?symbol=ITC'));
    await expect(page.getByRole('table', { name: 'Market depth of ITC' })).toBeVisible();
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    await expect(page.getByRole('grid', { name: 'Ladder of ITC' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Market depth of ITC' })).toBeVisible();
    await page.getByRole('button', { name: 'More for ITC' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Market depth' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
});
