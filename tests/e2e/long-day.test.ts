import { expect } from 'playwright/test';
import type { Page } from 'playwright/test';
import { PERSON, test, waitForMarket } from './desktop-app.ts';
import type { DesktopApp } from './desktop-app.ts';

/** A market day of more than six hours in this many seconds; a longer one on demand. */
const DAY_SECONDS = Number(process.env['TRICKDESK_DAY_SECONDS'] ?? 45);
const SPEED = 600;
const STRATEGIES = 4;
/** Where somebody goes now and then in the course of a day. */
const ROUTES = [
  '/home',
  '/my-strategies?tab=Test',
  '/open-positions',
  '/order-history',
  '/trade-history',
  '/my-profit',
];

interface Memory {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Memory of a page after garbage collection. */
const memoryOf = async (page: Page): Promise<Memory> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heapMb: usedSize / 1024 / 1024, nodes, listeners: jsEventListeners };
};

const startStrategies = async (desktop: DesktopApp): Promise<void> => {
  const best = await desktop.call<{ strategyId: number; minimumCapital: number; name: string }[]>(
    'home.topTen',
    {
      thirtyDay: '1',
      test: '1',
    },
  );
  if (!best.ok) throw new Error(best.failure.message);
  for (const { strategyId, minimumCapital, name } of best.value.slice(0, STRATEGIES)) {
    const key = { idempotencyKey: crypto.randomUUID() };
    const copy = await desktop.call<{ strategyId: number }>(
      'strategies.clone',
      { strategyId, capital: minimumCapital, name: `${name} of the day` },
      key,
    );
    if (!copy.ok) throw new Error(copy.failure.message);
    const started = await desktop.call('strategies.start', { strategyId: copy.value.strategyId });
    if (!started.ok) throw new Error(started.failure.message);
  }
};

const walk = async (page: Page, rounds: number): Promise<void> => {
  for (let round = 0; round < rounds; round++)
    for (const route of ROUTES) {
      await page.evaluate((hash) => (location.hash = `#${hash}`), route);
      await page.waitForTimeout(500);
    }
};

test('a whole day of trading in three windows leaves no more in memory than its first hour', async ({
  desktop,
}) => {
  test.setTimeout(180_000 + DAY_SECONDS * 2_000);
  await desktop.call('desktop.session.register', PERSON);
  await waitForMarket(desktop);
  await startStrategies(desktop);
  const opened = desktop.app.waitForEvent('window');
  await desktop.call('desktop.window.pop-out', { route: '/open-positions' });
  const popOut = await opened;
  await Promise.all([desktop.app.waitForEvent('window'), desktop.call('desktop.window.toggle-mini')]);
  expect((await desktop.call('market.pace', { speed: SPEED })).ok).toBe(true);

  await walk(desktop.page, 2);
  const before = await Promise.all([desktop.page, popOut].map(memoryOf));
  const until = Date.now() + DAY_SECONDS * 1_000;
  while (Date.now() < until) await walk(desktop.page, 1);
  const after = await Promise.all([desktop.page, popOut].map(memoryOf));

  for (const [index, { heapMb, nodes, listeners }] of after.entries()) {
    const first = before[index] as Memory;
    console.log(
      `window ${index + 1}: heap ${first.heapMb.toFixed(1)} → ${heapMb.toFixed(1)} MB, nodes ${first.nodes} → ${nodes}, listeners ${first.listeners} → ${listeners}`,
    );
    expect(heapMb).toBeLessThan(first.heapMb * 1.15 + 2);
    // Lists of a page have at most so many rows, whatever the day brings.
    expect(nodes).toBeLessThan(first.nodes * 1.5 + 4_000);
    expect(listeners).toBeLessThan(first.listeners * 1.5 + 500);
  }
});
