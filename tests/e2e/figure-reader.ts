import { expect } from 'playwright/test';
import type { Locator, Page } from 'playwright/test';
import type { DesktopApp } from './desktop-app.ts';
import { visit } from './walk.ts';

/** The first rupees of a text after a word, in paise. */
export const paiseAfter = (text: string, word = ''): number => {
  const at = text.indexOf(word);
  const found = at < 0 ? null : /([−+]?)₹([\d,]+)\.(\d\d)/.exec(text.slice(at + word.length));
  if (!found) throw new Error(`No rupees after "${word}" in: ${text}`);
  const [, sign, rupees = '', paise = ''] = found;
  return (sign === '−' ? -1 : 1) * Number(rupees.replaceAll(',', '') + paise);
};

export const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

const textOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? '';

export const show = (page: Page, address: string) => visit(page, { name: '', address });

/** A figure beside its name: on a tile, in a drawer, among statistics. */
export const named = async (place: Page | Locator, name: string): Promise<number> =>
  paiseAfter(
    await textOf(
      place
        .locator('p, dt')
        .filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) })
        .first()
        .locator('xpath=following-sibling::*[1]'),
    ),
  );

/** A money column of a table, row by row. */
export const column = async (page: Page, table: string, title: string): Promise<number[]> => {
  const texts = await page.getByRole('table', { name: table, exact: true }).evaluate((found, wanted) => {
    const cells = (row: Element) => [...row.querySelectorAll('th, td')];
    const [head, ...rows] = [...found.querySelectorAll('tr')];
    const at = head ? cells(head).findIndex((cell) => cell.textContent?.trim() === wanted) : -1;
    return rows
      .filter((row) => cells(row).length > 1)
      .map((row) => cells(row)[at]?.textContent ?? `no column ${wanted}`);
  }, title);
  return texts.map((text) => paiseAfter(text));
};

interface Card {
  readonly name: string;
  readonly address: string;
  readonly today: number;
  readonly total: number;
}

const cardsIn = async (place: Page | Locator): Promise<Card[]> =>
  Promise.all(
    (await place.getByRole('article').all()).map(async (card) => {
      const [text, link] = [await textOf(card), card.getByRole('heading').getByRole('link')];
      return {
        name: await textOf(link),
        address: (await link.getAttribute('href')) ?? '',
        today: paiseAfter(text, 'Today'),
        total: paiseAfter(text, 'Since '),
      };
    }),
  );

/** Whose figures: on paper or with real money, and how the window names them. */
export const WORLDS = {
  test: {
    tab: 'Test',
    tile: 'Today · paper',
    net: 'Paper P&L',
    grid: 'Paper strategies',
    trades: 'Paper trades',
  },
  live: {
    tab: 'Live',
    tile: 'Today · live',
    net: 'Live P&L',
    grid: 'Live strategies',
    trades: 'Live trades',
  },
} as const;
type Mode = keyof typeof WORLDS;

/** The result of the day on a tile. */
export const todayOnHome = (page: Page, mode: Mode) => named(page, WORLDS[mode].tile);

export const netOfPositions = async (page: Page, mode: Mode): Promise<number> =>
  paiseAfter(await textOf(page.getByText(WORLDS[mode].net, { exact: true }).locator('..')));

export const todayOfMini = async (mini: Page, mode: Mode): Promise<number> =>
  paiseAfter(await textOf(mini.locator('body')), mode === 'live' ? 'LIVE' : 'PAPER');

/** From now on, what the tray says is kept. */
export const recordTray = ({ app }: DesktopApp): Promise<void> =>
  app.evaluate(({ Tray }) => {
    const said = { title: '', menu: '' };
    Object.assign(globalThis, { traySaid: said });
    const prototype = Tray.prototype;
    const { setToolTip, setContextMenu } = prototype;
    prototype.setToolTip = function (text) {
      said.title = text;
      setToolTip.call(this, text);
    };
    prototype.setContextMenu = function (menu) {
      said.menu = menu?.items[0]?.label ?? '';
      setContextMenu.call(this, menu);
    };
  });

/** Result of the day by the clock of the system: as title and in the menu. */
export const todayOfTray = async ({ app }: DesktopApp): Promise<number[]> => {
  const { title, menu } = await app.evaluate(
    () => (globalThis as unknown as { traySaid: { title: string; menu: string } }).traySaid,
  );
  return [paiseAfter(title), paiseAfter(menu)];
};

/** Another window, opened by something done. */
export const opened = async (desktop: DesktopApp, act: () => Promise<unknown>): Promise<Page> => {
  const [page] = await Promise.all([desktop.app.waitForEvent('window'), act()]);
  await page.waitForFunction(() => document.readyState === 'complete' && 'bridge' in window);
  return page;
};

/** Cards and list of My strategies, with the tile above them. */
const readMyStrategies = async (page: Page, mode: Mode, today: number): Promise<Card[]> => {
  const { tab, tile, grid } = WORLDS[mode];
  const cards: Card[] = [];
  for (let number = 1; ; number += 1) {
    await show(page, `/my-strategies?tab=${tab}&page=${number}`);
    expect(await named(page, tile), 'today on My strategies').toBe(today);
    cards.push(...(await cardsIn(page)));
    const next = page.getByRole('button', { name: 'Next page' });
    if ((await next.count()) === 0 || (await next.isDisabled())) break;
  }
  expect(sum(cards.map((card) => card.today)), 'today of all cards').toBe(today);
  await show(page, `/my-strategies?tab=${tab}&view=list`);
  const inOrder = (all: readonly number[]) => [...all].sort((a, b) => a - b);
  expect(inOrder(await column(page, grid, 'Today')), 'today in the list').toEqual(
    inOrder(cards.map((card) => card.today)),
  );
  expect(inOrder(await column(page, grid, 'Since start')), 'the total in the list').toEqual(
    inOrder(cards.map((card) => card.total)),
  );
  return cards;
};

/** Open positions: rows, their sum, groups, and the drawer of one. */
const readOpenPositions = async (page: Page, mode: Mode): Promise<number> => {
  await show(page, `/open-positions?type=${mode}`);
  const rows = await column(page, 'Open positions', 'P&L');
  expect(rows.length).toBeGreaterThan(0);
  const net = await netOfPositions(page, mode);
  expect(sum(rows), 'rows of open positions').toBe(net);

  await page.getByRole('table', { name: 'Open positions' }).locator('tbody tr').first().click();
  const drawer = page.getByRole('dialog');
  expect(await named(drawer, 'Net P&L'), 'the drawer').toBe(rows[0]);
  expect((await named(drawer, 'Unrealised P&L')) + (await named(drawer, 'Realised P&L'))).toBe(rows[0]);
  expect(await named(drawer, 'Charges so far')).toBeGreaterThan(0);
  expect(await named(drawer, 'Charges to come')).toBeGreaterThan(0);
  await page.keyboard.press('Escape');

  await show(page, '/open-positions?type=strategies');
  const groups = await page
    .locator('span', { has: page.getByText('Net', { exact: true }) })
    .locator('xpath=self::span[count(*)>=2]')
    .allTextContents();
  const nets = groups.filter((text) => /^Net\s/.test(text)).map((text) => paiseAfter(text));
  expect(sum(nets), 'open positions by strategy').toBe(net);
  return net;
};

/** One strategy's page: its head, its positions, and what its closed trades came to. */
const readStrategy = async (page: Page, card: Card): Promise<{ open: number; closed: number }> => {
  const address = card.address.replace(/\?.*/, '');
  // From one strategy to the next the page stays, and what is on it changes.
  const goTo = async (query: string) => {
    await page.evaluate((hash) => void (location.hash = hash), address + query);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(card.name);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  };
  await goTo('');
  const header = await textOf(page.getByRole('region', { name: 'The strategy' }));
  expect(paiseAfter(header, 'Today'), `today of ${card.name}`).toBe(card.today);
  const closed = await named(page, 'Net P&L');
  expect((await named(page, 'Gross P&L')) - (await named(page, 'Charges')), 'net of charges').toBe(closed);
  if (header.includes('No open position')) return { open: 0, closed };
  await goTo('?tab=positions');
  const table = page.getByRole('table', { name: 'Positions of the strategy' });
  await expect(table).toBeVisible();
  const states = await table.locator('tbody tr').allTextContents();
  const results = await column(page, 'Positions of the strategy', 'P&L');
  return { open: sum(results.filter((_, at) => states[at]?.includes('Open'))), closed };
};

/** Trade history: its sum, and the drawer of a trade beside its row. */
const readTrades = async (page: Page, mode: Mode): Promise<number> => {
  const { trades } = WORLDS[mode];
  await show(page, `/trade-history?mode=${mode}`);
  const table = page.getByRole('table', { name: trades });
  if ((await table.count()) === 0) return 0;
  const [first] = await column(page, trades, 'P&L');
  const text = await textOf(table.locator('tr').last());
  await table.locator('tbody tr').first().click();
  expect(await named(page.getByRole('dialog'), 'Net P&L'), 'the drawer of a trade').toBe(first);
  await page.keyboard.press('Escape');
  const total = paiseAfter(text, 'Total of all');
  await show(page, `/my-profit?mode=${mode}&period=all`);
  expect(await named(page, 'Net'), 'the net of P&L').toBe(total);
  return total;
};

/** Reads every figure wherever it is shown; while time stands still all of them are of one moment. */
export const compare = async (page: Page, mode: Mode): Promise<number> => {
  await show(page, '/home');
  const today = await todayOnHome(page, mode);
  const wallet = await named(page, 'Wallet');
  const running = await cardsIn(page.getByRole('list', { name: 'Running strategies' }));
  const cards = await readMyStrategies(page, mode, today);
  for (const { name, address, ...figures } of running)
    expect(cards.find((card) => card.address === address || card.name === name)).toMatchObject(figures);

  const net = await readOpenPositions(page, mode);
  let [open, closed] = [0, 0];
  for (const card of cards) {
    const strategy = await readStrategy(page, card);
    expect(strategy.closed + strategy.open, `the total of ${card.name}`).toBe(card.total);
    open += strategy.open;
    closed += strategy.closed;
  }
  expect(open, 'positions on the pages of strategies').toBe(net);
  expect(await readTrades(page, mode), 'trade history').toBe(closed);

  await show(page, '/wallet');
  expect(await named(page, 'Available'), 'the wallet').toBe(wallet);
  return today;
};

/** Reads of the basket once, as `compareBasket` says. */
const compareBasketOnce = async (page: Page, basketId: number, name: string): Promise<number> => {
  await show(page, '/baskets?tab=mine');
  const card = await textOf(
    page.getByRole('list', { name: 'My baskets' }).getByRole('listitem').filter({ hasText: name }),
  );
  const result = paiseAfter(card, 'Result after charges');
  const value = paiseAfter(card, 'Value');
  expect(await named(page, 'P&L'), 'the sum over baskets').toBe(result);
  await show(page, `/baskets/${basketId}`);
  expect(await named(page, 'Result after charges'), 'the page of the basket').toBe(result);
  expect(await named(page, 'Value'), 'its value').toBe(value);
  const shares = sum(await column(page, 'Shares of the basket', 'Value'));
  await show(page, '/holdings');
  expect(sum(await column(page, 'Holdings by instrument', 'Value')), 'the value of holdings').toBe(shares);
  expect(sum(await column(page, 'Holdings by instrument', 'Result after charges')), 'of holdings').toBe(
    result,
  );
  return result;
};

/** Time within which the last values of a stopped market stand aside. */
const SETTLED_MS = 30_000;

/**
 * Baskets: the card, the page and its shares, and Holdings. Returns the result. While the market has just stopped, the
 * last values of the stream may be a moment older than those of a page that is loaded then.
 */
export const compareBasket = async (page: Page, basketId: number, name: string): Promise<number> => {
  let result = 0;
  await expect(async () => {
    result = await compareBasketOnce(page, basketId, name);
  }).toPass({ timeout: SETTLED_MS });
  return result;
};
