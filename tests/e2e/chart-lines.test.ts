import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import type { InputOf } from '../../src/shared/contract/endpoint.ts';
import type { manual } from '../../src/shared/contract/manual.ts';
import { formatPrice, plainRupees } from '../../src/shared/money.ts';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';
import { priceNow } from './price-now.ts';

type Ticket = InputOf<(typeof manual)['place']>;

const SYMBOL = 'SBIN';

/** A price in whole rupees so many percent from another one. */
const from = (price: number, percent: number): number =>
  Math.round((price * (1 + percent / 100)) / 100) * 100;

test('an order and a stop-loss are moved on a chart: by keyboard alone, and the order by mouse', async ({
  desktop,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  // Prices that run away take the axis with them.
  await desktop.call('market.pace', { speed: 1 });
  const price = await priceNow(desktop, SYMBOL);
  const place = async (change: Partial<Ticket>): Promise<void> => {
    const order = {
      ...{ symbol: SYMBOL, side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'market' },
      ...{ product: 'delivery', mark: `an-order-${randomUUID()}`, ...change },
    };
    expect(await desktop.call('manual.place', order, { idempotencyKey: randomUUID() })).toMatchObject({
      ok: true,
    });
  };
  const limit = from(price, -1);
  const stop = from(price, -2);
  await place({ type: 'limit', price: limit });
  await page.evaluate(() => (location.hash = '#/chart/SBIN?timeframe=5m'));
  const chart = page.getByRole('application', { name: /^Chart of SBIN/ });
  const summary = page.getByText(/^SBIN: [\d,]+ candles to /);
  const legend = page.getByRole('group', { name: 'Values at the crosshair' });
  const change = page.getByRole('dialog', { name: `Change the order in ${SYMBOL}` });
  const rests = (at: number) => expect(summary).toContainText(`Buy 10 · limit ${formatPrice(at)}.`);
  await rests(limit);

  await test.step('by mouse: what is dragged is asked about, and taken back by Escape and Cancel', async () => {
    const box = await chart.boundingBox();
    if (!box) throw new Error('There is no chart');
    const x = box.x + box.width / 3;
    const cursor = () => chart.evaluate((element) => element.style.cursor);
    const findLine = async (): Promise<number> => {
      for (let y = box.y + 4; y < box.y + box.height; y += 4) {
        await page.mouse.move(x, y);
        if ((await cursor()) === 'ns-resize') return y;
      }
      throw new Error('No line can be moved');
    };
    await chart.focus();
    // A line that is chosen is in view.
    await page.keyboard.press('m');
    await expect(legend).toContainText(`Buy 10 · limit: ${formatPrice(limit)}. Arrows`);
    const y = await findLine();
    await page.mouse.down();
    await page.mouse.move(x + 40, y - 30, { steps: 4 });
    await expect(legend).toContainText(
      new RegExp(`Buy 10 · limit: ${formatPrice(limit)} → [\\d,.]+\\. Enter`),
    );
    await page.keyboard.press('Escape');
    await expect(legend).toContainText(`Buy 10 · limit: ${formatPrice(limit)}. Arrows`);
    await page.mouse.up();
    await expect(change).toHaveCount(0);
    const again = await findLine();
    await page.mouse.down();
    await page.mouse.move(x, again - 30, { steps: 4 });
    await page.mouse.up();
    await expect(change).toContainText(`Limit from ₹${formatPrice(limit)} to ₹`);
    await expect(change.getByLabel('Limit (₹)')).not.toHaveValue(plainRupees(limit));
    await expectAccessible(desktop, 'the change of an order from a chart');
    await change.getByRole('button', { name: 'Cancel' }).click();
    await expect(change).toHaveCount(0);
    await rests(limit);
  });

  await test.step('by keys: M chooses it, arrows move it, Enter asks, and the order is changed', async () => {
    await chart.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await expect(legend).toContainText(`Buy 10 · limit: ${formatPrice(limit)}. Arrows`);
    await page.keyboard.press('Shift+ArrowDown');
    await expect(legend).toContainText(/→ [\d,.]+\. Enter asks/);
    await page.keyboard.press('Escape');
    await expect(legend).toContainText(`Buy 10 · limit: ${formatPrice(limit)}. Arrows`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const field = change.getByLabel('Limit (₹)');
    await expect(field).not.toHaveValue(plainRupees(limit));
    const wished = formatPrice(Math.round(Number(await field.inputValue()) * 100));
    await expect(change).toContainText(`Limit from ₹${formatPrice(limit)} to ₹${wished}.`);
    await field.focus();
    await page.keyboard.press('Enter');
    await expect(change).toHaveCount(0, { timeout: 30_000 });
    await expect(summary).toContainText(`Buy 10 · limit ${wished}.`);
    await expect(chart).toBeFocused();
  });

  await test.step('Delete asks whether it is cancelled, and Escape keeps it', async () => {
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: /^Cancel order \d+ in SBIN\?$/ });
    await expect(question).toContainText('0 of 10 filled');
    await expectAccessible(desktop, 'the question about an order of a chart');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(summary).toContainText('Buy 10 · limit');
    await expect(chart).toBeFocused();
  });

  await test.step('the stop-loss of a position is moved in the same way', async () => {
    await place({ stopLoss: stop, target: from(price, 2) });
    await expect(summary).toContainText(`Stop-loss · Manual ${formatPrice(stop)}.`, { timeout: 60_000 });
    await chart.focus();
    await page.keyboard.press('Escape');
    // The lowest of all lines.
    await page.keyboard.press('Shift+M');
    await expect(legend).toContainText(`Stop-loss · Manual: ${formatPrice(stop)}. Arrows`);
    await page.keyboard.press('ArrowUp');
    await expect(legend).toContainText('→');
    await page.keyboard.press('Enter');
    const levels = page.getByRole('dialog', { name: `Stop-loss and target of ${SYMBOL}` });
    await expect(levels).toContainText(`Stop-loss from ₹${formatPrice(stop)} to ₹`);
    const field = levels.getByLabel('Stop-loss (₹)');
    await expect(field).not.toHaveValue(plainRupees(stop));
    const moved = formatPrice(Math.round(Number(await field.inputValue()) * 100));
    await field.focus();
    await page.keyboard.press('Enter');
    await expect(levels).toHaveCount(0, { timeout: 30_000 });
    await expect(summary).toContainText(`Stop-loss · Manual ${moved}.`, { timeout: 30_000 });
  });

  await test.step('the table of the chart lists all of them', async () => {
    await page.getByRole('button', { name: 'View as table' }).click();
    const table = page.getByRole('table', { name: 'Orders and levels of SBIN' });
    await expect(table.getByRole('row')).toHaveCount(5);
    await expect(table).toContainText('This is the price of the entry: it stays.');
    await expectAccessible(desktop, 'orders and levels of a chart as a table');
  });
});
