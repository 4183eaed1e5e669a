import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ACTIVITY_OPTIONS_HEADER,
  LEGACY_HEADER,
  PUBLISHED_UDIFF,
  udiffFile,
  udiffRow,
} from '../../../../tests/support/derivative-files.ts';
import { hasRealFiles, WITHOUT_REAL_FILES } from '../../../../tests/support/market-files.ts';
import { placeOf } from '../../../../tests/support/test-database.ts';
import { contractOf } from '../../../engine/contracts/contract.ts';
import { WorkerPool } from '../../backtests/worker-pool.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { QUOTAS } from '../../quotas.ts';
import { coverage } from '../candle-store.ts';
import { contractBars } from '../contracts/contract-candles.ts';
import { knownContracts } from '../contracts/contract-rows.ts';
import { termsOn } from '../contracts/dated-terms.ts';
import { importFiles } from './import-files.ts';

const USER = 7;
let folder = '';
let databaseAt = '';
let database: Database;
const pool = new WorkerPool(1);
afterAll(() => pool.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-import-'));
  databaseAt = await placeOf(folder);
  database = await openDatabase(databaseAt);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const run = (
  files: readonly { name: string; text: string }[],
  { onBad = 'keep-good', into = database }: { onBad?: 'keep-good' | 'refuse-file'; into?: Database } = {},
) => importFiles({ database: into, databaseAt, pool }, USER, files, onBad, () => undefined);
const udiff = (day: string, ...rows: Parameters<typeof udiffRow>[0][]) => ({
  name: `BhavCopy_NSE_FO_${day}.csv`,
  text: udiffFile(...rows.map((row) => udiffRow({ day, ...row }))),
});
const barsOf = async (symbol: string, userId = USER) => {
  const contract = contractOf(symbol);
  if (!contract) throw new Error(`${symbol} is no contract`);
  return contractBars(database.read, userId, contract);
};
const lotOn = async (symbol: string, day: string): Promise<number | null | undefined> => {
  const owner = { ownerId: USER, source: 'file' } as const;
  const known = await knownContracts(database.read, owner, symbol.split(' ')[0] ?? '', '2020-01-01');
  return termsOn(known.get(symbol)?.terms ?? [], day)?.lotSize;
};
const NIFTY = 'NIFTY 2026-07-28 24500 CE';

describe('files of futures and options', () => {
  it('give daily candles with open interest, and contracts with their lots', async () => {
    const [report] = await run([
      udiff('2026-07-21', {}, { right: 'PE', prices: '50,52,48,51', openInterest: '130' }),
      udiff('2026-07-22', { prices: '105,120,100,118', lots: '9', openInterest: '66300' }),
    ]);
    expect(report).toMatchObject({
      outcome: 'imported',
      format: 'bhavcopy-udiff',
      symbols: ['NIFTY'],
      rowsRead: 2,
      rowsKept: 2,
      rowsUntraded: 0,
    });
    expect(await barsOf(NIFTY)).toEqual([
      expect.objectContaining({ close: 105_00, volume: 7 * 65, openInterest: 65_000 }),
      expect.objectContaining({ close: 118_00, volume: 9 * 65, openInterest: 66_300 }),
    ]);
    expect(await barsOf('NIFTY 2026-07-28 24500 PE')).toHaveLength(1);
    expect(await barsOf('NIFTY 2026-07-28 FUT')).toEqual([]);
    expect(await lotOn(NIFTY, '2026-07-22')).toBe(65);
  });

  it('of contracts that were not traded make them known, and no candles', async () => {
    const [report] = await run([{ name: 'BhavCopy.csv', text: PUBLISHED_UDIFF }]);
    expect(report).toMatchObject({ outcome: 'imported', rowsRead: 2, rowsKept: 1, rowsUntraded: 1 });
    expect(await barsOf('NIFTY 2027-03-30 30000 PE')).toEqual([]);
    expect(await lotOn('NIFTY 2027-03-30 30000 PE', '2026-07-22')).toBe(65);
  });

  it('change nothing the second time', async () => {
    const files = [udiff('2026-07-21', {}), udiff('2026-07-22', { lots: '9' })];
    await run(files);
    const all = () =>
      Promise.all([
        database.read.selectFrom('contracts').selectAll().orderBy('listed_on').execute(),
        database.read.selectFrom('contract_chunks').selectAll().execute(),
        database.read.selectFrom('contract_lists').selectAll().orderBy('day').execute(),
      ]);
    const before = await all();
    const reports = await run(files);
    expect(reports.map(({ rowsKept, rowsRepeated }) => [rowsKept, rowsRepeated])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(await all()).toEqual(before);
  });

  it('that say other figures of a day replace those of before', async () => {
    await run([udiff('2026-07-21', {}, { right: 'PE' })]);
    const [report] = await run([udiff('2026-07-21', { prices: '100,110,95,106' })]);
    expect(report).toMatchObject({ rowsKept: 1 });
    expect((await barsOf(NIFTY)).map(({ close }) => close)).toEqual([106_00]);
    expect(await barsOf('NIFTY 2026-07-28 24500 PE')).toHaveLength(1);
  });

  it('date a lot that changes, in whatever order they come, together or one after the other', async () => {
    const DAYS = ['2026-07-20', '2026-07-21', '2026-07-22', '2026-07-23'];
    const lotOf = (day: string): number => (day < '2026-07-22' ? 75 : 65);
    let rounds = 0;
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(DAYS, { minLength: 4 }), fc.nat(4), async (days, together) => {
        // Its own contract each time.
        const strike = String(20_000 + 50 * ++rounds);
        const files = days.map((day) => udiff(day, { strike, lotSize: String(lotOf(day)) }));
        await run(files.slice(0, together));
        for (const file of files.slice(together)) await run([file]);
        const symbol = `NIFTY 2026-07-28 ${strike} CE`;
        for (const day of DAYS) expect(await lotOn(symbol, day)).toBe(lotOf(day));
        expect((await barsOf(symbol)).map(({ volume }) => volume)).toEqual(DAYS.map((day) => 7 * lotOf(day)));
      }),
      { numRuns: 8 },
    );
  });

  it('of three formats go together: what one does not say, another does', async () => {
    const legacy = 'OPTIDX,NIFTY,28-Jul-2026,24500,CE,100,110,95,105,105,7,112.00,65000,0,20-JUL-2026,';
    const activity =
      'OPTIDX,NIFTY,28/07/2026,00024500.00,CE,00000100.00,00000110.00,00000095.00,00000105.00,000000065000,455,7,3,1.00,1.00';
    const reports = await run([
      { name: 'fo20JUL2026bhav.csv', text: [LEGACY_HEADER, legacy].join('\n') },
      { name: 'op21072026.csv', text: [ACTIVITY_OPTIONS_HEADER, activity].join('\n') },
      udiff('2026-07-22', {}),
    ]);
    expect(reports.map(({ outcome, problems }) => [outcome, problems])).toEqual(
      reports.map(() => ['imported', []]),
    );
    const bars = await barsOf(NIFTY);
    expect(bars.map(({ volume, openInterest }) => [volume, openInterest])).toEqual(
      bars.map(() => [455, 65_000]),
    );
    expect(bars).toHaveLength(3);
    expect(
      await Promise.all(['2026-07-20', '2026-07-21', '2026-07-22'].map((day) => lotOn(NIFTY, day))),
    ).toEqual([null, 65, 65]);
  });

  it('with a bad row are refused as a whole where that was chosen, contracts and all', async () => {
    const bad = udiff('2026-07-21', {}, { right: 'XX' });
    const [report] = await run([bad], { onBad: 'refuse-file' });
    expect(report).toMatchObject({ outcome: 'refused', rowsKept: 0 });
    expect(await database.read.selectFrom('contracts').selectAll().execute()).toEqual([]);
    expect(await barsOf(NIFTY)).toEqual([]);
  });

  it('that fail half-way leave nothing', async () => {
    const failing: Database = {
      ...database,
      write: (of, work) =>
        database.write(of, async (tx) => {
          await work(tx);
          throw new Error('the power went');
        }),
    };
    await expect(run([udiff('2026-07-21', {})], { into: failing })).rejects.toThrow('the power went');
    expect(await database.read.selectFrom('contracts').selectAll().execute()).toEqual([]);
    expect(await barsOf(NIFTY)).toEqual([]);
  });

  it("are nobody else's, and no history of shares", async () => {
    await run([udiff('2026-07-21', {})]);
    expect(await barsOf(NIFTY, USER + 1)).toEqual([]);
    expect(await coverage(database.read, [USER])).toEqual([]);
  });

  it('count among the candles that one may import', async () => {
    await run([udiff('2026-07-21', {})]);
    await database.write(USER, ({ query }) =>
      query.updateTable('contract_chunks').set({ bars: QUOTAS.importedBars }).execute(),
    );
    await expect(run([udiff('2026-08-21', { expiry: '2026-08-25' })])).rejects.toThrow(
      'Nothing of this import is kept.',
    );
  });
});

it('contracts of files are no more than an account may have', async () => {
  await run([udiff('2026-07-21', {})]);
  await database.write(USER, ({ query }) =>
    query.updateTable('contract_lists').set({ contracts: QUOTAS.importedContracts }).execute(),
  );
  // What is known already takes no room.
  await run([udiff('2026-07-22', {})]);
  await expect(run([udiff('2026-07-23', { strike: '24550.00' })])).rejects.toThrow(
    /imported futures and options at most\. Nothing of this import is kept/,
  );
  expect(await barsOf('NIFTY 2026-07-28 24550 CE')).toEqual([]);
});

const real = resolve(import.meta.dirname, '../../../../../shared/data/options');

describe.skipIf(!hasRealFiles)(`files of the exchange${hasRealFiles ? '' : ` ${WITHOUT_REAL_FILES}`}`, () => {
  it('of two days give every contract its candles, once', async () => {
    const files = ['op_2025-12-16', 'fut_2025-12-16', 'op_2025-12-17', 'fut_2025-12-17'].map((name) => ({
      name: `nse_fo_activity_${name}.csv`,
      text: readFileSync(join(real, `nse_fo_activity_${name}.csv`), 'utf8'),
    }));
    const reports = await run(files);
    expect(reports.every(({ rowsKept, rowsRead }) => rowsKept === rowsRead && rowsRead > 20)).toBe(true);
    expect((await barsOf('NIFTY 2025-12-30 FUT')).length).toBe(2);
    expect(await lotOn('NIFTY 2025-12-30 FUT', '2025-12-16')).toBe(75);
    expect((await run(files)).map(({ rowsKept }) => rowsKept)).toEqual([0, 0, 0, 0]);
  });
});
