import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type Page } from 'playwright';
import { type Feeding, startFeeding } from '../support/feeding.ts';
import type { Row } from './measure.ts';
import { call, type Smoothness, smoothness } from './page-measures.ts';

const POSITIONS = 300;
const STRATEGIES = 30;
const TICKS_A_SECOND = 10;
/** Warm-up: what comes with the first second of prices is painted by then. */
const WARM_UP_MS = 3_000;
/** The answer that quits, among the buttons of the question. */
const QUIT = 1;
const USE_SERVER = 0;

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
