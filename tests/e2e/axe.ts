import axeCore from 'axe-core';
import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import type { DesktopApp } from './desktop-app.ts';
import { endOfAnimations, inEachSkin } from './skins.ts';

/** Rules that depend on the skin; every other rule is asked once for all of them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
export type AskedRules = 'all' | 'colours';

/** Axe's findings on the page, a line each. The line says where. The page is taken as it stands. */
export const findings = async (page: Page, rules: AskedRules, place: string): Promise<string[]> => {
  // What fades, in or away, has another contrast with every frame; toasts are not said where they stand.
  await expect(page.locator('[role="status"][aria-live="off"]')).toHaveCount(0, { timeout: 30_000 });
  await endOfAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const found = await page.evaluate(
    async ([runOnly, hasPanes]) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      // Fluent's focus sentinels, which a person never meets.
      const { violations } = await axe.run(
        { exclude: ['[data-tabster-dummy]'] },
        {
          preload: false,
          resultTypes: ['violations'],
          // Targets of 24 px (WCAG 2.2), which axe leaves out unless it is asked.
          // Panes repeat each other's parts, such as pagers: each stands in a pane that has a name.
          ...(runOnly
            ? { runOnly }
            : { rules: { 'target-size': { enabled: true }, 'landmark-unique': { enabled: !hasPanes } } }),
        },
      );
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => String(target)).join(' | ')}`,
      );
    },
    [rules === 'all' ? null : COLOUR_RULES, place.startsWith('workspace')] as const,
  );
  return found.map((finding) => `${place}: ${finding}`);
};

/** Expect axe to find nothing on the page, in any skin. */
export const expectAccessible = async (desktop: DesktopApp, place: string): Promise<void> => {
  const found: string[] = [];
  await inEachSkin(desktop, async (skin) => {
    const rules = skin === 'light' ? 'all' : 'colours';
    found.push(...(await findings(desktop.page, rules, `${place}, ${skin}`)));
  });
  expect(found).toEqual([]);
};
