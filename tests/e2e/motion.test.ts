import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { BURST_MS } from '../../src/main/alerts/alert-presenter.ts';
import { test, type StillTime } from './still-desktop.ts';
import { visit } from './walk.ts';

/** With the day that is made for it first. */
test.describe.configure({ timeout: 180_000 });

/** Minutes of the clock, of which the market makes an hour each: prices change, and nobody squares off yet. */
const A_WHILE = 0.05;
/** The same: intraday positions are squared off. */
const UNTIL_THE_CLOSE = 3;

/** How many numbers of tables are tinted while the market moves on. */
const tintsWhile = async (page: Page, time: StillTime): Promise<number> => {
  await page.evaluate(() => {
    const counted = { tints: 0 };
    Object.assign(globalThis, { counted });
    /** How much of a colour is seen, 0 to 1. A ground that is painted and not seen has less than a hundredth. */
    const strength = (colour: string): number =>
      Number(/(?:\/|rgba\(.*,)\s*([\d.]+)\)$/.exec(colour)?.[1] ?? 1);
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement) || !target.closest('table, [role="grid"]')) continue;
        const isFresh = target.style.getPropertyValue('--tint') !== '';
        if (isFresh && strength(getComputedStyle(target).backgroundColor) > 0.01) counted.tints += 1;
      }
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['style'] });
  });
  const price = page.getByRole('row').nth(1).getByRole('cell').nth(5);
  const before = await price.innerText();
  await time.pass(A_WHILE);
  await expect(price).not.toHaveText(before);
  return page.evaluate(() => (globalThis as unknown as { counted: { tints: number } }).counted.tints);
};

test('while the market moves, numbers are tinted only for who wants it, and each fill is announced once', async ({
  newDesktop: desktop,
  filled: { time },
}) => {
  const { page } = desktop;
  await test.step('a price that changes is tinted for a moment, and not for calm numbers or less motion', async () => {
    await visit(page, { name: 'open-positions', address: '/open-positions' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await tintsWhile(page, time)).toBeGreaterThan(0);
    await desktop.call('desktop.settings.change', { isCalm: true });
    expect(await tintsWhile(page, time)).toBe(0);
    // In this order: with neither, what has just changed would be tinted in between.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await desktop.call('desktop.settings.change', { isCalm: false });
    expect(await tintsWhile(page, time)).toBe(0);
  });

  await test.step('a fill is announced to screen readers, once, in the region that is always there', async () => {
    const region = page.getByRole('status', { name: 'Announcements' });
    await expect(region).toBeAttached();
    await expect(region).toHaveAttribute('aria-live', 'polite');
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const node = document.querySelector('[aria-label="Announcements"]');
      if (!node) throw new Error('There is no region');
      const listening = { childList: true, subtree: true };
      new MutationObserver(() => said.push(node.textContent)).observe(node, listening);
    });
    // What was told while the desktop was filled has been told: the next fill is not one of its crowd.
    await page.waitForTimeout(BURST_MS);
    await time.pass(UNTIL_THE_CLOSE);
    await expect(region).toContainText(/fills? in|Bought|Sold/);
    const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    expect(new Set(said).size, 'nothing is said twice').toBe(said.length);
  });
});
