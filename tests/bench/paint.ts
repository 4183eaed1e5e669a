import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { _electron, type Page } from 'playwright';
import { build } from 'vite';
import { type Row, sideBySide } from './measure.ts';
import type { Driven } from './peers/paint/grids.tsx';
import type { PaintBench } from './peers/paint/page.tsx';

declare global {
  interface Window {
    bench: PaintBench;
  }
}

const WARM_UP_MS = 1_500;
const WATCHED_MS = 4_000;
/** Least frames a second that count as smooth. */
const LEAST_FRAMES = 57;
const MOST_P99_MS = 50;
const FIRST_RATE = 500;
const STEP = 1.5;
const HIGHEST_RATE = 4_000_000;

const isSmooth = ({ framesASecond, p99Ms, sentASecond }: Driven, rate: number): boolean =>
  framesASecond >= LEAST_FRAMES && p99Ms <= MOST_P99_MS && sentASecond >= rate * 0.95;

/** Highest rate that a grid keeps smooth, in updates a second. */
const highestRate = async (page: Page, side: 'ours' | 'peer', from: number): Promise<number> => {
  let best = 0;
  for (let rate = from; rate <= HIGHEST_RATE; rate *= STEP) {
    const drive = { side, updatesASecond: Math.round(rate), warmUpMs: WARM_UP_MS, watchedMs: WATCHED_MS };
    const attempt = () => page.evaluate((given) => window.bench.driveGrid(given), drive);
    let driven = await attempt();
    // A busy moment of the machine is no fault of the grid's.
    if (!isSmooth(driven, rate)) driven = await attempt();
    if (!isSmooth(driven, rate)) break;
    if (!driven.isRight)
      throw new Error(`The grid (${side}) does not show the last values at ${rate} a second`);
    best = rate;
  }
  return best;
};

const buildPage = async (root: string, folder: string): Promise<void> => {
  const empty = join(root, 'tests/bench/peers/empty-window');
  for (const name of ['main.js', 'package.json']) cpSync(join(empty, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await build({
    root: join(root, 'tests/bench/peers/paint'),
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: join(folder, 'renderer'), emptyOutDir: true },
  });
};

/** Environment in which a window is opened. */
interface Electron {
  readonly env: Record<string, string | undefined>;
}

/** Measures in a window that has the page of the bench. */
const onPage = async (
  root: string,
  { env }: Electron,
  measure: (page: Page) => Promise<Row[]>,
): Promise<Row[]> => {
  Object.assign(process.env, env);
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  await buildPage(root, folder);
  const app = await _electron.launch({
    args: [folder, `--user-data-dir=${join(folder, 'data')}`],
    cwd: folder,
    colorScheme: null,
  });
  try {
    const page = await app.firstWindow();
    page.on('console', (m) => console.log(m.text()));
    await page.waitForFunction(() => 'bench' in window);
    return await measure(page);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
};

/** Candles with three indicators: our port beside another library, in one window. */
export const candles = (root: string, electron: Electron): Promise<Row[]> =>
  onPage(root, electron, async (page) => {
    const paint =
      (side: 'port' | 'klinecharts' | 'dense' | 'line', given: { count: number; isWhole: boolean }) => () =>
        page.evaluate(([which, what]) => window.bench.paintCandles(which, what), [side, given] as const);
    const row = (name: string, given: { count: number; isWhole: boolean }) =>
      sideBySide(
        `${name}, three indicators: first paint (peer: klinecharts)`,
        'ms',
        paint('port', given),
        paint('klinecharts', given),
      );
    const whole = { count: 166_650, isWhole: true };
    return [
      await sideBySide(
        '166,650 closes as a line, three indicators worked out and drawn: first paint (peer: the line alone)',
        'ms',
        paint('dense', whole),
        paint('line', whole),
      ),
      await sideBySide(
        '166,650 closes as a line, three indicators worked out and drawn: first paint (peer: klinecharts, its candles)',
        'ms',
        paint('dense', whole),
        paint('klinecharts', whole),
      ),
      await row('1,000 candles', { count: 1_000, isWhole: true }),
      await row('166,650 candles, the latest in view', { count: 166_650, isWhole: false }),
      await row('166,650 candles, as many in view as can be', { count: 166_650, isWhole: true }),
    ];
  });

/**
 * The streaming grid and a large chart beside other libraries. The grid is beside AG Grid, a chart of many points
 * beside two libraries, in one window.
 */
export const paint = (root: string, electron: Electron): Promise<Row[]> =>
  onPage(root, electron, async (page) => {
    const first = (side: 'lightweight' | 'uplot') => () =>
      page.evaluate((which) => window.bench.paintChart(which), side);
    const update = (side: 'lightweight' | 'uplot') => () =>
      page.evaluate((which) => window.bench.updateChart(which), side);
    const charts = [
      await sideBySide(
        'chart of 166,650 points: first paint (peer: lightweight-charts)',
        'ms',
        first('uplot'),
        first('lightweight'),
      ),
      await sideBySide(
        'chart of 166,650 points: one more value (peer: uPlot)',
        'ms',
        update('uplot'),
        update('uplot'),
      ),
    ];
    const peer = await highestRate(page, 'peer', FIRST_RATE);
    const ours = await highestRate(page, 'ours', Math.max(FIRST_RATE, peer));
    return [
      ...charts,
      {
        name: 'grid of 10,000 rows, sorted and filtered: highest smooth rate (peer: AG Grid)',
        unit: 'updates/s',
        ours,
        peer,
      },
    ];
  });
