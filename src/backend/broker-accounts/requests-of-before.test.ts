import { afterEach, beforeEach, expect, it } from 'vitest';
import { entryOf } from '../../../tests/support/live-path.ts';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';

/** Cancellations that a program has asked for before it was killed. They have not come to the broker. */
const world = new LiveRunWorld();
beforeEach(async () => {
  await world.open();
  world.links.broker.partly = 0;
  await world.start('2026-11-20T10:00:00');
  await world.connect();
});
afterEach(() => world.close());

/** Whose lease was waited for. */
const TAKEOVER_MS = 10_000;
const SOON_S = 4;

const settle = async (): Promise<void> => {
  world.links.move('ITC', 400_00);
  await world.run.execution.sync();
  await world.run.execution.settled();
};

it('are asked for anew at once by the one that follows, whose owner is told of no silent broker', async () => {
  const { execution, identity, historyOwnerId: userId } = world.run;
  world.links.move('ITC', 400_00);
  await execution.place(
    entryOf(identity, { userId, symbol: 'ITC', quantity: 10, key: 'an entry', at: world.now }),
  );
  await settle();
  await settle();
  const { broker } = world.links;
  const { cancel } = broker;
  const killed = Promise.withResolvers<never>();
  killed.promise.catch(() => undefined);
  broker.cancel = () => killed.promise;
  const [position] = execution.openPositions();
  void execution.exit(position?.id ?? 0, 'exit', 'Exit rule', world.now, 'an exit').catch(() => undefined);
  await expect.poll(() => execution.orders.all().map(({ pending }) => pending)).toContain('cancel');
  broker.cancel = cancel;
  world.kill();
  world.now += TAKEOVER_MS;
  await world.connect([]);
  for (let second = 0; second < SOON_S; second++) {
    world.now += 1_000;
    await world.run.everySecond();
    await settle();
  }
  expect(world.run.execution.openPositions()).toEqual([]);
  const { attention } = await world.database.read
    .selectFrom('strategies')
    .select('attention')
    .where('id', '=', world.strategy.id)
    .executeTakeFirstOrThrow();
  expect(attention).toBeNull();
});
