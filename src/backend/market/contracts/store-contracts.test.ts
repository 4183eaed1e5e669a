import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { contractOf, symbolOf } from '../../../engine/contracts/contract.ts';
import type { Database } from '../../db/database.ts';
import { pauses } from '../../pauses.ts';
import { ContractSearch } from './contract-search.ts';
import { queryOf } from './contract-query.ts';
import type { ListedContract } from './contract-list.ts';
import { knownContracts, writeChanges } from './contract-rows.ts';
import { termsOn } from './dated-terms.ts';
import { storeContracts } from './store-contracts.ts';

const USER = 7;
let folder = '';
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-contracts-'));
  database = await openTestDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const listed = (symbol: string, lotSize = 65, token = symbol): ListedContract => {
  const contract = contractOf(symbol);
  if (!contract) throw new Error(`${symbol} is no contract`);
  return { contract, lotSize, tickSize: 5, token, endsOn: contract.expiry };
};
const store = (day: string, list: readonly ListedContract[], into = database) =>
  storeContracts(into, { source: 'angel-one', day, isWhole: true, listed: list, leftOut: 2 }, pauses());
const search = (text: string, today: string, by = new ContractSearch(database)) =>
  by.find(USER, { words: queryOf(text), most: 20, today, isOfFiles: false, priceOf: () => null });
const foundBy = async (text: string, today: string, by?: ContractSearch) =>
  (await search(text, today, by))?.found.map(({ contract }) => symbolOf(contract));

const NEAR = 'NIFTY 2026-12-01 24500 CE';
const FAR = 'NIFTY 2026-12-29 24500 CE';
const FUTURE = 'BANKNIFTY 2026-12-29 FUT';

describe('a list that is kept', () => {
  it('is known after a restart, with lot, tick, token and its day', async () => {
    await store('2026-11-26', [listed(NEAR), listed(FAR), listed(FUTURE, 30)]);
    await database.close();
    database = await openTestDatabase(folder);
    expect(await search('banknifty fut', '2026-11-27')).toEqual({
      source: 'angel-one',
      listedOn: '2026-11-26',
      found: [
        {
          contract: contractOf(FUTURE),
          terms: {
            listedOn: '2026-11-26',
            lotSize: 30,
            tickSize: 5,
            token: FUTURE,
            endsOn: '2026-12-29',
            isListed: true,
          },
        },
      ],
    });
    const [list] = await database.read.selectFrom('contract_lists').selectAll().execute();
    expect(list).toMatchObject({ day: '2026-11-26', contracts: 3, left_out: 2 });
  });

  it('keeps what has ended, which nobody finds who trades', async () => {
    const one = new ContractSearch(database);
    await store('2026-11-26', [listed(NEAR), listed(FAR)]);
    expect(await foundBy('nifty', '2026-12-01', one)).toEqual([NEAR, FAR]);
    await store('2026-12-02', [listed(FAR)]);
    expect(await foundBy('nifty', '2026-12-02', one)).toEqual([FAR]);
    const owner = { ownerId: 0, source: 'angel-one' } as const;
    const known = await knownContracts(database.read, owner, 'NIFTY', '2026-12-02');
    expect(known.get(NEAR)?.terms).toEqual([expect.objectContaining({ lotSize: 65, isListed: true })]);
  });

  it('dates a lot that changes', async () => {
    await store('2026-12-28', [listed(FAR, 75)]);
    await store('2026-12-29', [listed(FAR, 65)]);
    const owner = { ownerId: 0, source: 'angel-one' } as const;
    const { terms } = (await knownContracts(database.read, owner, 'NIFTY', '2026-12-29')).get(FAR) ?? {
      terms: [],
    };
    expect(['2026-12-28', '2026-12-29'].map((day) => termsOn(terms, day)?.lotSize)).toEqual([75, 65]);
    expect((await search('nifty', '2026-12-29'))?.found[0]?.terms.lotSize).toBe(65);
  });

  it('no longer finds what a list lacks, on an underlying with nothing left too', async () => {
    const one = new ContractSearch(database);
    await store('2026-11-26', [listed(FAR), listed(FUTURE)]);
    expect(await foundBy('banknifty', '2026-11-26', one)).toEqual([FUTURE]);
    await store('2026-11-27', [listed(FAR)]);
    expect(await foundBy('banknifty', '2026-11-27', one)).toEqual([]);
    expect(await foundBy('nifty', '2026-11-27', one)).toEqual([FAR]);
  });

  it('is as it was where it is kept again, whole or after half of it', async () => {
    const list = Array.from({ length: 2_200 }, (_, strike) => listed(`NIFTY 2026-12-29 ${strike + 1} CE`));
    let writes = 0;
    const failing: Database = {
      ...database,
      write: (of, work) => {
        if (++writes > 1) throw new Error('the power went');
        return database.write(of, work);
      },
    };
    await expect(store('2026-11-26', list, failing)).rejects.toThrow('the power went');
    const rows = () => database.read.selectFrom('contracts').selectAll().orderBy('symbol').execute();
    expect(await rows()).toHaveLength(1_000);
    // A list in part is none.
    expect(await search('nifty', '2026-11-26')).toBeNull();
    await store('2026-11-26', list);
    const whole = await rows();
    expect(whole).toHaveLength(2_200);
    await store('2026-11-26', list);
    await store('2026-11-27', list);
    expect(await rows()).toEqual(whole);
  });
});

it('contracts of an owner are found by nobody else', async () => {
  const owner = { ownerId: USER + 1, source: 'file' } as const;
  const { contract, ...said } = listed(FAR);
  const terms = { ...said, isListed: true, listedOn: '2026-11-26' };
  await database.write(USER + 1, async (tx) => {
    await writeChanges(tx, owner, [{ contract, terms, instead: null }]);
    await tx.query
      .insertInto('contract_lists')
      .values({ owner_id: USER + 1, source: 'file', day: '2026-11-26', contracts: 1, left_out: 0 })
      .execute();
  });
  expect(await foundBy('nifty', '2026-11-26')).toBeUndefined();
  const options = {
    words: queryOf('nifty'),
    most: 5,
    today: '2026-11-26',
    isOfFiles: false,
    priceOf: () => null,
  };
  const own = await new ContractSearch(database).find(USER + 1, options);
  expect(own?.found.map((one) => symbolOf(one.contract))).toEqual([FAR]);

  // A replay of one's own files knows nothing of a list of today.
  await store('2026-11-26', [listed(NEAR)]);
  const sourceOf = async (isOfFiles: boolean, today: string) =>
    (await new ContractSearch(database).find(USER + 1, { ...options, isOfFiles, today }))?.source;
  expect(await sourceOf(true, '2026-11-26')).toBe('file');
  expect(await sourceOf(false, '2026-11-26')).toBe('angel-one');
  expect(await sourceOf(false, '2026-12-02')).toBe('file');
  expect(await sourceOf(true, '2026-12-30')).toBeUndefined();
  expect(await new ContractSearch(database).find(USER, { ...options, isOfFiles: true })).toBeNull();
});
