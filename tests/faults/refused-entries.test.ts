import { expect, it } from 'vitest';
import { faultWorlds } from '../support/fault-worlds.ts';

/** Entries with real money that the broker does not take. */
const { database, open } = faultWorlds(91_000);

it('the owner of a live entry that the broker refuses is notified, with the reason', async () => {
  const world = await open();
  await world.price('ITC', 400_00);
  world.broker.refuse(({ side }) => side === 'buy', 1, 'RMS: margin is short by 3,200.00.');
  const { id } = await world.enter('ITC', 10);
  await world.seconds(5);
  const { state } = await database()
    .read.selectFrom('orders')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([state, await world.alerts()]).toEqual([
    'rejected',
    [expect.stringContaining('margin is short by 3,200.00.')],
  ]);
});
