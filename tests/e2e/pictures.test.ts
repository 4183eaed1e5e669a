import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { Locator, Page } from 'playwright/test';
import { clockToMinutes, istMinuteOfDay } from '../../src/shared/time.ts';
import { addMoney, cloneAndStart, quickStrategies, runBacktest } from '../support/user-steps.ts';
import { type DesktopApp, PERSON, ROOT, test, waitForMarket } from './desktop-app.ts';
import { sizeOf, smallPng } from './small-png.ts';
import { goTo } from './walk.ts';

/**
 * The pictures of the README and the guide. Every run opens what they show and looks whether something is on it;
 * `npm run shots -- docs` writes them anew on the way.
 */
const IS_WRITING = process.env['TRICKDESK_PICTURES'] === 'write';
const FOLDER = join(ROOT, 'docs/pictures');
const SIZE = { width: 1320, height: 860 };
const MOST_BYTES = 150_000;
const COPIES = 6;
/** Ten market minutes a second, until enough has happened. */
const FAST = 600;
/** Speed of the market for pictures. Prices that are in view are never old, and what is open stays open for a while. */
const STEADY = 10;
/** A picture is to show some; that there is one suffices to see whether the page shows it. */
const LEAST = IS_WRITING ? { trades: 4, open: 3 } : { trades: 1, open: 2 };
/** Positions are squared off before the market closes. */
const LATEST = clockToMinutes('14:30');

interface Shot {
  readonly name: string;
  /** Where it is; `:strategy`, `:run` and `:tested` (what was run) stand for what the desktop was prepared with. */
  readonly route: string;
  /** Content that must be on it. */
  readonly content: (page: Page) => readonly Locator[];
  readonly settings?: object;
}

const rowsOf = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr');
/** An amount that is not nothing, with its sign. */
const result = (place: Locator): Locator => place.getByText(/[+−]₹(?!0\.00)[\d,]+\.\d\d/).first();
const chart = (page: Page): Locator => page.locator('figure canvas').first();

const SHOTS: readonly Shot[] = [
  // First: what is open now may be closed when the others were looked at.
  {
    name: 'open-positions',
    route: '/open-positions',
    content: (page) => [rowsOf(page, 'Open positions').first(), result(page.locator('main'))],
  },
  {
    name: 'home',
    route: '/home',
    content: (page) => [
      result(page.getByRole('region', { name: 'Running strategies' })),
      result(page.locator('main')),
    ],
  },
  {
    name: 'my-strategies',
    route: '/my-strategies?tab=Test',
    content: (page) => [
      page.getByRole('button', { name: /^Square off / }).nth(COPIES - 1),
      result(page.locator('main')),
    ],
  },
  {
    name: 'strategy-detail',
    route: '/strategies/:strategy',
    content: (page) => [chart(page), rowsOf(page, 'Last trades').first()],
  },
  {
    name: 'wallet',
    route: '/wallet',
    content: (page) => [rowsOf(page, 'Latest lines of the main wallet').nth(1)],
  },
  {
    name: 'backtest',
    route: '/backtest?strategy=:tested&run=:run&tab=equity',
    content: (page) => [chart(page)],
  },
  {
    name: 'backtest-dark',
    route: '/backtest?strategy=:tested&run=:run&tab=summary',
    settings: { skin: 'dark' },
    content: (page) => [page.getByRole('button', { name: /^Sharpe ratio: how is this worked out/ })],
  },
  {
    name: 'appearance-hindi',
    route: '/settings?section=appearance',
    settings: { language: 'hi' },
    content: (page) => [page.getByRole('heading', { level: 1, name: 'सेटिंग' })],
  },
];

/** Strategies that trade, positions, a wallet on which something has happened. */
const furnish = async (desktop: DesktopApp): Promise<void> => {
  const { ask } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  // No toast stands before what a picture is to show.
  await desktop.call('desktop.settings.change', { notifications: { toast: false } });
  await waitForMarket(desktop);
  await cloneAndStart(ask, await quickStrategies(ask, COPIES));
  await ask('market.pace', { speed: FAST });
  await addMoney(ask, 10_000_00);
  await ask('wallet.activate');
  await ask('wallet.topUp', { packageId: 'credit-500' });
};

/** A strategy that has closed trades while others hold something; it may take the market some minutes. */
const traded = async ({ ask }: DesktopApp): Promise<number> => {
  const openPositions = async () => (await ask('positions.open')).list.length;
  const trades = async () => (await ask('positions.trades', { isTest: 1 })).test_tradehistory ?? [];
  const minute = async () => istMinuteOfDay(Date.parse((await ask('market.feed')).feed.now));
  const isWell = async () =>
    (await trades()).length >= LEAST.trades &&
    (await openPositions()) >= LEAST.open &&
    (await minute()) < LATEST;
  await expect.poll(isWell, { timeout: 120_000 }).toBe(true);
  await ask('market.pace', { speed: STEADY });
  const [latest] = await trades();
  if (!latest) throw new Error('Nothing has traded');
  return latest.strategyId;
};

test('the pictures of the documents show what there is to see', async ({ desktop }) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  await furnish(desktop);
  const { backtestId: run, strategyId: tested } = await runBacktest(desktop.ask);
  const strategy = await traded(desktop);
  await page.reload();
  for (const { name, route, content, settings = {} } of SHOTS) {
    await desktop.call('desktop.settings.change', { skin: 'light', language: 'en', ...settings });
    const ids: Readonly<Record<string, number>> = { run, tested, strategy };
    const place = route.replaceAll(/:(\w+)/g, (_, id: string) => String(ids[id]));
    await goTo(page, place);
    for (const locator of content(page)) await expect(locator, name).toBeVisible({ timeout: 20_000 });
    if (!IS_WRITING) continue;
    // Skeletons of neighbouring parts are gone, and charts have drawn.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    writeFileSync(join(FOLDER, `${name}.png`), smallPng(await page.screenshot({ animations: 'disabled' })));
  }
});

test('the documents show these pictures, and none that is not made here', () => {
  const texts = ['README.md', ...readdirSync(join(ROOT, 'docs/guide')).map((name) => `docs/guide/${name}`)];
  const shown = texts.flatMap((path) =>
    [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(/!\[[^\]]+\]\([\w./]*pictures\/([\w-]+)\.png\)/g),
    ].map(([, name]) => name),
  );
  const made = SHOTS.map(({ name }) => name).sort();
  expect([...new Set(shown)].sort()).toEqual(made);
  expect(
    readdirSync(FOLDER)
      .map((name) => name.replace('.png', ''))
      .sort(),
  ).toEqual(made);
  for (const name of made) {
    const png = readFileSync(join(FOLDER, `${name}.png`));
    expect(sizeOf(png), name).toEqual(SIZE);
    expect(png.length, name).toBeLessThan(MOST_BYTES);
  }
});
