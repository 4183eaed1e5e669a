import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPosition } from '../../../tests/support/written-position.ts';
import { NO_CHARGES } from '../../engine/charges/charges.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { MarketRun } from './market-run.ts';
import type { MarketRuns } from './market-runs.ts';
import { QuotePublisher } from './quote-publisher.ts';

const [BROKEN, SOUND] = [1, 2];
const POSITION = {
  ...openPosition({
    ...{ user_id: SOUND, strategy_id: 1, symbol: 'ITC', mode: 'test', source: 'simulated', run_id: 1 },
    ...{ quantity: 10, entry_quantity: 10, entry_value: 10 * 400_00 },
    ...{ charges_json: JSON.stringify(NO_CHARGES), opened_at: Date.parse('2026-11-18T11:00:00+05:30') },
  }),
  ...{ id: 1, instrument_json: null, protection_state: null, protection_since: null },
} as PositionRow;

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

it('a position that closes while many are valued does not come back with them', async () => {
  const published: StreamEvent[] = [];
  let open = Array.from({ length: 60 }, (_, index) => ({ ...POSITION, id: index + 1 }));
  const run = {
    execution: { openPositionsOf: () => open },
    session: { lastPriceOf: () => null },
  } as unknown as MarketRun;
  const marketRuns = { publishFeed: () => undefined, runsOf: () => [run] } as unknown as MarketRuns;
  const hub = {
    listeningUsers: () => [SOUND],
    publishVolatile: (_userId: number, event: StreamEvent) => published.push(event),
  } as unknown as EventHub;
  const named = { select: () => named, where: () => named, execute: () => Promise.resolve([]) };
  const database = { read: { selectFrom: () => named } } as unknown as Database;
  const watchedPrices = { publish: () => undefined };
  const publisher = new QuotePublisher({ marketRuns, watchedPrices, hub, database, logger: pino() });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  publisher.start();
  vi.advanceTimersByTime(1_000);
  publisher.stop();
  // The first of them are valued by now.
  await nextTurn();
  open = [{ ...POSITION, id: 2, quantity: 7 }, ...open.slice(2)];
  await vi.waitFor(() => expect(published).toHaveLength(1));
  const [event] = published;
  const shown = event?.type === 'positions' ? event.positions : [];
  expect(shown.map(({ positionId }) => positionId)).toEqual(open.map(({ id }) => id));
  expect(shown[0]?.quantity).toBe(7);
});
