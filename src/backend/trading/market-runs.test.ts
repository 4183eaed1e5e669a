import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EventHub } from '../notices/event-hub.ts';
import { MarketRuns } from './market-runs.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

it('a stream that resumes after the market has opened, or results have come, is asked to reload', () => {
  const clock = { time: 1_000_000, now: () => clock.time };
  const hub = new EventHub(clock);
  const runs = new MarketRuns({ sinks: { hub } } as never);
  const leave = hub.subscribe(1, () => undefined);
  const seen = hub.latestId;
  leave();
  clock.time += 1_000;
  runs.publishReload();
  const published = hub.missedSince(1, seen)?.map(({ event }) => event.type) ?? ['reload'];
  expect(published).toContain('reload');
});

it('names the days of a replay without candles as dd-mm-yyyy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-runs-'));
  const database = await openTestDatabase(folder);
  try {
    const at = Date.parse('2026-10-05T10:00:00+05:30');
    await database.write(1, (tx) =>
      tx.query
        .insertInto('candle_chunks')
        .values({
          ...{ owner_id: 1, source: 'replay', symbol: 'ITC', timeframe: '1m', month: '2026-10', bars: 1 },
          ...{ first_time: at, last_time: at, has_volume: 0, columns: new Uint8Array() },
        })
        .execute(),
    );
    const runs = new MarketRuns({ database, sinks: { hub: new EventHub({ now: () => at }) } } as never);
    const started = runs.startReplay(1, { from: '2026-11-02', to: '2026-11-03', speed: 1 });
    await expect(started).rejects.toThrow('has candles from 02-11-2026 to 03-11-2026');
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
