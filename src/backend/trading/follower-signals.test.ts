import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { systemClock } from '../clock.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createNotify } from '../notices/notify.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { announceSignal } from './announce.ts';
import { FollowerSignals } from './follower-signals.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const STRATEGY = { id: 1, name: 'Steady', ownerId: 1, isHouse: true };
const WHEN = { source: 'simulated', at: 0 } as const;

let folder = '';
let database: Database;
let followers: number[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-followers-'));
  database = await openTestDatabase(folder);
  followers = await database.write(HOUSE, async (tx) => {
    await seedHouse(tx, 0);
    const ids = [await addUser(tx, { number: 1 }), await addUser(tx, { number: 2 })];
    for (const user_id of [...ids, STRATEGY.ownerId])
      await tx.query.insertInto('follows').values({ user_id, strategy_id: 1, created_at: 0 }).execute();
    return ids;
  });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Announce signals, in order, on a database; `isDone` is whether what caused them is committed. */
const announce = async (on: Database, texts: readonly string[], isDone = true): Promise<void> => {
  const hub = new EventHub(systemClock);
  const notify = createNotify(hub, systemClock);
  const signals = new FollowerSignals({ database: on, notify, logger: createLogger('silent') });
  const sinks = { hub, notify, writeLog: () => Promise.resolve(), notifyFollowers: signals.notify };
  for (const text of texts)
    await database
      .write(STRATEGY.ownerId, (tx) => {
        announceSignal(sinks, tx, STRATEGY, text, WHEN);
        return isDone ? Promise.resolve() : Promise.reject(new Error('not done'));
      })
      .catch(() => undefined);
  await signals.settled();
};

const told = async (userId: number): Promise<string[]> => {
  const rows = await database.read
    .selectFrom('alerts')
    .select('body')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ body }) => body);
};

it('those who follow a strategy are told of its signals, in order, and its owner is not', async () => {
  await announce(database, ['Buy 10 ITC.', 'Sell 10 ITC.']);
  for (const userId of followers) expect(await told(userId)).toEqual(['Buy 10 ITC.', 'Sell 10 ITC.']);
  expect(await told(STRATEGY.ownerId)).toEqual([]);
});

it('what was not traded after all is told to nobody', async () => {
  await announce(database, ['Buy 10 ITC.'], false);
  for (const userId of followers) expect(await told(userId)).toEqual([]);
});

it('a follower who cannot be told keeps nobody else from it', async () => {
  const [first = 0, second = 0] = followers;
  const failing: Database = {
    ...database,
    write: (of, work, isUrgent) =>
      of === first ? Promise.reject(new Error('not this one')) : database.write(of, work, isUrgent),
  };
  await announce(failing, ['Buy 10 ITC.', 'Sell 10 ITC.']);
  expect([await told(first), await told(second)]).toEqual([[], ['Buy 10 ITC.', 'Sell 10 ITC.']]);
});
