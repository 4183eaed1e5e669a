import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { onOneDesktop } from './desktop-app.ts';

const test = onOneDesktop();

test('lines are drawn, moved, edited, undone and kept by keyboard alone', async ({ desktop }) => {
  test.setTimeout(180_000);
  await desktop.signUp();
  const { page } = desktop;
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  const summary = page.getByText(/^INFY: [\d,]+ candles to /);
  await expect(summary).toBeVisible();
  const chart = page.getByRole('application', { name: /^Chart of INFY/ });
  const drawings = (number: number) => page.getByRole('button', { name: `Drawings (${number})…` });

  const choose = async (tool: string): Promise<void> => {
    await page.getByRole('button', { name: 'Draw', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: tool, exact: true }).press('Enter');
    await expect(chart).toBeFocused();
    await expect(page.getByRole('button', { name: tool, exact: true })).toBeVisible();
  };

  await test.step('a trend line has two points', async () => {
    await choose('Trend line');
    await page.keyboard.press('h');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 8; step++) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await expect(drawings(1)).toBeVisible();
  });

  await test.step('a line across has one', async () => {
    await choose('Horizontal line');
    await page.keyboard.press('l');
    await page.keyboard.press('Enter');
    await expect(drawings(2)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(drawings(1)).toBeVisible();
    await page.keyboard.press('Control+y');
    await expect(drawings(2)).toBeVisible();
  });
});
