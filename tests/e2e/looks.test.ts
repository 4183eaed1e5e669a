import { expect } from 'playwright/test';
import { KeptPictures } from './kept-pictures.ts';
import { endOfAnimations, type ShownSkin, speak, wearSkin } from './skins.ts';
import { test } from './still-desktop.ts';
import { insideOf, visit } from './walk.ts';

interface Look {
  readonly name: string;
  readonly size: readonly [width: number, height: number];
  readonly skin: ShownSkin;
  readonly language: 'en' | 'hi';
  readonly hasForcedColours: boolean;
}

const USUAL = {
  name: 'light-1320',
  size: [1320, 860],
  skin: 'light',
  language: 'en',
  hasForcedColours: false,
} as const;
/** A skin changes colours, a size places, a language words: each is seen once of a screen, some in one picture. */
const LOOKS: readonly Look[] = [
  USUAL,
  { ...USUAL, name: 'forced', hasForcedColours: true },
  // As large as 200 %: half the room for everything.
  { ...USUAL, name: 'enlarged', size: [USUAL.size[0] / 2, USUAL.size[1] / 2] },
  { ...USUAL, name: 'dark-1920', size: [1920, 1080], skin: 'dark' },
  { ...USUAL, name: 'hi-contrast-1024', size: [1024, 680], skin: 'contrast', language: 'hi' },
];

/** Time after which a workspace that nobody changes is kept. */
const LAYOUT_KEPT_MS = 1_500;

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
  let before: Look = USUAL;
  const change = async (look: Look) => {
    const { skin, language, hasForcedColours, size } = look;
    await page.setViewportSize({ width: size[0], height: size[1] });
    await page.emulateMedia({ forcedColors: hasForcedColours ? 'active' : 'none' });
    if (skin !== before.skin) await wearSkin(desktop, skin);
    if (language !== before.language) await speak(desktop, language);
    before = look;
  };
  const compare = async (name: string) => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await endOfAnimations(page);
    await pictures.compare(name);
  };
  // A layout keeps the name that it was given, in the language of that moment, and the sizes of its panes once it rests.
  for (const stop of insideOf(filled).filter(({ name }) => name === 'workspace')) await visit(page, stop);
  await page.waitForTimeout(LAYOUT_KEPT_MS);
  const thereAndBack = [LOOKS, LOOKS.toReversed()] as const;
  for (const [index, stop] of insideOf(filled).entries()) {
    await visit(page, stop);
    // The last look of a screen is the first of the next.
    for (const look of thereAndBack[index % 2 === 0 ? 0 : 1]) {
      await change(look);
      await compare(`${stop.name}-${look.name}`);
    }
  }
  await pictures.finish();
  expect(pictures.problems).toEqual([]);
});
