import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AccountLimiters } from '../../src/backend/brokers/angel-one/account-limiters.ts';
import { angelOneLink } from '../../src/backend/brokers/angel-one/angel-one-link.ts';
import { InstrumentList } from '../../src/backend/brokers/angel-one/instrument-list.ts';
import type { BrokerLink } from '../../src/backend/brokers/broker-link.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { openTestDatabase } from '../support/test-database.ts';

const row = (of: object) => ({
  ...{ token: '3045', symbol: 'SBIN-EQ', name: 'SBIN', expiry: '', strike: '-1.000000', lotsize: '1' },
  ...{ instrumenttype: '', exch_seg: 'NSE', tick_size: '5.000000', ...of },
});
const option = (of: object) =>
  row({ ...{ instrumenttype: 'OPTIDX', exch_seg: 'NFO', token: '70001', lotsize: '65' }, ...of });
const NIFTY = { symbol: 'NIFTY24NOV2626000CE', name: 'NIFTY', expiry: '24NOV2026', strike: '2600000.000000' };
const at = (day: string) => Date.parse(`${day}T09:16:00+05:30`);

let folder = '';
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-held-'));
  database = await openTestDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The link on a day on which the broker has a list. */
const linkOn = (day: string, ...rows: readonly object[]): BrokerLink => {
  const url = `data:application/json,${encodeURIComponent(JSON.stringify([row({}), ...rows]))}`;
  const deps = { clock: { now: () => at(day) }, logger: pino({ level: 'silent' }) };
  const instruments = new InstrumentList({ database, url });
  return angelOneLink({ ...deps, instruments, limiters: new AccountLimiters() }, 'an api key');
};

it('what is held has the freeze quantity of today, not that of the day it was bought', async () => {
  const symbol = 'BANKNIFTY 2025-11-25 58000 CE';
  const listed = option({
    ...{ symbol: 'BANKNIFTY25NOV2558000CE', name: 'BANKNIFTY', expiry: '25NOV2025' },
    ...{ strike: '5800000.000000', lotsize: '35' },
  });
  const bought = await linkOn('2025-10-31', listed).instrumentFor(symbol, at('2025-10-31'));
  expect(bought.freezeQuantity).toBe(900);
  const today = linkOn('2025-11-04', listed);
  expect(await today.instrumentFor(symbol, at('2025-11-04'))).toMatchObject({ freezeQuantity: 600 });
  expect(await today.contract(bought)).toMatchObject({ freezeQuantity: 600 });
});

it('what is held has the last day, lot and tick of today’s list, though nothing else is asked for', async () => {
  const symbol = 'NIFTY 2026-11-24 26000 CE';
  const bought = await linkOn('2026-11-20', option(NIFTY)).instrumentFor(symbol, at('2026-11-20'));
  expect(bought.expiry).toBe('2026-11-24');
  const moved = option({
    ...{ ...NIFTY, symbol: 'NIFTY23NOV2626000CE', expiry: '23NOV2026' },
    ...{ lotsize: '130', tick_size: '10.000000' },
  });
  const today = linkOn('2026-11-23', moved);
  expect(await today.contract(bought)).toMatchObject({ expiry: '2026-11-23', lotSize: 130, tickSize: 10 });
});
