import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bar } from '../../engine/bars.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { packBars, unpackBars } from './candle-columns.ts';
import { loadBars, storeBars } from './candle-store.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const START = Date.parse('2024-01-30T09:15:00+05:30');
const price = fc.integer({ min: 1, max: 2_000_000_000 });
const bar = (minute: number): fc.Arbitrary<Bar> =>
  fc.record({
    time: fc.constant(START + minute * MINUTE_MS),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: fc.integer({ min: 0, max: 2 ** 50 }),
  });
/** Bars in time order, each time once, over several months. */
const bars = fc
  .uniqueArray(fc.integer({ min: 0, max: 150_000 }), { maxLength: 60 })
  .chain((minutes) => fc.tuple(...minutes.sort((a, b) => a - b).map(bar)));

it('packed bars come back as they were', () => {
  fc.assert(
    fc.property(bars, (each) => {
      expect(unpackBars(packBars(each))).toEqual(each);
    }),
  );
});

describe('a stored series', () => {
  let folder = '';
  let database: Database;
  let owner = 0;
  const key = () => ({ ownerId: owner, source: 'replay' as const, symbol: 'ITC', timeframe: '1m' as const });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-candles-'));
    database = await openTestDatabase(folder);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('is the union of what was stored, the latest prices counting, and says what became of each bar', async () => {
    await fc.assert(
      fc.asyncProperty(bars, bars, async (first, second) => {
        owner++;
        await database.write(owner, (tx) => storeBars(tx, key(), first));
        const count = await database.write(owner, (tx) => storeBars(tx, key(), second));
        const model = new Map(first.map((each) => [each.time, each]));
        const kept = second.filter((each) => !model.has(each.time)).length;
        const repeated = second.filter(
          (each) => JSON.stringify(model.get(each.time)) === JSON.stringify(each),
        ).length;
        for (const each of second) model.set(each.time, each);
        expect(await loadBars(database.read, key())).toEqual(
          [...model.values()].sort((a, b) => a.time - b.time),
        );
        expect(count).toEqual({ kept, repeated, replaced: second.length - kept - repeated });
        const again = await database.write(owner, (tx) => storeBars(tx, key(), second));
        expect(again).toEqual({ kept: 0, repeated: second.length, replaced: 0 });
      }),
      { numRuns: 40 },
    );
  });

  it('gives a span with both ends, and the latest of it when fewer are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        bars,
        fc.nat(150_000),
        fc.nat(150_000),
        fc.integer({ min: 1, max: 30 }),
        async (all, a, b, limit) => {
          owner++;
          await database.write(owner, (tx) => storeBars(tx, key(), all));
          const [from, to] = [START + Math.min(a, b) * MINUTE_MS, START + Math.max(a, b) * MINUTE_MS];
          const expected = all.filter((each) => each.time >= from && each.time <= to);
          expect(await loadBars(database.read, key(), { from, to })).toEqual(expected);
          expect(await loadBars(database.read, key(), { from, to, limit })).toEqual(expected.slice(-limit));
        },
      ),
      { numRuns: 40 },
    );
  });
});
