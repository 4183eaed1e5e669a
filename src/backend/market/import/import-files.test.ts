import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureFiles } from '../../../../tests/support/market-files.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { coverage, loadBars } from '../candle-store.ts';
import { WorkerPool } from '../../backtests/worker-pool.ts';
import { importFiles } from './import-files.ts';
import { placeOf } from '../../../../tests/support/test-database.ts';

const USER = 7;
const HEADER = 'timestamp,open,high,low,close,volume,oi';
const row = (day: string, close: number) => `${day} 00:00:00+05:30,100,110,90,${close},1000,0`;
const MIXED = [HEADER, row('2024-01-02', 101), row('2024-01-03', 500), row('2024-01-04', 102)].join('\n');

let folder = '';
let databaseAt = '';
let database: Database;
const pool = new WorkerPool(1);
afterAll(() => pool.close());
const place = () => ({ database, databaseAt, pool });

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
  onBad: 'keep-good' | 'refuse-file' = 'keep-good',
) => importFiles(place(), USER, files, onBad, () => undefined);
const stored = (symbol: string) =>
  loadBars(database.read, { ownerId: USER, source: 'replay', symbol, timeframe: '1d' });

describe('a file with bad rows', () => {
  it('gives its good rows when that was chosen, and names the bad ones', async () => {
    const [report] = await run([{ name: 'ITC.csv', text: MIXED }]);
    expect(report).toMatchObject({ outcome: 'imported', rowsRead: 3, rowsKept: 2, rowsRefused: 1 });
    expect(report?.problems).toEqual([{ line: 3, reason: 'the high is not the highest price' }]);
    expect((await stored('ITC')).map((bar) => bar.close)).toEqual([10_100, 10_200]);
  });

  it('is refused as a whole when that was chosen, and the good files beside it are kept', async () => {
    const reports = await run(
      [
        { name: 'ITC.csv', text: MIXED },
        { name: 'SBIN.csv', text: [HEADER, row('2024-01-02', 105)].join('\n') },
      ],
      'refuse-file',
    );
    expect(reports.map((report) => [report.outcome, report.rowsKept])).toEqual([
      ['refused', 0],
      ['imported', 1],
    ]);
    expect(await stored('ITC')).toEqual([]);
    expect(await stored('SBIN')).toHaveLength(1);
  });
});

describe('importing', () => {
  it('the same files twice changes nothing', async () => {
    const first = await run(fixtureFiles());
    const before = await coverage(database.read, [USER]);
    const second = await run(fixtureFiles());
    expect(await coverage(database.read, [USER])).toEqual(before);
    expect(second.map((report) => report.rowsKept)).toEqual(second.map(() => 0));
    expect(second.map((report) => report.rowsRepeated)).toEqual(
      first.map((report) => report.rowsKept + report.rowsRepeated),
    );
  });

  it('files that overlap gives each day once, the later file counting', async () => {
    await run([
      { name: 'ITC.csv', text: [HEADER, row('2024-01-31', 101), row('2024-02-01', 102)].join('\n') },
    ]);
    const [report] = await run([
      {
        name: 'ITC.csv',
        text: [HEADER, row('2024-02-01', 108), row('2024-02-02', 103), row('2024-01-30', 99)].join('\n'),
      },
    ]);
    expect(report).toMatchObject({ rowsKept: 3, rowsRepeated: 0 });
    expect((await stored('ITC')).map((bar) => bar.close)).toEqual([9_900, 10_100, 10_800, 10_300]);
  });

  it('keeps one user out of the history of another', async () => {
    await run(fixtureFiles());
    expect(await coverage(database.read, [USER + 1])).toEqual([]);
  });

  it('that fails half-way leaves nothing', async () => {
    const failing: Database = {
      ...database,
      write: (of, work) =>
        database.write(of, async (tx) => {
          await work(tx);
          throw new Error('the power went');
        }),
    };
    await expect(
      importFiles({ ...place(), database: failing }, USER, fixtureFiles(), 'keep-good', () => undefined),
    ).rejects.toThrow('the power went');
    expect(await coverage(database.read, [USER])).toEqual([]);
  });

  it('reports how far it has come, file by file', async () => {
    const reported: string[] = [];
    const files = fixtureFiles();
    await importFiles(place(), USER, files, 'keep-good', (done, total, name) =>
      reported.push(`${done}/${total} ${name}`),
    );
    expect(reported).toEqual(files.map((file, index) => `${index + 1}/${files.length} ${file.name}`));
  });
});
