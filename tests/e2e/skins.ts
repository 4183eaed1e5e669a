import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { colours } from '../../src/renderer/app/theme-colours.ts';
import type { DesktopApp } from './desktop-app.ts';

export const SKINS = ['light', 'dark', 'contrast'] as const;
export type ShownSkin = (typeof SKINS)[number];

/** Wait until everything that fades or moves for a moment is done. */
export const endOfAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // What has just come begins to fade in with the next frame.
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });

/** Chooses a skin, and waits until the window has it. */
export const wearSkin = async (desktop: DesktopApp, skin: ShownSkin): Promise<void> => {
  expect((await desktop.call('desktop.settings.change', { skin })).ok).toBe(true);
  await desktop.page.waitForFunction(
    (background) =>
      getComputedStyle(document.querySelector('.fui-FluentProvider') ?? document.body)
        .getPropertyValue('--appBackground')
        .trim() === background,
    colours[skin].appBackground,
  );
  // Buttons fade from one colour to the other.
  await endOfAnimations(desktop.page);
};

/** Do something in each skin; leave the window in light. */
export const inEachSkin = async (
  desktop: DesktopApp,
  act: (skin: ShownSkin) => Promise<void>,
): Promise<void> => {
  for (const skin of SKINS) {
    await wearSkin(desktop, skin);
    await act(skin);
  }
  await wearSkin(desktop, 'light');
};

/** Chooses the language of the window, and waits until it speaks it. */
export const speak = async (desktop: DesktopApp, language: 'en' | 'hi'): Promise<void> => {
  expect((await desktop.call('desktop.settings.change', { language })).ok).toBe(true);
  await expect(desktop.page.locator('html')).toHaveAttribute('lang', language);
};
