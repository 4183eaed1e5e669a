import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { LivePrices } from '../broker-accounts/live-prices.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { MarketRuns } from './market-runs.ts';
import { QuotePublisher } from './quote-publisher.ts';

const [BROKEN, SOUND] = [1, 2];

it('what cannot be read of one user keeps the positions of nobody else from their windows', async () => {
  vi.useFakeTimers();
  try {
    const fed: number[] = [];
    const marketRuns = {
      followedRunsOf: () => [],
      publishFeed: (userId: number) => fed.push(userId),
      runsOf: (userId: number) => {
        if (userId === BROKEN) throw new Error('what is stored of it cannot be read');
        return [];
      },
    } as unknown as MarketRuns;
    const hub = { listeningUsers: () => [BROKEN, SOUND], publishVolatile: vi.fn() } as unknown as EventHub;
    const logged: unknown[] = [];
    const logger = pino({}, { write: (line) => logged.push(JSON.parse(line)) });
    const publisher = new QuotePublisher(marketRuns, hub, {} as Database, logger);
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

it('a price of a broker is published with the contract that it is of', () => {
  const prices = new LivePrices({ now: () => 0 });
  const contract = { symbol: 'NIFTY', exchange: 'NFO', token: '1', tradingSymbol: 'NIFTY29DEC26FUT' };
  prices.trade('NIFTY', contract);
  prices.onTick({ ...contract, price: 100, volume: 1, upperCircuit: null, lowerCircuit: null, at: 0 });
  const run = { session: prices, identity: { source: 'broker' } };
  const marketRuns = { followedRunsOf: () => [run] } as unknown as MarketRuns;
  const publisher = new QuotePublisher(marketRuns, {} as EventHub, {} as Database, pino({ level: 'silent' }));
  expect(publisher.snapshot(1)).toMatchObject([{ quotes: [{ tradingSymbol: 'NIFTY29DEC26FUT' }] }]);
});
