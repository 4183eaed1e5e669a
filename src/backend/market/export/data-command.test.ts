import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchWorld, madeUpBar, ONE_YEAR } from '../../../../tests/support/fetch-world.ts';
import { environmentOf, isOnPostgres } from '../../../../tests/support/test-database.ts';
import { istDayStart } from '../../../shared/time.ts';
import { packBars } from '../candle-columns.ts';
import { storeBars } from '../candle-store.ts';
import { symbolOfFile } from '../import/daily-candles.ts';
import { parseFile } from '../import/parse-file.ts';
import type { ExportedSeries } from './export-candles.ts';

let world: FetchWorld;
let env: NodeJS.ProcessEnv;
const scratch = mkdtempSync(join(tmpdir(), 'trickdesk-export-'));
const DAY = istDayStart('2026-11-03');

beforeAll(async () => {
  world = await FetchWorld.open();
  const { userId } = await world.person();
  await world.fetchAll(userId);
  await world.database.write(userId, async (tx) => {
    const daily = { ownerId: userId, source: 'replay', symbol: 'M&M', timeframe: '1d' } as const;
    await storeBars(tx, daily, [madeUpBar('M&M', DAY)]);
    // What the broker brought for live strategies is no history of theirs.
    await storeBars(tx, { ...daily, source: 'broker', symbol: 'ITC' }, [madeUpBar('ITC', DAY)]);
  });
  env = await environmentOf(world.folder);
});
afterAll(async () => {
  await world.dispose();
  rmSync(scratch, { recursive: true });
});

const run = (...args: string[]) => {
  const place = isOnPostgres ? [] : ['--data', world.folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/data.mjs', ...args, ...place], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
};
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    series: ExportedSeries[];
    terms: string;
  };

describe('the command that exports candles', () => {
  it('writes a file for each series, and a manifest that says where each month comes from', () => {
    const to = join(scratch, 'all');
    const { status, stdout, stderr } = run('export', '--to', to);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('SBIN-1m.csv');
    expect(readdirSync(to).sort()).toEqual(['M&M-1d.csv', 'SBIN-1m.csv', 'manifest.json']);
    const { series, terms } = manifestOf(to);
    expect(terms).toContain('own use');
    const [daily, minutes] = series;
    expect(daily).toMatchObject({ symbol: 'M&M', bars: 1, from: '2026-11-03', to: '2026-11-03' });
    expect(daily?.months).toEqual([
      {
        month: '2026-11',
        bars: 1,
        sha256: createHash('sha256')
          .update(packBars([madeUpBar('M&M', DAY)]))
          .digest('hex'),
        fetchedAt: null,
      },
    ]);
    expect(minutes?.months).toHaveLength(13);
    expect(minutes?.months.every(({ fetchedAt }) => fetchedAt !== null)).toBe(true);
    const lines = readFileSync(join(to, 'SBIN-1m.csv'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(1 + (minutes?.bars ?? 0));
    expect(lines.slice(0, 2)).toEqual([
      'timestamp,open,high,low,close,volume',
      '2025-11-27T09:15:00+05:30,101.15,101.60,100.85,101.35,1023',
    ]);
  });

  it('writes what can be imported again, and minutes that are not taken for days', () => {
    const to = join(scratch, 'again');
    run('export', '--to', to);
    const daily = parseFile('M&M.csv', readFileSync(join(to, 'M&M-1d.csv'), 'utf8'));
    expect([...daily.series]).toEqual([['M&M', [madeUpBar('M&M', DAY)]]]);
    expect(symbolOfFile('SBIN-1m.csv')).toBe('SBIN-1M');
    const minutes = parseFile('SBIN-1m.csv', readFileSync(join(to, 'SBIN-1m.csv'), 'utf8'));
    expect(minutes.series.size).toBe(0);
  });

  it('writes Parquet with the same candles, month by month', async () => {
    const to = join(scratch, 'parquet');
    const { status, stderr } = run('export', '--to', to, '--format', 'parquet');
    expect([status, stderr]).toEqual([0, '']);
    expect(readdirSync(to).sort()).toEqual(['M&M-1d.parquet', 'SBIN-1m.parquet', 'manifest.json']);
    const file = await asyncBufferFromFile(join(to, 'SBIN-1m.parquet'));
    const { row_groups: groups } = await parquetMetadataAsync(file);
    expect(groups.length).toBeGreaterThanOrEqual(13);
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(manifestOf(to).series[1]?.bars ?? 0);
    expect(rows[0]).toEqual({
      timestamp: new Date('2025-11-27T09:15:00+05:30'),
      ...{ open: 101.15, high: 101.6, low: 100.85, close: 101.35, volume: 1023n },
    });
  });

  it('writes what is asked for alone', () => {
    const to = join(scratch, 'some');
    expect(run('export', '--to', to, '--symbol', 'sbin', '--timeframe', '1m').status).toBe(0);
    expect(manifestOf(to).series.map(({ file }) => file)).toEqual(['SBIN-1m.csv']);
    const none = run('export', '--to', to, '--symbol', 'TCS');
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('There are no such candles.')]);
  });

  it('asks whose candles are meant where several people have some', async () => {
    const { userId } = await world.person();
    await world.fetchAll(userId, { ...ONE_YEAR, timeframe: '1d', symbols: ['TCS'] });
    const { email } = await world.database.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const to = join(scratch, 'whose');
    const asked = run('export', '--to', to);
    expect([asked.status, asked.stderr]).toEqual([2, expect.stringContaining('say whose, with --user')]);
    expect(run('export', '--to', to, '--user', email).status).toBe(0);
    expect(manifestOf(to).series.map(({ file }) => file)).toEqual(['TCS-1d.csv']);
  });

  it.each([
    [[]],
    [['export']],
    [['import', '--to', 'x']],
    [['export', '--to', 'x', '--timeframe', '2m']],
    [['export', '--to', 'x', '--format', 'xlsx']],
  ])('cannot follow %j, says why and how it is used', (args) => {
    const { status, stderr } = run(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: npm run data -- export')]);
  });
});
