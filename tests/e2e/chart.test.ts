import { expect } from 'playwright/test';
import { onOneDesktop, waitForPages } from './desktop-app.ts';

const test = onOneDesktop();

test('prices of an instrument: candles, the whole history as one line, as a table, in a window of its own', async ({
  desktop,
}) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  await expect(page.getByRole('heading', { level: 1, name: 'INFY' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '15 minutes · simulated market' })).toBeVisible();
  await expect(page.getByText(/^INFY: [\d,]+ candles to /)).toBeVisible();

  await page.getByRole('tab', { name: 'Whole history' }).click();
  await page.getByRole('combobox', { name: 'Timeframe' }).selectOption('1m');
  const summary = page.getByText(/closing prices of INFY/);
  await expect(summary).toBeVisible();
  const bars = Number(((await summary.textContent()) ?? '').split(' ')[0]?.replaceAll(',', ''));
  expect(bars).toBeGreaterThan(5_000);
  await expect(page.locator('.uplot canvas')).toBeVisible();
  await page.getByRole('button', { name: 'View as table' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(51);

  const [popOut] = await Promise.all([
    desktop.app.waitForEvent('window'),
    page.getByRole('button', { name: 'Pop out' }).click(),
  ]);
  await expect(popOut.getByRole('heading', { level: 1, name: 'INFY' })).toBeVisible();
  await expect(popOut.getByText(/closing prices of INFY/)).toBeVisible();
  await expect(popOut.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
});

test('the whole history has indicators: over the prices, below them, by one pointer, and in the table', async ({
  desktop,
}) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=1m&span=all'));
  await expect(page.locator('.uplot')).toHaveCount(1);
  await page.getByRole('button', { name: 'Indicators…' }).press('Enter');
  for (const name of ['sma', 'rsi', 'macd']) {
    await page.getByLabel('Indicator', { exact: true }).selectOption(name);
    await page.getByRole('button', { name: 'Add indicator' }).press('Enter');
  }
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.locator('.uplot')).toHaveCount(3);
  const figure = page.locator('figure').filter({ has: page.locator('.uplot') });
  await expect(figure.locator('figcaption')).toContainText('RSI(14) ');
  const lowest = page.locator('.uplot canvas').last();
  const picture = () => lowest.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const whole = await picture();
  const box = await page.locator('.uplot .u-over').first().boundingBox();
  if (!box) throw new Error('The prices are not drawn');
  const middle = box.y + box.height / 2;
  // A stretch that is chosen in the prices is the one below too.
  await page.mouse.move(box.x + box.width * 0.6, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, middle, { steps: 4 });
  await page.mouse.up();
  await expect.poll(picture).not.toBe(whole);
  await page.mouse.dblclick(box.x + box.width / 2, middle);
  await expect.poll(picture).toBe(whole);
  const names = figure.locator('ul').first();
  const last = await names.innerText();
  await page.mouse.move(box.x + box.width / 3, middle);
  await expect(names).not.toHaveText(last);
  await page.getByRole('button', { name: 'View as table' }).press('Enter');
  await expect(page.getByRole('columnheader', { name: /RSI/ })).toBeVisible();
});

test('a replay steps by keyboard, and the chart of another window has the same clock', async ({
  desktop,
}) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=5m'));
  await expect(page.getByText(/^INFY: [\d,]+ candles to /)).toBeVisible();
  const [other] = await Promise.all([
    desktop.app.waitForEvent('window'),
    page.getByRole('button', { name: 'Pop out' }).press('Enter'),
  ]);
  await expect(other.getByText(/^INFY: [\d,]+ candles to /)).toBeVisible();
  await other.evaluate(() => (location.hash = '#/chart/SBIN?timeframe=15m'));
  await expect(other.getByText(/^SBIN: [\d,]+ candles to /)).toBeVisible();
  await page.getByRole('button', { name: 'Bar replay' }).press('Enter');
  const slider = page.getByRole('slider', { name: 'Time of the replay' });
  await slider.focus();
  const time = () => slider.getAttribute('aria-valuetext');
  const before = await time();
  await page.keyboard.press('ArrowRight');
  await expect.poll(time).not.toBe(before);
  await page.keyboard.press('PageUp');
  const at = (of: string | null) =>
    Date.parse((of ?? '').replace(/^(\d+)-(\d+)-(\d+), (\S+) IST$/, '$3-$2-$1T$4'));
  const otherSlider = other.getByRole('slider', { name: 'Time of the replay' });
  const apart = async () => at(await time()) - at(await otherSlider.getAttribute('aria-valuetext'));
  // The other shows the last of its longer candles that is whole.
  await expect.poll(apart).toBeLessThan(15 * 60_000);
  expect(await apart()).toBeGreaterThanOrEqual(0);
  await other.getByRole('button', { name: 'End the replay' }).press('Enter');
  await expect(slider).toBeHidden();
});

test('a chart grows and shrinks with its window, and its price axis stays in view', async ({ desktop }) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await page.setViewportSize({ width: 1024, height: 680 });
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  const chart = page.locator('figure').filter({ has: page.locator('canvas') });
  await expect(page.getByText(/^INFY: [\d,]+ candles to /)).toBeVisible();
  /** Whether the axis is visible at the chart's right edge. It is the last of the chart's canvases. */
  const isAxisInView = () =>
    chart.evaluate((figure) => {
      const { right, top } = figure.getBoundingClientRect();
      return document.elementFromPoint(right - 8, top + 40)?.tagName === 'CANVAS';
    });
  for (const width of [1024, 1600, 1320, 1920]) {
    await page.setViewportSize({ width, height: 860 });
    await expect.poll(isAxisInView, String(width)).toBe(true);
  }
});

test('a chart has the colours of the system where they are forced, also for a person who wants less motion', async ({
  desktop,
}) => {
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  await page.getByRole('tab', { name: 'Whole history' }).click();
  /** Number of the line's points in the colour of links. Forced colours give it exactly that colour. */
  const pointsLikeLinks = () =>
    page.locator('.uplot canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixel = new OffscreenCanvas(1, 1).getContext('2d');
      const context = canvas.getContext('2d');
      if (!pixel || !context) throw new Error('There is no canvas');
      const link = document.createElement('span');
      link.style.cssText = 'forced-color-adjust: none; color: linktext; transition: none';
      document.body.append(link);
      pixel.fillStyle = getComputedStyle(link).color;
      link.remove();
      pixel.fillRect(0, 0, 1, 1);
      const wanted = [...pixel.getImageData(0, 0, 1, 1).data].join();
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if ([...data.subarray(at, at + 4)].join() === wanted) count += 1;
      return count;
    });
  await expect.poll(pointsLikeLinks).toBeGreaterThan(100);
  for (let turn = 0; turn < 3; turn += 1) {
    await page.emulateMedia({ forcedColors: 'none' });
    await expect.poll(pointsLikeLinks).toBe(0);
    await page.emulateMedia({ forcedColors: 'active' });
    await expect.poll(pointsLikeLinks).toBeGreaterThan(100);
  }
});
