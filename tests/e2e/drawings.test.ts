import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { onOneDesktop, waitForPages } from './desktop-app.ts';

const test = onOneDesktop();

test('lines are drawn, edited, undone and kept, and instruments compared, by keyboard alone', async ({
  desktop,
}) => {
  test.setTimeout(180_000);
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  const summary = page.getByText(/^INFY: [\d,]+ candles to /);
  await expect(summary).toBeVisible();
  const chart = page.getByRole('application', { name: /^Chart of INFY/ });
  const drawings = (number: number) => page.getByRole('button', { name: `Drawings (${number})…` });
  const dialog = page.getByRole('dialog', { name: 'Drawings' });

  const choose = async (tool: string): Promise<void> => {
    await page.getByRole('button', { name: 'Draw', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: tool, exact: true }).press('Enter');
    await expect(chart).toBeFocused();
    await expect(page.getByRole('button', { name: tool, exact: true })).toBeVisible();
  };

  /** Pixels of the chart in the colour of new drawings. */
  const ink = () =>
    chart.evaluate((element) => {
      const [red = 0, green = 0, blue = 0] = (
        getComputedStyle(element)
          .getPropertyValue('--chart1')
          .trim()
          .match(/[0-9a-f]{2}/gi) ?? []
      ).map((part) => Number.parseInt(part, 16));
      let pixels = 0;
      for (const canvas of element.querySelectorAll('canvas')) {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        };
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255)
            pixels++;
      }
      return pixels;
    });

  await test.step('a trend line has two points', async () => {
    expect(await ink()).toBe(0);
    await choose('Trend line');
    await page.keyboard.press('h');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 8; step++) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await expect(drawings(1)).toBeVisible();
  });

  await test.step('a line across has one, is undone and comes back, and Escape ends a tool', async () => {
    await choose('Horizontal line');
    await page.keyboard.press('l');
    await page.keyboard.press('Enter');
    await expect(drawings(2)).toBeVisible();
    await expect.poll(ink).toBeGreaterThan(500);
    await page.keyboard.press('Control+z');
    await expect(drawings(1)).toBeVisible();
    await expect.poll(ink).toBeLessThan(500);
    await page.keyboard.press('Control+y');
    await expect(drawings(2)).toBeVisible();
    await expect.poll(ink).toBeGreaterThan(500);
    await choose('Rectangle');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Draw', exact: true })).toBeVisible();
  });

  await test.step('a note is asked for its text, and a price is typed', async () => {
    await choose('Text note');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused();
    await page.keyboard.type('Gap of November');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem', { name: /^Text note · Gap of November/ })).toBeVisible();
    const line = dialog.getByRole('listitem', { name: /^Horizontal line/ });
    const price = line.getByRole('textbox', { name: /^Price at/ });
    await price.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1700');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem', { name: 'Horizontal line · 1,700.00' })).toBeVisible();
    await expectAccessible(desktop, 'the drawings of a chart');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('one is selected and deleted', async () => {
    await chart.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Space');
    await page.keyboard.press('Delete');
    await expect(drawings(2)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(drawings(3)).toBeVisible();
  });

  await test.step('a timeframe is typed', async () => {
    await page.keyboard.type('60');
    await expect(page.getByText('Timeframe 60: Enter changes to it')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Timeframe' })).toHaveValue('1h');
    await expect(summary).toBeVisible();
  });

  await test.step('another instrument stands below, in percent and as a ratio', async () => {
    await page.getByRole('button', { name: 'Compare…' }).press('Enter');
    const compare = page.getByRole('dialog', { name: 'Compare INFY' });
    await expect(compare.getByRole('combobox', { name: 'Instrument to compare with' })).toBeFocused();
    await page.keyboard.type('TCS');
    await expect(compare.getByRole('option').first()).toContainText('TCS');
    await page.keyboard.press('Enter');
    await expect(compare.getByRole('listitem', { name: 'TCS' })).toBeVisible();
    await expect(summary).toContainText(/TCS −?[\d.]+%/);
    await compare.getByRole('combobox', { name: 'Shown as' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(summary).toContainText(/INFY \/ TCS 0\.\d{4}/);
    await expectAccessible(desktop, 'the comparison of a chart');
    await page.keyboard.press('Escape');
    await expect(compare).toHaveCount(0);
  });

  await test.step('all of it is there again later, and nothing of it on another chart', async () => {
    await page.evaluate(() => (location.hash = '#/chart/TCS'));
    await expect(page.getByText(/^TCS: [\d,]+ candles to /)).toBeVisible();
    await expect(drawings(0)).toBeVisible();
    await page.evaluate(() => (location.hash = '#/chart/INFY'));
    await expect(drawings(3)).toBeVisible();
  });
});
