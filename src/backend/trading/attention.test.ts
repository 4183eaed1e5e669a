import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { systemClock } from '../clock.ts';
import { HOUSE, type Database } from '../db/database.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createNotify } from '../notices/notify.ts';
import { writeLog } from '../notices/journal.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { clearAttention, DOUBT, raiseAttention } from './attention.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const ID = 1;
const UNKNOWN = `${DOUBT} to buy 60 INFY reached the broker.`;
const REFUSED = 'SBIN could not be closed. It is at its circuit.';

let folder = '';
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-attention-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
  await database.write(1, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ status: STRATEGY_STATUS.running })
      .where('id', '=', ID)
      .execute(),
  );
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const hub = new EventHub(systemClock);

const raise = (reason: string, more: { isManual?: true } = {}) => {
  const sinks = { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined };
  return database.write(1, (tx) =>
    raiseAttention(tx, sinks, { id: ID, name: 'Steady', ownerId: 1, isHouse: false, ...more }, reason, 0),
  );
};
const clear = (begins?: string) => database.write(1, (tx) => clearAttention(tx, hub, ID, begins));
const state = () =>
  database.read
    .selectFrom('strategies')
    .select(['status', 'attention', 'status_before'])
    .where('id', '=', ID)
    .executeTakeFirstOrThrow();
const alerts = async () =>
  (await database.read.selectFrom('alerts').select('body').execute()).map(({ body }) => body);

it('a settled order ends what was said of it, and no other cause', async () => {
  await raise(REFUSED);
  await raise(UNKNOWN);
  await clear(DOUBT);
  expect(await state()).toEqual({
    status: STRATEGY_STATUS.needsAttention,
    attention: REFUSED,
    status_before: STRATEGY_STATUS.running,
  });
});

it('leads to the page of a strategy; by hand to the orders of which nobody knows, or to open positions', async () => {
  await raise(REFUSED);
  await raise(UNKNOWN, { isManual: true });
  await raise('ITC could not be closed. It is at its circuit.', { isManual: true });
  const links = await database.read.selectFrom('alerts').select('link').orderBy('id').execute();
  expect(links.map(({ link }) => link)).toEqual([
    `/strategies/${ID}`,
    '/order-history?mode=live&status=open',
    '/open-positions',
  ]);
});

it('when no cause is left the strategy is what it was before', async () => {
  await raise(UNKNOWN);
  await clear(DOUBT);
  expect(await state()).toEqual({ status: STRATEGY_STATUS.running, attention: null, status_before: null });
});

it('the owner’s own decision ends every cause', async () => {
  await raise(REFUSED);
  await raise(UNKNOWN);
  await clear();
  expect(await state()).toEqual({ status: STRATEGY_STATUS.running, attention: null, status_before: null });
});

it('two causes in turn are each notified once', async () => {
  for (const reason of [REFUSED, UNKNOWN, REFUSED, UNKNOWN]) await raise(reason);
  expect(await alerts()).toEqual([REFUSED, UNKNOWN]);
});

it('windows are told when a strategy needs its owner, and when it does no more', async () => {
  const told: number[] = [];
  hub.subscribe(1, ({ event }) => event.type === 'strategy' && told.push(event.strategyStatus));
  const { needsAttention, running } = STRATEGY_STATUS;
  await raise(REFUSED);
  await raise(UNKNOWN);
  expect(told.splice(0)).toEqual([needsAttention, needsAttention]);
  await clear(DOUBT);
  expect(told.splice(0)).toEqual([needsAttention]);
  await clear(DOUBT);
  expect(told).toEqual([]);
  await clear();
  expect(told).toEqual([running]);
});
