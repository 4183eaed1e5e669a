import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import type { AngelOneServer } from '../angel-one/angel-one-server.ts';
import { connect, type Connected, until } from '../angel-one/connected.ts';
import { OPEN, type Ordering, QUANTITY, SHARE, SPEED, startOrdering } from './ordering.ts';
import { openTestDatabase } from '../support/test-database.ts';

const ENTRY = 812_50;
/** One percent below the entry. */
const BEYOND_STOP = 803_00;
/** The most that a stop is tried a day. */
const MOST_TRIES = 5;

let dataDir = '';
let connected: Connected;
let server: AngelOneServer;
let ordering: Ordering;
/** The market's clock is put to a moment. */
const startAt = async (moment: number): Promise<void> => {
  const { code: clientCode, pin, totpSecret: secret } = server.client;
  const session = await connected.account.logIn({ clientCode, pin, totp: { secret } });
  ordering = await startOrdering({
    dataDir,
    hosts: server.hosts,
    apiKey: server.client.apiKey,
    session,
    began: Date.now() - (moment - OPEN) / SPEED,
    product: 'delivery',
  });
};
/** Prices and seconds go on for so long by the market's clock. */
const pass = async (marketMs: number, price: number): Promise<void> => {
  for (const end = ordering.now() + marketMs; ordering.now() < end; await wait(1_000 / SPEED)) {
    server.price(SHARE.token, price);
    await ordering.tick(price);
    await ordering.execution.everySecond();
  }
};
const position = () => ordering.execution.openPositions()[0];
const sales = () => server.orders().filter(({ transactiontype: side }) => side === 'SELL');
const sold = (): number => sales().reduce((sum, { filledshares }) => sum + Number(filledshares), 0);
const hold = async (): Promise<void> => {
  server.price(SHARE.token, ENTRY);
  await ordering.tick(ENTRY);
  await ordering.enter('held');
  // A broker that answers late leaves the order in doubt, which the seconds of the house resolve.
  for (const end = Date.now() + 15_000; position()?.quantity !== QUANTITY; await wait(1_000 / SPEED)) {
    if (Date.now() > end) throw new Error('The share was not bought in 15 s.');
    await ordering.execution.everySecond();
  }
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-protection-'));
  const database = await openTestDatabase(dataDir);
  await database.write(HOUSE, (tx) => seedForOne(tx, OPEN));
  await database.close();
  connected = await connect();
  ({ server } = connected);
  await startAt(OPEN);
});
afterEach(async () => {
  await ordering.close();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

it('a stop that is accepted and then rejected is tried a few times and watched, and the position is left when its level is passed', async () => {
  await hold();
  await until(() => position()?.protection_state === 'resting');
  server.script.riskText = 'RMS:Blocked for NSE SBIN-EQ';
  for (const stop of sales()) server.owner.cancel(stop.orderid);
  const before = sales().length;
  await pass(6 * MINUTE_MS, ENTRY);
  expect(position()).toMatchObject({ protection_state: 'watched', quantity: QUANTITY });
  expect(sales().length - before).toBeGreaterThan(0);
  expect(sales().length - before).toBeLessThanOrEqual(MOST_TRIES);
  server.script.riskText = null;
  await pass(10_000, BEYOND_STOP);
  await until(() => position() === undefined);
  expect(sold()).toBe(QUANTITY);
}, 120_000);

it.each([
  ['is left by itself when its stop is passed', BEYOND_STOP, false],
  ['has its stop again, and is left when its owner says so', ENTRY, true],
])(
  'after a night without the program a delivered position %s',
  async (_name, price, isByOwner) => {
    await hold();
    await until(() => position()?.protection_state === 'resting');
    await ordering.close();
    server.nextDay();
    // 2026-11-20 is a Friday.
    await startAt(OPEN + 3 * DAY_MS);
    await pass(60_000, price);
    if (isByOwner) {
      expect(position()).toMatchObject({ protection_state: 'resting', quantity: QUANTITY });
      const { id = 0 } = position() ?? {};
      await ordering.execution.exit(id, 'exit', 'Exit', ordering.now(), 'by the owner');
      await pass(30_000, price);
    }
    await until(() => position() === undefined);
    expect(sold()).toBe(QUANTITY);
    expect(
      sales().filter(({ orderstatus }) => orderstatus !== 'complete' && orderstatus !== 'cancelled'),
    ).toEqual([]);
  },
  120_000,
);
