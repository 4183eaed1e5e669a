import { afterAll, beforeAll, expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { type RuleDocument, RuleDocumentSchema } from '../../shared/rule-document.ts';
import type { ScanRow } from './scan-result.ts';
import { scan, type ScanTask } from './scan-task.ts';
import { Scans } from './scans.ts';

const document: RuleDocument = RuleDocumentSchema.parse({
  ...RSI_RULES,
  timeframe: '1d',
  product: 'delivery',
});
const task: Omit<ScanTask, 'databaseAt' | 'seed' | 'mostMs'> = {
  ...{ document, ownerId: 1, source: 'replay', day: '2024-05-06', symbols: ['ITC', 'TCS'] },
};

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

it('a scan gives the thread of all people back when its time is over', async () => {
  const { databaseAt } = server.backend.parts.scans.place;
  const whole = { ...task, databaseAt, seed: 1 };
  expect(await scan({ ...whole, mostMs: 60_000 })).toMatchObject({ ok: true, value: [{}, {}] });
  expect(await scan({ ...whole, mostMs: -1 })).toMatchObject({
    ok: false,
    failure: { message: 'The scan takes longer than a minute. Use simpler rules, or fewer symbols.' },
  });
});

/** Rows with so many readings of each. */
const rowsWith = (rows: number, values: number): ScanRow[] =>
  Array.from({ length: rows }, (_, at) => ({
    ...{ symbol: `S${at}`, verdict: 'miss', close: 1, closeBefore: 1, volume: 1, candles: 1, fault: '' },
    parts: [{ holds: false, values: Array.from({ length: values }, () => 1) }],
  }));

it('results that are large are let go before those of others', async () => {
  let rows: ScanRow[] = [];
  const scans = new Scans(
    { run: () => Promise.resolve({ ok: true, value: rows }) },
    { databaseAt: '', seed: 1 },
  );
  const scanOf = async (userId: number, given: ScanRow[]) => {
    rows = given;
    return (await scans.run(userId, () => Promise.resolve(task))).scanId;
  };
  const small = await scanOf(1, rowsWith(10, 2));
  const large = rowsWith(10_000, 64);
  const ids = [
    await scanOf(2, large),
    await scanOf(3, large),
    await scanOf(4, large),
    await scanOf(5, large),
  ];
  expect(scans.require(1, small).rows).toHaveLength(10);
  const kept = ids.filter((id, at) => {
    try {
      return scans.require(at + 2, id).rows.length > 0;
    } catch {
      return false;
    }
  });
  expect(kept.length).toBeLessThan(4);
  expect(kept).toContain(ids[3]);
});

it('rows of a scan from before a restart are never those of the scan after it', async () => {
  const started = () =>
    new Scans({ run: () => Promise.resolve({ ok: true, value: [] }) }, { databaseAt: '', seed: 1 });
  const before = await started().run(1, () => Promise.resolve(task));
  const scans = started();
  const after = await scans.run(1, () => Promise.resolve({ ...task, day: '2024-05-07' }));
  expect(scans.require(1, after.scanId).day).toBe('2024-05-07');
  expect(() => scans.require(1, before.scanId)).toThrow('No such scan.');
});

it('the twenty-first who scans at a time is told to come again, and the others are not held up', async () => {
  const thread = Promise.withResolvers<{ ok: true; value: ScanRow[] }>();
  const scans = new Scans({ run: () => thread.promise }, { databaseAt: '', seed: 1 });
  const run = (userId: number) => scans.run(userId, () => Promise.resolve(task));
  const waiting = Array.from({ length: 20 }, (_, at) => run(at + 1));
  await expect(run(21)).rejects.toThrow('Many people are scanning now. Scan again in a minute.');
  thread.resolve({ ok: true, value: [] });
  expect(await Promise.all(waiting)).toHaveLength(20);
  expect(await run(21)).toMatchObject({ rows: [] });
});
