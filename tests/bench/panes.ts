import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type Page } from 'playwright';
import type { Row } from './measure.ts';
import { call, smoothness } from './page-measures.ts';

const SIZE = { width: 1920, height: 1080 };
/** Each price moves four times a second. An hour of the market lasts a minute. */
const SPEED = 60;
const WARM_UP_MS = 8_000;
const READY_MS = 60_000;
const MB = 1_024;

const PERSON = {
  fullName: 'Asha Rao',
  email: 'asha@desk.example',
  phone: '9876543210',
  password: 'a long enough password',
};
const WATCHED = [
  'NIFTY',
  'BANKNIFTY',
  'RELIANCE',
  'INFY',
  'SBIN',
  'TCS',
  'HDFCBANK',
  'ICICIBANK',
  'ITC',
  'LT',
];

/** Four beside each other in three rows: charts, chain, depth, ladder, lists of what moves. */
const ROUTES = [
  [
    '/chart/NIFTY?timeframe=1h',
    '/chart/BANKNIFTY?timeframe=1h',
    '/chart/RELIANCE?timeframe=1h',
    '/chart/INFY?timeframe=1h',
  ],
  ['/option-chain', '/depth?symbol=RELIANCE', '/depth?symbol=INFY&view=ladder', '/watchlist'],
  ['/open-positions', '/my-strategies', '/order-history', '/chart/SBIN?timeframe=1h'],
] as const;

const layout = {
  root: {
    split: 'column',
    shares: [1, 1, 1],
    parts: ROUTES.map((row) => ({
      split: 'row',
      shares: [1, 1, 1, 1],
      parts: row.map((route) => ({ tabs: [{ route }] })),
    })),
  },
};

/**
 * Processes that draw pages, with the memory of each, KB: what several share counts in parts. It is known on Linux
 * alone.
 */
const renderers = (): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
      found.set(pid, Number(kilobytes));
    } catch {
      // It has ended since the list was read.
    }
  }
  return found;
};

/** Keep a watchlist of what moves. */
const watch = async (page: Page): Promise<void> => {
  const { list } = (await call(page, 'watchlists.create', { name: 'Watched' })) as {
    list: { listId: number };
  };
  await call(page, 'watchlists.add', {
    listId: list.listId,
    entries: WATCHED.map((text) => ({ kind: 'symbol', text })),
  });
};

/** Open the twelve panes from a file, as a person would. */
const openPanes = async (page: Page): Promise<void> => {
  await page.evaluate(() => (location.hash = '#/workspace'));
  await page.locator('input[type=file]').setInputFiles({
    name: 'twelve.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ kind: 'trickdesk-layout', version: 1, name: 'Twelve', layout })),
  });
  await page.getByRole('button', { name: 'Layout: Twelve' }).waitFor({ timeout: READY_MS });
  await page.waitForFunction(
    (panes) =>
      document.querySelectorAll('[data-pane]').length === panes &&
      document.querySelector('[data-pane] [aria-busy="true"]') === null,
    ROUTES.flat().length,
    { timeout: READY_MS },
  );
};

/** Frames and memory of twelve panes while every price moves. The peer is the same window with one pane. */
export const panes = async (
  root: string,
  { env }: { readonly env: Record<string, string | undefined> },
): Promise<Row[]> => {
  Object.assign(process.env, env);
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const others = renderers();
  const app = await _electron.launch({
    args: [root, `--user-data-dir=${dataDir}`],
    cwd: root,
    colorScheme: null,
  });
  const memory = (): number => {
    const own = [...renderers()].filter(([pid]) => !others.has(pid));
    return own.reduce((sum, [, kilobytes]) => sum + kilobytes, 0) / MB;
  };
  try {
    const page = await app.firstWindow();
    await page.setViewportSize(SIZE);
    await page.getByRole('button', { name: 'Skip all' }).click();
    await call(page, 'desktop.session.register', PERSON);
    await call(page, 'market.pace', { speed: SPEED });
    await watch(page);
    await page.evaluate(() => (location.hash = '#/chart/NIFTY'));
    await page.waitForTimeout(WARM_UP_MS);
    const one = { ...(await smoothness(page)), memory: memory() };
    await openPanes(page);
    await page.waitForTimeout(WARM_UP_MS);
    const twelve = { ...(await smoothness(page)), memory: memory() };
    const row = (name: string, unit: string, of: (side: typeof one) => number): Row => ({
      name: `twelve panes, each price moves four times a second: ${name}`,
      unit,
      ours: of(twelve),
      peer: of(one),
    });
    return [
      row('frames (peer: one chart; more is better)', '/s', (side) => side.framesASecond),
      row('longest task of the page (peer: one chart)', 'ms', (side) => side.longestMs),
      row('time in tasks of 50 ms and more (peer: one chart)', '%', (side) => side.busyPercent),
      row('memory of the process of the page (peer: one chart)', 'MB', (side) => side.memory),
    ];
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
};
