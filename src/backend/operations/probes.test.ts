import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mountDisk, WITHOUT_DISK } from '../../../tests/support/small-disk.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { createLogger } from '../log.ts';
import { ReadinessCheck, type ReadinessDeps } from './readiness.ts';

const lines: string[] = [];
let server: TestBackend;
beforeAll(async () => {
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  server = await startTestBackend({ isShared: true, callsPerMinute: 1, signInsPerMinute: 1, logger });
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const probe = async (path: string, url = server.url) => {
  const response = await fetch(`${url}${path}`);
  return [response.status, await response.json()];
};

const anyRow = (): Promise<unknown[]> => Promise.resolve([]);
const databaseWith = (execute: () => Promise<unknown>): ReadinessDeps['database'] => {
  const query = { select: () => query, limit: () => query, execute };
  return { read: { selectFrom: () => query } } as unknown as ReadinessDeps['database'];
};
const check = (deps: Partial<ReadinessDeps>) =>
  new ReadinessCheck({
    database: databaseWith(anyRow),
    dataDir: server.dataDir,
    isPrepared: () => true,
    ...deps,
  }).current();

it('says to anybody, however often, that it is alive and ready', async () => {
  for (let count = 0; count < 50; count++) {
    expect(await probe('/healthz')).toEqual([200, { alive: true }]);
    expect(await probe('/readyz')).toEqual([200, { ready: true, failing: [] }]);
  }
});

it('writes no line for each probe into the log', () => {
  expect(lines.filter((line) => /healthz|readyz/.test(line))).toEqual([]);
});

it('is there on a server only', async () => {
  const own = await startTestBackend();
  for (const path of ['/healthz', '/readyz']) expect((await probe(path, own.url))[0]).toBe(404);
  await own.dispose();
});

it('is alive, and not ready, until the market is prepared', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-unprepared-'));
  const fresh = await startTestBackend({ dataDir, isShared: true });
  expect(await probe('/healthz', fresh.url)).toEqual([200, { alive: true }]);
  expect(await probe('/readyz', fresh.url)).toEqual([503, { ready: false, failing: ['market'] }]);
  await fresh.close();
  rmSync(dataDir, { recursive: true });
});

it.each([
  ['refuses', () => Promise.reject(new Error('disk I/O error'))],
  ['does not answer within a second', () => new Promise(() => undefined)],
])('is not ready while the database %s', async (_what, execute) => {
  const readiness = await check({ database: databaseWith(execute) });
  expect(readiness).toEqual({ ready: false, failing: ['database'] });
});

it('asks a database that hangs no second time', async () => {
  let reads = 0;
  const hanging = () => {
    reads++;
    return new Promise(() => undefined);
  };
  const readiness = new ReadinessCheck({
    database: databaseWith(hanging),
    dataDir: server.dataDir,
    isPrepared: () => true,
  });
  for (let round = 0; round < 2; round++) expect((await readiness.current()).failing).toEqual(['database']);
  expect(reads).toBe(1);
});

it('is not ready without its data folder', async () => {
  const readiness = await check({ dataDir: join(server.dataDir, 'gone') });
  expect(readiness).toEqual({ ready: false, failing: ['disk'] });
});

const disk = mountDisk(80);
afterAll(() => disk?.unmount());
it.skipIf(!disk)(`is not ready on a full disk ${disk ? '' : WITHOUT_DISK}`, async () => {
  const dataDir = disk?.folder ?? '';
  expect((await check({ dataDir })).failing).toEqual([]);
  disk?.fill();
  expect((await check({ dataDir })).failing).toEqual(['disk']);
});
