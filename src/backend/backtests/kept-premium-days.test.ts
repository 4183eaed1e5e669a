import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { writeChanges } from '../market/contracts/contract-rows.ts';
import { KeptPremiumDays } from './kept-premium-days.ts';

let folder = '';
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-premium-days-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('a lot is that of the day, where the exchange has changed it', async () => {
  const expiry = '2026-01-27';
  const contract = { exchange: 'NSE', underlying: 'NIFTY', expiry, kind: 'future' } as const;
  const terms = (listedOn: string, lotSize: number) => ({
    ...{ contract, instead: null },
    terms: { listedOn, lotSize, tickSize: null, token: null, endsOn: null, isListed: true },
  });
  await database.write(1, (tx) =>
    writeChanges(tx, { ownerId: 1, source: 'file' }, [terms('2025-12-01', 75), terms('2025-12-31', 65)]),
  );
  const range = { ownerId: 1, underlying: 'NIFTY', from: '2025-12-15', to: '2026-01-27' };
  const days = await KeptPremiumDays.find(database.read, range);
  const lotOn = async (day: string) => {
    const asked = { choices: [], held: [], hasMinutes: false, hasDaily: false, isModelAllowed: false };
    const { expiries } = await days.day(day, asked);
    return expiries.find((one) => one.day === expiry)?.lotSize;
  };
  expect([await lotOn('2025-12-17'), await lotOn('2026-01-05')]).toEqual([75, 65]);
});
