import { expect } from 'playwright/test';
import { KeptPictures } from './kept-pictures.ts';
import { endOfAnimations, inEachSkin, speak } from './skins.ts';
import { test } from './still-desktop.ts';
import { insideOf, visit } from './walk.ts';

const SIZES = [
  [1024, 680],
  [1320, 860],
  [1920, 1080],
] as const;
const [, USUAL_SIZE] = SIZES;

test('every screen looks as it did: at three sizes, in each skin, in Hindi, enlarged, and with forced colours', async ({
  newDesktop: desktop,
  filled,
}, info) => {
  test.setTimeout(900_000);
  const { page } = desktop;
  const pictures = new KeptPictures(page, info.outputPath('pictures'));
  const reason = await pictures.whyNot();
  test.skip(reason !== null, reason ?? '');
  // A fill is told of when it comes, up to a minute later: no part of how a screen looks.
  await page.addStyleTag({ content: '[data-rht-toaster] { visibility: hidden; }' });
  const size = ([width, height]: readonly [number, number]) => page.setViewportSize({ width, height });
  const compare = async (name: string) => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await endOfAnimations(page);
    await pictures.compare(name);
  };
  for (const stop of insideOf(filled)) {
    await visit(page, stop);
    await inEachSkin(desktop, async (skin) => {
      // Another skin changes colours only: its places are the same.
      for (const each of skin === 'light' ? SIZES : [USUAL_SIZE]) {
        await size(each);
        await compare(`${stop.name}-${skin}-${each[0]}`);
      }
    });
    await size(USUAL_SIZE);
    await page.emulateMedia({ forcedColors: 'active' });
    await compare(`${stop.name}-forced`);
    await page.emulateMedia({ forcedColors: 'none' });
    // As large as 200 %: half the room for everything.
    await size([USUAL_SIZE[0] / 2, USUAL_SIZE[1] / 2]);
    await compare(`${stop.name}-enlarged`);
    await size(USUAL_SIZE);
    await speak(desktop, 'hi');
    await compare(`${stop.name}-hi`);
    await speak(desktop, 'en');
  }
  await pictures.finish();
  expect(pictures.problems).toEqual([]);
});
