import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { ROUTE_LIST } from '../../src/renderer/app/route-list.ts';
import { colours } from '../../src/renderer/app/theme-colours.ts';
import type { Desk } from './desk.ts';
import { KeptPictures } from './kept-pictures.ts';
import { type Filled, done, test } from './still-desk.ts';

const SKINS = ['light', 'dark', 'contrast'] as const;
const SIZES = [
  [1024, 680],
  [1320, 860],
  [1920, 1080],
] as const;
const [, USUAL_SIZE] = SIZES;

const addressOf = (path: string, { trickId, basketId }: Filled): string =>
  path
    .replace('/strategies/:id', `/strategies/${trickId}`)
    .replace('/baskets/:id', `/baskets/${basketId}`)
    .replace(':tab', 'kyc')
    .replace(':symbol', 'RELIANCE');

const nameOf = (path: string): string => path.slice(1).replace(/[/:]+/g, '-');

const visit = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#${address}`);
  await expect(page).toHaveURL(new RegExp(`#${address}`));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};

/** Everything that was asked for is there, and has been painted: two pictures of it are the same. */
const settle = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await expect
    .poll(
      async () => {
        const before = await page.screenshot({ type: 'jpeg', quality: 50 });
        return before.equals(await page.screenshot({ type: 'jpeg', quality: 50 }));
      },
      { intervals: [100] },
    )
    .toBe(true);
};

const wearSkin = async (desk: Desk, skin: (typeof SKINS)[number]): Promise<void> => {
  await done(desk, 'desktop.settings.change', { skin });
  await desk.page.waitForFunction(
    (background) =>
      getComputedStyle(document.querySelector('.fui-FluentProvider') ?? document.body)
        .getPropertyValue('--appBackground')
        .trim() === background,
    colours[skin].appBackground,
  );
};

const speak = async (desk: Desk, language: 'en' | 'hi'): Promise<void> => {
  await done(desk, 'desktop.settings.change', { language });
  await expect(desk.page.locator('html')).toHaveAttribute('lang', language);
};

test('every screen looks as it did: each skin at three sizes, in Hindi, enlarged, and with forced colours', async ({
  newDesk: desk,
  filled,
}, info) => {
  test.setTimeout(900_000);
  const { page } = desk;
  const pictures = new KeptPictures(page, info.outputPath('pictures'));
  const reason = await pictures.whyNot();
  test.skip(reason !== null, reason ?? '');
  const size = ([width, height]: readonly [number, number]) => page.setViewportSize({ width, height });
  const look = async (name: string) => {
    await settle(page);
    await pictures.compare(name);
  };
  for (const { path } of ROUTE_LIST.filter(({ isOutside }) => !isOutside)) {
    const name = nameOf(path);
    await visit(page, addressOf(path, filled));
    for (const skin of SKINS) {
      await wearSkin(desk, skin);
      for (const each of SIZES) {
        await size(each);
        await look(`${name}-${skin}-${each[0]}`);
      }
    }
    await wearSkin(desk, 'light');
    await size(USUAL_SIZE);
    await page.emulateMedia({ forcedColors: 'active' });
    await look(`${name}-forced`);
    await page.emulateMedia({ forcedColors: 'none' });
    // As large as 200 %: half the room for everything.
    await size([USUAL_SIZE[0] / 2, USUAL_SIZE[1] / 2]);
    await look(`${name}-enlarged`);
    await size(USUAL_SIZE);
    await speak(desk, 'hi');
    await look(`${name}-hi`);
    await speak(desk, 'en');
  }
  await pictures.finish();
  expect(pictures.problems).toEqual([]);
});
