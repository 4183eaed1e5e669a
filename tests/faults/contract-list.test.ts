import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readScripMaster, type ScripMaster } from '../../src/backend/brokers/angel-one/scrip-master.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { ListedContract } from '../../src/backend/market/contracts/contract-list.ts';
import { queryOf } from '../../src/backend/market/contracts/contract-query.ts';
import { ContractSearch } from '../../src/backend/market/contracts/contract-search.ts';
import { storeContracts } from '../../src/backend/market/contracts/store-contracts.ts';
import { contractOf } from '../../src/engine/contracts/contract.ts';
import { pauses } from '../../src/backend/pauses.ts';
import { scripMasterText, SERVER_INSTRUMENTS } from '../angel-one/instruments.ts';
import { longestTurn } from '../support/longest-turn.ts';
import { isOnPostgres, openTestDatabase } from '../support/test-database.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-contract-list-'));
  database = await openTestDatabase(folder);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const MOST_MS = 100;
const MOST_MS_OF_LIST = 3_000;
const MOST_MS_OF_SEARCH = 30;
const MOST_ROUNDS = 6;
const TODAY = '2026-11-26';

const ROWS = 150_000;
const text = Buffer.from(scripMasterText(SERVER_INSTRUMENTS, ROWS));

const listedOption = (symbol: string): ListedContract => {
  const contract = contractOf(symbol);
  if (!contract) throw new Error(`${symbol} is no contract`);
  return { contract, lotSize: 65, tickSize: 5, token: null, endsOn: contract.expiry };
};

async function* pieces(size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) {
    await Promise.resolve();
    yield text.subarray(at, at + size);
  }
}

/** Contracts of the list. The rest of its rows are shares. */
let known = 0;

/** Processor time of this process that work takes, ms. What others do on the machine is none of it. */
const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};

it('a list of 150,000 rows is read and kept within three seconds, beside everybody else', async () => {
  let [cpu, turn] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < MOST_ROUNDS && (cpu >= MOST_MS_OF_LIST || turn >= MOST_MS); round++) {
    let read: ScripMaster | null = null;
    const keep = async (): Promise<void> => {
      read = await readScripMaster(pieces(65_536));
      // Each lot is another one each day, so that every row is written.
      const listed = read.contracts.map((one) => ({ ...one, lotSize: 65 + round }));
      const day = `2026-11-${String(10 + round)}`;
      await storeContracts(
        database,
        { source: 'angel-one', day, isWhole: true, listed, leftOut: 0 },
        pauses(),
      );
    };
    let longest = 0;
    cpu = Math.min(cpu, await cpuOf(async () => (longest = await longestTurn(keep))));
    turn = Math.min(turn, longest);
    known = (read as ScripMaster | null)?.contracts.length ?? 0;
  }
  // Its statements take their time in another process there.
  expect(isOnPostgres ? 0 : cpu).toBeLessThan(MOST_MS_OF_LIST);
  expect(turn).toBeLessThan(MOST_MS);
}, 240_000);

it('somebody who types finds contracts among 150,000 within thirty milliseconds', async () => {
  expect(known).toBeGreaterThan(100_000);
  const others = Array.from({ length: ROWS - known }, (_, number) =>
    listedOption(`OTHER${number % 100} 2026-12-29 ${number + 1} CE`),
  );
  const more = {
    source: 'angel-one',
    day: '2026-11-25',
    isWhole: false,
    listed: others,
    leftOut: 0,
  } as const;
  await storeContracts(database, more, pauses());
  const search = new ContractSearch(database);
  const find = (typed: string) =>
    search.find(7, { words: queryOf(typed), most: 20, today: TODAY, isOfFiles: false, priceOf: () => null });
  // From the database to memory, once.
  expect(await longestTurn(() => find('nifty'))).toBeLessThan(2.5 * MOST_MS);
  for (const typed of [
    'nifty 24430 pe',
    'nifty fut dec',
    'nifty',
    '2',
    'pe',
    'dec',
    'madeup17 29 dec 4 p',
    '',
  ]) {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < MOST_ROUNDS && best >= MOST_MS_OF_SEARCH; round++) {
      const began = performance.now();
      const found = await find(typed);
      best = Math.min(best, performance.now() - began);
      expect(found?.found.length, typed).toBeGreaterThan(0);
    }
    expect(best, typed).toBeLessThan(MOST_MS_OF_SEARCH);
  }
});

it('an index of them holds a few bytes of each', async () => {
  const { gc } = globalThis as { gc?: () => void };
  const search = new ContractSearch(database);
  gc?.();
  const before = process.memoryUsage().arrayBuffers;
  await search.find(7, { words: [], most: 1, today: TODAY, isOfFiles: false, priceOf: () => null });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
});
