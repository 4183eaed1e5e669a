import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import papa from 'papaparse';
import { expect } from 'playwright/test';
import { ROUTE_LIST } from '../../src/renderer/app/route-list.ts';
import { csvRupees, csvTime } from '../../src/renderer/i18n/csv-cells.ts';
import type { Mode } from '../../src/shared/contract/fields.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { modeWord } from '../../src/shared/mode-word.ts';
import { addMoney, cloneAndStart, quickStrategies, runBacktest } from '../support/user-steps.ts';
import { until } from '../support/until.ts';
import { type DesktopApp, PERSON, test } from './desktop-app.ts';
import { goTo } from './walk.ts';

/** Routes without a list of their own, and why; everything else must be exported. */
const NO_LIST: Readonly<Record<string, string>> = {
  '/builder': 'a form',
  '/scanner': 'a form, until a scan is made: its rows are in scanner.test.ts',
  '/leg-builder': 'a form',
  '/profile': 'a form',
  '/settings': 'switches',
  '/mini': 'two figures',
  '/reconciliation': 'differences to settle, one by one',
  '/depth': 'orders of others at this moment',
  '/workspace': 'the list of the pane in front',
};

type Row = Record<string, unknown>;
type Answer = Record<string, unknown>;

interface List {
  /** Where it stands, with the filters of its address. */
  readonly at: string;
  readonly call: CallId;
  readonly input?: object;
  readonly rows: (answer: Answer) => readonly Row[];
  /** Columns of the file, and what each has of a row. */
  readonly cells: Readonly<Record<string, (row: Row) => string>>;
  /** Written by the server in parts: lots, then what is carried forward, then notes of one cell. */
  readonly isInParts?: boolean;
  /** Nobody has rows of it in this test. */
  readonly isEmpty?: boolean;
  /** The market decides whether anything is in it. */
  readonly comesAndGoes?: boolean;
}

const PAGE = 100;
const listOf =
  (name: string) =>
  (answer: Answer): readonly Row[] =>
    answer[name] as Row[];
const text =
  (name: string) =>
  (row: Row): string =>
    String((row[name] as string | number | null) ?? '');
const rupees =
  (name: string) =>
  (row: Row): string =>
    csvRupees(row[name] as number | null);
const time =
  (name: string) =>
  (row: Row): string =>
    csvTime(row[name] as string);

const tradeCells = {
  'Exit time (IST)': time('exitAt'),
  Strategy: text('strategyName'),
  Symbol: text('symbol'),
  'Entry price': rupees('entryPrice'),
  Charges: rupees('charges'),
  Net: rupees('net'),
};
const orderCells = { 'Placed (IST)': time('placedAt'), Symbol: text('symbol'), Status: text('state') };
const positionCells = { Symbol: text('symbol'), Qty: text('quantity'), Avg: rupees('averagePrice') };
const logCells = { 'Time (IST)': time('at'), Topic: text('topic'), 'What happened': text('text') };
const entryCells = { 'Time (IST)': time('at'), Type: text('title'), Amount: rupees('amount') };
const TEST_HISTORY = 1;
/** At the quickest pace five days of the market: not every day has a trade. */
const TRADE_MS = 200_000;

interface Prepared {
  readonly strategyId: number;
  readonly authorId: number;
  readonly basketId: number;
  readonly backtestId: number;
}

const listsOf = ({ strategyId, authorId, basketId, backtestId }: Prepared): readonly List[] => [
  {
    at: '/home',
    call: 'home.marketplace',
    rows: listOf('rows'),
    cells: { Strategy: text('name'), 'Min capital': rupees('minimumCapital') },
  },
  {
    at: '/top-ten',
    call: 'home.topTen',
    input: { thirtyDay: '1', test: '1' },
    rows: (answer) => answer as unknown as Row[],
    cells: { Strategy: text('name'), Followers: text('followers') },
  },
  {
    at: `/authors/${authorId}`,
    call: 'strategies.author',
    input: { authorId },
    rows: (answer) => listOf('strategies')(answer.authorDetails as Answer),
    cells: { Strategy: text('name'), Followers: text('followers') },
  },
  {
    at: '/my-strategies?tab=Test',
    call: 'strategies.mine',
    input: { pageType: 'Test', strategyStatus: 0 },
    rows: listOf('rows'),
    cells: { Strategy: text('name'), Mode: ({ mode }) => modeWord(mode as Mode), Capital: rupees('capital') },
  },
  {
    at: '/marketplace?risk=low&sort=name',
    call: 'home.marketplace',
    input: { risk: 'low', sort: 'name' },
    rows: listOf('rows'),
    cells: { Strategy: text('name'), Risk: text('risk') },
  },
  {
    at: '/my-profit',
    call: 'positions.trades',
    input: { isTest: TEST_HISTORY },
    rows: listOf('test_tradehistory'),
    cells: tradeCells,
  },
  {
    at: `/strategies/${strategyId}?tab=trades`,
    call: 'positions.trades',
    input: { isTest: TEST_HISTORY, strategyId },
    rows: listOf('test_tradehistory'),
    cells: tradeCells,
  },
  {
    at: `/strategies/${strategyId}?tab=orders`,
    call: 'positions.orders',
    input: { isTest: TEST_HISTORY, strategyId },
    rows: listOf('test_orderhistory'),
    cells: orderCells,
  },
  {
    at: `/strategies/${strategyId}?tab=positions`,
    call: 'positions.open',
    input: { strategyId, status: 'all' },
    rows: listOf('list'),
    cells: positionCells,
  },
  {
    at: `/strategies/${strategyId}?tab=log`,
    call: 'logs.trading',
    input: { strategyId },
    rows: listOf('log_list'),
    cells: logCells,
  },
  {
    at: '/backtest',
    call: 'backtests.list',
    rows: listOf('backtest_list'),
    cells: { Status: text('state') },
  },
  {
    at: `/backtest?run=${backtestId}`,
    call: 'backtests.trades',
    input: { backtestId },
    rows: listOf('backtest_tradehistory'),
    cells: { Number: text('number'), 'Entry time (IST)': time('entryAt'), Net: rupees('net') },
  },
  {
    at: '/pro-plans',
    call: 'advisors.plans',
    rows: listOf('proPlans'),
    cells: { Plan: text('name'), Fee: rupees('fee') },
  },
  {
    at: '/open-positions',
    call: 'positions.open',
    input: { status: 'open', place: 'strategies' },
    rows: listOf('list'),
    cells: positionCells,
    comesAndGoes: true,
  },
  {
    at: '/open-positions?type=baskets',
    call: 'positions.open',
    input: { status: 'open', place: 'baskets' },
    rows: listOf('list'),
    cells: positionCells,
  },
  {
    at: '/order-history',
    call: 'positions.orders',
    input: { isTest: TEST_HISTORY },
    rows: listOf('test_orderhistory'),
    cells: orderCells,
  },
  {
    at: '/trade-history',
    call: 'positions.trades',
    input: { isTest: TEST_HISTORY },
    rows: listOf('test_tradehistory'),
    cells: { ...tradeCells, 'Cumulative P&L': rupees('runningTotal') },
  },
  {
    at: '/reports?mode=test',
    call: 'reports.tax',
    input: { mode: 'test', withTradebook: false },
    rows: ({ csv }) => papa.parse<Row>(String(csv), { header: true, skipEmptyLines: true }).data,
    cells: {},
    isInParts: true,
  },
  {
    at: '/baskets?tab=mine',
    call: 'baskets.mine',
    rows: listOf('myBaskets'),
    cells: { Basket: text('name'), Invested: rupees('invested') },
  },
  {
    at: '/baskets?tab=explore',
    call: 'baskets.list',
    rows: listOf('listBasket'),
    cells: { Basket: text('name'), Shares: text('constituents') },
  },
  {
    at: `/baskets/${basketId}`,
    call: 'baskets.details',
    input: { basketId, mode: 'test' },
    rows: (answer) => listOf('constituents')(answer.detailsBasket as Answer),
    cells: { Share: text('symbol'), Shares: text('quantity'), Average: rupees('averagePrice') },
  },
  {
    at: '/holdings',
    call: 'baskets.holdings',
    rows: listOf('listHoldings'),
    cells: { Instrument: text('symbol'), Quantity: text('quantity') },
  },
  { at: '/wallet', call: 'wallet.history', rows: listOf('wallet_transaction_list'), cells: entryCells },
  {
    at: '/wallet-history?type=D',
    call: 'wallet.history',
    input: { type: 'D' },
    rows: listOf('wallet_transaction_list'),
    cells: { ...entryCells, Balance: rupees('balance') },
  },
  {
    at: '/my-transactions',
    call: 'subscription.transactions',
    rows: listOf('transactionDetails'),
    cells: { 'Time (IST)': time('at'), Total: rupees('total'), 'Of it GST': rupees('gst') },
  },
  {
    at: '/subscription',
    call: 'subscription.mine',
    rows: (answer) => listOf('subscriptions')(answer.subscriptionDetails as Answer),
    cells: { Plan: text('name'), Status: text('state') },
  },
  {
    at: '/gtt',
    call: 'gtt.list',
    rows: listOf('orders'),
    cells: { 'Placed (IST)': time('placedAt'), Symbol: text('symbol'), Status: text('state') },
    isEmpty: true,
  },
  {
    at: '/my-team',
    call: 'team.direct',
    rows: listOf('rows'),
    cells: { Name: text('fullName') },
    isEmpty: true,
  },
  {
    at: '/reward-history',
    call: 'team.rewards',
    rows: listOf('wallet_transaction_list'),
    cells: { From: text('fromName') },
    isEmpty: true,
  },
  {
    at: '/watchlist',
    call: 'watchlists.list',
    rows: ({ lists }) => (lists as readonly { readonly entries: readonly Row[] }[])[0]?.entries ?? [],
    cells: { Symbol: text('text') },
  },
  {
    at: '/tickets',
    call: 'tickets.list',
    rows: listOf('ticket_list'),
    cells: { Number: text('ticketId'), Subject: text('subject') },
  },
  { at: '/logs?tab=trade', call: 'logs.trading', rows: listOf('log_list'), cells: logCells },
  {
    at: '/proposals',
    call: 'proposals.list',
    rows: listOf('proposals'),
    cells: { 'Proposed (IST)': time('at'), Key: text('keyName') },
    isEmpty: true,
  },
  {
    at: '/notifications',
    call: 'alerts.list',
    rows: listOf('notification_list'),
    cells: { 'Time (IST)': time('at'), Title: text('title'), 'What happened': text('body') },
  },
  {
    at: '/profile/privacy',
    call: 'profile.sessions',
    rows: listOf('sessions'),
    cells: { 'Signed in (IST)': time('openedAt') },
  },
  {
    at: '/option-chain',
    call: 'options.chain',
    input: { aSide: 12 },
    rows: ({ chain }) => listOf('strikes')(chain as Answer),
    cells: { Strike: rupees('strike') },
  },
  {
    at: '/chart/RELIANCE?timeframe=1d',
    call: 'market.candles',
    input: { symbol: 'RELIANCE', source: 'simulated', timeframe: '1d', limit: 1_000 },
    rows: ({ time: at, close }) =>
      (at as number[]).map((bar, index): Row => ({ at: bar, close: (close as number[])[index] })).reverse(),
    cells: { 'Candle (IST)': (row) => csvTime(row.at as number) },
  },
];

/** All rows of a call, over all of its pages. */
const everythingOf = async (desktop: DesktopApp, { call, input, rows }: List): Promise<readonly Row[]> => {
  const all: Row[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const paging = call === 'positions.open' ? { page: pageNumber } : { pageNumber };
    const answer = (await desktop.ask(call, { ...input, ...paging, pageSize: PAGE })) as Answer;
    const page = rows(answer);
    all.push(...page);
    if (!('total' in answer) || call === 'reports.tax' || pageNumber * PAGE >= Number(answer.total))
      return all;
  }
};

/** A desktop with rows in every list a new user can fill. */
const prepare = async (desktop: DesktopApp): Promise<Prepared> => {
  const { ask } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  await cloneAndStart(ask, await quickStrategies(ask, 3));
  await ask('market.pace', { speed: 600 });
  await addMoney(ask, 10_000_00);
  await ask('wallet.activate');
  await ask('subscription.buy', { planId: 'plus' });
  const { listId } = (await ask('watchlists.create', { name: 'Looked at' })).list;
  await ask('watchlists.add', {
    listId,
    entries: [
      { kind: 'heading', text: '=1+1 is a formula' },
      { kind: 'symbol', text: 'ITC' },
    ],
  });
  await ask('tickets.add', { subject: '=1+1 is a formula', category: 'subscription', body: 'Is it run?' });
  const [basket] = (await ask('baskets.list')).listBasket;
  if (!basket) throw new Error('There is no basket');
  const { basketId, minimumAmount } = basket;
  const isOpened = async () => {
    const key = { idempotencyKey: crypto.randomUUID() };
    return (await desktop.call('baskets.open', { basketId, amount: (minimumAmount ?? 0) * 2 }, key)).ok;
  };
  // Only while the market is open.
  await expect.poll(isOpened, { timeout: 30_000 }).toBe(true);
  const { backtestId } = await runBacktest(ask);
  const lastTrade = async () =>
    (await ask('positions.trades', { isTest: TEST_HISTORY })).test_tradehistory?.[0];
  const { strategyId } = await until('a trade', lastTrade, TRADE_MS);
  // As slow as it goes: what is compared does not move in between.
  await ask('market.pace', { speed: 1 });
  const [offer] = (await ask('home.marketplace')).rows;
  return { strategyId, authorId: offer?.strategyAuthor.authorId ?? 0, basketId, backtestId };
};

const saveTo = (desktop: DesktopApp, path: string) =>
  desktop.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);

/** The file that Ctrl+E writes on the page in view: its header, and its rows by column. */
const exported = async (desktop: DesktopApp, name: string) => {
  const path = join(desktop.dataDir, `${name}.csv`);
  await saveTo(desktop, path);
  await desktop.page.keyboard.press('Control+E');
  await expect(desktop.page.getByText(`Saved as ${path}`).first()).toBeVisible();
  const content = await readFile(path, 'utf8');
  expect(content.startsWith('\uFEFF')).toBe(true);
  const { data, errors, meta } = papa.parse<Record<string, string>>(content.slice(1), {
    header: true,
    skipEmptyLines: true,
  });
  return { columns: meta.fields ?? [], rows: data, errors };
};

/** A cell as the file must have it: only a plain negative number may begin like a formula. The rule is not the program's. */
const defused = (cell: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;

test('what a list’s filters let through is what Ctrl+E writes, on every route that has a list', async ({
  desktop,
}) => {
  test.setTimeout(330_000);
  const lists = listsOf(await prepare(desktop));
  const pathOf = ({ at }: List): string => at.split('?')[0] ?? '';
  const isAt = (path: string) => (list: List) =>
    new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathOf(list));
  const inside = ROUTE_LIST.filter(({ isOutside }) => !isOutside);
  for (const { path } of inside)
    expect([path, lists.some(isAt(path)) !== path in NO_LIST], 'is either exported or has no list').toEqual([
      path,
      true,
    ]);

  for (const [index, list] of lists.entries())
    await test.step(list.at, async () => {
      await goTo(desktop.page, list.at);
      await expect(desktop.page.getByRole('button', { name: /^Export as CSV/ })).toBeVisible();
      let turn = 0;
      await expect(async () => {
        const wanted = await everythingOf(desktop, list);
        const { columns, rows, errors } = await exported(desktop, `${index}-${++turn}`);
        if (!list.isInParts) expect(errors).toEqual([]);
        expect(rows).toHaveLength(wanted.length);
        if (!list.comesAndGoes) expect(wanted.length > 0).toBe(!list.isEmpty);
        for (const [column, cell] of Object.entries(list.cells)) {
          expect(columns).toContain(column);
          expect(rows.map((row) => row[column])).toEqual(wanted.map((row) => defused(cell(row))));
        }
      }).toPass({ timeout: 15_000 });
    });

  for (const path of Object.keys(NO_LIST).filter((one) => !['/mini', '/workspace'].includes(one)))
    await test.step(path, async () => {
      await goTo(desktop.page, path);
      await expect(desktop.page.getByRole('button', { name: /^Export as CSV/ })).toHaveCount(0);
      await desktop.page.keyboard.press('Control+E');
      await expect(desktop.page.getByText('There is no list to export on this page.').first()).toBeVisible();
    });
});
