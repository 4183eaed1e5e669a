import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'playwright/test';
import type { Desk } from './desk.ts';

/** What axe finds on the page as it stands, one line a finding. */
const findings = async (desk: Desk): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page: desk.page })
    // Electron has no second page for axe to work in.
    .setLegacyMode(true)
    // Fluent's focus sentinels, which a person never meets.
    .exclude('[data-tabster-dummy]')
    .analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => String(target)).join(' | ')}`,
  );
};

/** Expects axe to find nothing on the page as it stands, light or dark. */
export const inBothSkins = async (desk: Desk, title: string): Promise<void> => {
  for (const skin of ['light', 'dark'] as const) {
    await desk.call('desktop.settings.change', { skin });
    await expect(desk.page.locator('html')).toHaveCSS('color-scheme', skin);
    // A toast that is fading away has less contrast with every frame.
    await expect(desk.page.locator('[role="status"] span[dir="auto"]')).toHaveCount(0, { timeout: 15_000 });
    expect(await findings(desk), `${title}, ${skin}`).toEqual([]);
  }
};
