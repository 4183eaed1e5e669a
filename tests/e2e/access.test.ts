import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { type AskedRules, findings } from './axe.ts';
import { test as plain } from './desktop-app.ts';
import type { DesktopApp } from './desktop-app.ts';
import { type ShownSkin, speak, wearSkin } from './skins.ts';
import { looking as test } from './still-desktop.ts';
import { OUTSIDE, insideOf, visit, type Stop } from './walk.ts';

/** Each language meets every rule, and each skin those on colours: a text has the same colours in either language. */
const PASSES: readonly { language: 'en' | 'hi'; skin: ShownSkin; rules: AskedRules }[] = [
  { language: 'en', skin: 'light', rules: 'all' },
  { language: 'hi', skin: 'dark', rules: 'all' },
  { language: 'en', skin: 'contrast', rules: 'colours' },
];

/** Findings of axe on every page, in each language and skin; leaves the window in English and light. */
const walk = async (desktop: DesktopApp, stops: readonly Stop[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { language, skin, rules } of PASSES) {
    await speak(desktop, language);
    await wearSkin(desktop, skin);
    for (const stop of stops) {
      await visit(desktop.page, stop);
      found.push(...(await findings(desktop.page, rules, `${stop.name}, ${language}, ${skin}`)));
    }
  }
  await wearSkin(desktop, 'light');
  return found;
};

test('axe finds nothing on any page with something on it, in any language or skin', async ({
  shown: { desktop, filled },
}) => {
  test.setTimeout(900_000);
  expect(await walk(desktop, insideOf(filled))).toEqual([]);
});

interface Focus {
  /** Element with the focus, when nothing of it can be seen; null when something can, or nothing has it. */
  readonly hidden: string | null;
  /** Whether the focus is within the page, not on the menu. */
  readonly isInPage: boolean;
}

/** Half a second: a toast gives way once it is in its place. */
const FRAMES_TO_GIVE_WAY = 30;

const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(async (frames) => {
    const focused = document.activeElement;
    const isInPage = focused !== null && focused.closest('[data-region="page"]') !== null;
    // Fluent's focus sentinels hand the focus on.
    if (!focused || focused === document.body || focused.matches('[data-tabster-dummy]'))
      return { hidden: null, isInPage };
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    // A native choice may be drawn by its label alone.
    const shares = [0.1, 0.5, 0.9];
    const isSeen = (): boolean =>
      shares.some((across) =>
        shares.some((down) => {
          const at = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
          return (
            at !== null && (focused.contains(at) || at.contains(focused) || at.closest('label') !== null)
          );
        }),
      );
    for (let frame = 0; frame < frames && !isSeen(); frame += 1) await new Promise(requestAnimationFrame);
    return { hidden: isSeen() ? null : focused.outerHTML.slice(0, 120), isInPage };
  }, FRAMES_TO_GIVE_WAY);

test('the focus is never under what floats over the page, there and back by Tab', async ({
  shown: { desktop, filled },
}) => {
  test.setTimeout(600_000);
  const { page } = desktop;
  const STEPS = 70;
  await page.setViewportSize({ width: 1024, height: 680 });
  const hidden: string[] = [];
  for (const stop of insideOf(filled)) {
    await visit(page, stop);
    await page.locator('[data-region="page"]').focus();
    for (const key of ['Tab', 'Shift+Tab'])
      for (let step = 0; step < STEPS; step += 1) {
        await page.keyboard.press(key);
        const focus = await focusOf(page);
        if (focus.hidden !== null) hidden.push(`${stop.name}, ${key}: ${focus.hidden}`);
        if (!focus.isInPage) break;
      }
  }
  expect(hidden).toEqual([]);
});

/** Charts of a library paint on a canvas; ours are drawings. */
const PICTURE = 'canvas, [data-chart] svg';

test('every chart is a table too, and says in a sentence what it shows', async ({
  shown: { desktop, filled },
}) => {
  const { page } = desktop;
  const withCharts = insideOf(filled).filter(({ name }) =>
    [
      ...['strategies-id', 'backtest-result', 'chart-symbol', 'builder'],
      ...['option-payoff', 'option-volatility', 'option-straddle'],
    ].includes(name),
  );
  expect(withCharts).toHaveLength(7);
  for (const stop of withCharts) {
    await visit(page, stop);
    const frame = page
      .locator('figure')
      .filter({ has: page.locator(PICTURE) })
      .first();
    await expect(frame.locator(PICTURE).first(), stop.name).toBeVisible();
    await expect(frame.locator('figcaption'), stop.name).toContainText(/\d/);
    await frame.getByRole('button', { name: 'View as table' }).click();
    const table = page.locator('figure').getByRole('table').first();
    await expect(table.getByRole('row').nth(1), stop.name).toContainText(/\d/);
  }
});

plain('axe finds nothing before the sign-in, in any language or skin', async ({ newDesktop: desktop }) => {
  plain.setTimeout(180_000);
  expect(await walk(desktop, OUTSIDE)).toEqual([]);
});
