import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { DAY_MS, istDate, istDayStart } from '../../shared/time.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { loadBars, storeBars } from './candle-store.ts';
import { shareCoverage } from './share-coverage.ts';
import { StoredSeries } from './stored-series.ts';
import { keepSymbolChanges } from './symbol-changes/kept-symbol-changes.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-series-'));
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(folder);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const SYMBOLS = ['AAA', 'BBB', 'CCC'];
/** Days over the border of a month. */
const FIRST = istDayStart('2025-03-27');
const dayAt = fc.integer({ min: 0, max: 9 }).map((at) => FIRST + at * DAY_MS);
const symbol = fc.constantFrom(...SYMBOLS);

it('every reading of a share agrees, whatever symbols it had and in whatever order all came', async () => {
  let number = 0;
  const world = fc.record({
    changes: fc.uniqueArray(
      fc.record({ before: symbol, after: symbol, day: dayAt.map((day) => istDate(day)) }),
      { maxLength: 4, selector: ({ before, day }) => `${before} ${day}` },
    ),
    candles: fc.array(fc.record({ of: symbol, time: dayAt, price: fc.integer({ min: 1, max: 9 }) })),
    span: fc.tuple(dayAt, dayAt),
    limit: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ changes, candles, span: [from, to], limit }) => {
      const userId = await database.write(HOUSE, (tx) => addUser(tx, { number: ++number }));
      const keyOf = (of: string) =>
        ({ ownerId: userId, source: 'replay', symbol: of, timeframe: '1d' }) as const;
      await database.write(userId, async (tx) => {
        for (const { of, time, price } of candles)
          await storeBars(tx, keyOf(of), [
            { time, open: price, high: price, low: price, close: price, volume: 1 },
          ]);
        const list = changes.filter(({ before, after }) => before !== after);
        if (list.length > 0) await keepSymbolChanges(tx, userId, list);
      });
      const { read } = database;
      for (const of of SYMBOLS) {
        const all = await loadBars(read, keyOf(of));
        const times = all.map(({ time }) => time);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(await loadBars(read, keyOf(of), { from, to })).toEqual(
          all.filter(({ time }) => time >= from && time <= to),
        );
        expect(await loadBars(read, keyOf(of), { limit })).toEqual(all.slice(-limit));
        const before = all.filter(({ time }) => time <= to);
        expect(await loadBars(read, keyOf(of), { to, limit })).toEqual(before.slice(-limit));

        const series = await StoredSeries.open(read, keyOf(of));
        expect(await series.hasCandles()).toBe(all.length > 0);
        const months = await series.months();
        expect(months.map(({ month }) => month)).toEqual(
          [...new Set(times.map((time) => istDate(time).slice(0, 7)))].toReversed(),
        );
        const bars = months.reduce((sum, month) => sum + month.bars, 0);
        expect(bars).toBeLessThanOrEqual(all.length);
        expect(months.at(-1)?.firstTime).toBe(times[0]);
        expect(months[0]?.lastTime).toBe(times.at(-1));
        const covered = await shareCoverage(read, userId, { others: [], symbols: [of] });
        expect(covered.map((one) => [one.from, one.to])).toEqual(
          all.length === 0 ? [] : [[times[0], times.at(-1)]],
        );
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);
