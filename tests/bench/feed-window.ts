import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type Page } from 'playwright';
import type { Bridge } from '../../src/shared/desktop.ts';
import { type Feeding, startFeeding } from '../support/feeding.ts';
import type { Row } from './measure.ts';

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

const POSITIONS = 300;
const STRATEGIES = 30;
const TICKS_A_SECOND = 10;
const WATCHED_MS = 10_000;
/** Warm-up: what comes with the first second of prices is painted by then. */
const WARM_UP_MS = 3_000;
/** The answer that quits, among the buttons of the question. */
const QUIT = 1;
const USE_SERVER = 0;

interface Smoothness {
  readonly framesASecond: number;
  /** The longest task on the page's thread, ms; one of less than 50 ms is none. */
  readonly longestMs: number;
  /** Share of the time that long tasks have taken, percent. */
  readonly busyPercent: number;
}

/** Count painted frames, and the tasks that keep the page from painting. */
const smoothness = (page: Page): Promise<Smoothness> =>
  page.evaluate(
    (ms) =>
      new Promise<Smoothness>((resolve) => {
        let frames = 0;
        let longestMs = 0;
        let busyMs = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) {
            longestMs = Math.max(longestMs, duration);
            busyMs += duration;
          }
        });
        observer.observe({ type: 'longtask' });
        const began = performance.now();
        const frame = (now: number): void => {
          frames++;
          if (now - began < ms) requestAnimationFrame(frame);
          else {
            observer.disconnect();
            const framesASecond = (frames / (now - began)) * 1_000;
            resolve({ framesASecond, longestMs, busyPercent: (busyMs / (now - began)) * 100 });
          }
        };
        requestAnimationFrame(frame);
      }),
    WATCHED_MS,
  );

/** A call over the bridge; throws when it fails. */
const call = async (page: Page, id: string, input: object): Promise<void> => {
  const result = (await page.evaluate(([name, value]) => window.bridge.call(name, value), [
    id,
    input,
  ] as const)) as { readonly ok: boolean };
  if (!result.ok) throw new Error(`${id}: ${JSON.stringify(result)}`);
};

/** Sign in at the feeding backend and open its positions page. All its positions are on one page. */
const openPositions = async (page: Page, { url, apiToken, email, password }: Feeding): Promise<void> => {
  await page.waitForFunction(() => document.readyState === 'complete' && 'bridge' in window);
  await call(page, 'desktop.settings.change', { backend: { kind: 'server', url, apiToken } });
  await call(page, 'desktop.session.sign-in', { email, password });
  await page.evaluate(() => (location.hash = '#/open-positions?type=strategies'));
  await page.getByRole('button', { name: `Exit MADEUP${POSITIONS - 1}` }).waitFor({ timeout: 60_000 });
};

/** Smoothness of hundreds of positions while their prices pour in. The peer is a market that stands still. */
export const feedWindow = async (
  root: string,
  { env }: { readonly env: Record<string, string | undefined> },
): Promise<Row[]> => {
  Object.assign(process.env, env);
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const feeding = await startFeeding(POSITIONS, STRATEGIES);
  const app = await _electron.launch({
    args: [root, `--user-data-dir=${dataDir}`],
    cwd: root,
    colorScheme: null,
  });
  try {
    const answer = (choice: number) =>
      app.evaluate(({ dialog }, response) => {
        dialog.showMessageBox = () => Promise.resolve({ response, checkboxChecked: false });
      }, choice);
    // Another server is asked about before it is used, what is live before the app quits.
    await answer(USE_SERVER);
    const page = await app.firstWindow();
    await openPositions(page, feeding);
    await answer(QUIT);
    await page.waitForTimeout(WARM_UP_MS);
    const still = await smoothness(page);
    const stop = feeding.server.stream(TICKS_A_SECOND);
    await page.waitForTimeout(WARM_UP_MS);
    const moving = await smoothness(page);
    stop();
    const row = (name: string, unit: string, of: (side: Smoothness) => number): Row => ({
      name: `${POSITIONS} positions of ${STRATEGIES} strategies on a page, ${TICKS_A_SECOND} prices a second of each: ${name}`,
      unit,
      ours: of(moving),
      peer: of(still),
    });
    return [
      row('frames (peer: while nothing moves; more is better)', '/s', (side) => side.framesASecond),
      row('longest task of the page', 'ms', (side) => side.longestMs),
      row('time in tasks of 50 ms and more', '%', (side) => side.busyPercent),
    ];
  } finally {
    await app.close();
    await feeding.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
};
