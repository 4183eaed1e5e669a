import { expect, it } from 'vitest';
import { faultWorlds, isExit, soldOf } from '../../../tests/support/fault-worlds.ts';
import { findManualAccount, openManualAccount } from '../manual/manual-account.ts';
import { standDown } from './stand-down.ts';

const { database, open } = faultWorlds(98_000);

it('an exit that was wanted at the time of the backup is not sent before its owner has looked', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.refuse(isExit, 1, 'Not now.');
  await world.exit(id);
  const backupAt = world.now;
  // Sold since, and bought again by hand for other reasons: what is in the account is not what it was.
  world.leave();
  await standDown(database(), { backupAt, now: world.now, sealer: null, present: [] });
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 10, 400_00);
  const before = soldOf(world);
  await world.comeBack();
  await world.seconds(120);
  expect(soldOf(world) - before).toBe(0);
});

it('an alert that was on its way at the time of the backup goes out as one that may be there already', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { user_id: userId } = await database()
    .read.selectFrom('positions')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const states = ['pending', 'sending', 'delivered'] as const;
  await database().write(userId, async ({ query }) => {
    for (const [number, state] of states.entries()) {
      const firing = await query
        .insertInto('alert_firings')
        .values({
          ...{ user_id: userId, rule_id: 1, mode: 'test', occasion: `tick ${number}`, at: 1, written_at: 1 },
          ...{ title: 'ITC', body: 'ITC is at or above 410.00.' },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await query
        .insertInto('alert_deliveries')
        .values({
          ...{ user_id: userId, firing_id: firing.id, channel: 'telegram', state, mark: `mark ${number}` },
          ...{ text: 'ITC', attempts: 0, unanswered: 0, problem: '', created_at: world.now, updated_at: 1 },
        })
        .execute();
    }
  });
  world.leave();
  await standDown(database(), { backupAt: world.now, now: world.now, sealer: null, present: [] });
  const rows = await database()
    .read.selectFrom('alert_deliveries')
    .select(['state', 'unanswered', 'attempts'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  // The start counts what stands as being sent.
  expect(rows).toEqual([
    { state: 'pending', unanswered: 1, attempts: 1 },
    { state: 'sending', unanswered: 0, attempts: 0 },
    { state: 'delivered', unanswered: 0, attempts: 0 },
  ]);
});

it('real money by hand is off after a restore, until its owner accepts it again; paper stays as it was', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { user_id: userId } = await database()
    .read.selectFrom('positions')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await database().write(userId, async (tx) => {
    await openManualAccount(tx, userId, world.now, 'live');
    await openManualAccount(tx, userId, world.now, 'test');
  });
  world.leave();
  await standDown(database(), { backupAt: world.now, now: world.now, sealer: null, present: [] });
  const offSince = async (mode: 'live' | 'test') =>
    (await findManualAccount(database().read, userId, mode))?.removed_at;
  expect([await offSince('live'), await offSince('test')]).toEqual([world.now, null]);
});
