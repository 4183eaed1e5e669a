import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { MarketRuns } from './market-runs.ts';
import { QuotePublisher } from './quote-publisher.ts';

const [BROKEN, SOUND] = [1, 2];

it('what cannot be read of one user keeps the positions of nobody else from their windows', async () => {
  vi.useFakeTimers();
  try {
    const fed: number[] = [];
    const marketRuns = {
      publishFeed: (userId: number) => fed.push(userId),
      runsOf: (userId: number) => {
        if (userId === BROKEN) throw new Error('what is stored of it cannot be read');
        return [];
      },
    } as unknown as MarketRuns;
    const hub = { listeningUsers: () => [BROKEN, SOUND], publishVolatile: vi.fn() } as unknown as EventHub;
    const logged: unknown[] = [];
    const logger = pino({}, { write: (line) => logged.push(JSON.parse(line)) });
    const watchedPrices = { publish: vi.fn() };
    const publisher = new QuotePublisher({
      marketRuns,
      watchedPrices,
      hub,
      database: {} as Database,
      logger,
    });
    publisher.start();
    await vi.advanceTimersByTimeAsync(2_100);
    publisher.stop();
    expect(fed).toEqual([BROKEN, SOUND, BROKEN, SOUND]);
    expect(logged).toHaveLength(2);
    expect(logged[0]).toMatchObject({ userId: BROKEN, msg: 'positions could not be published' });
  } finally {
    vi.useRealTimers();
  }
});
