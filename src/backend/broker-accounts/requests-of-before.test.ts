import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BrokerOrderRef } from '../brokers/broker.ts';
import { entryOf } from '../../../tests/support/live-path.ts';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';

/** A cancellation that a program has asked for before it was killed. */
const world = new LiveRunWorld();
beforeEach(async () => {
  await world.open();
  world.links.broker.partly = 0;
  await world.start('2026-11-20T10:00:00');
  await world.connect();
});
afterEach(() => world.close());

/** Time until the next one may follow: it waits for the lease. */
const TAKEOVER_MS = 10_000;
const SOON_S = 4;
/** Time in which a book is taken in. */
const SYNCED_MS = 500;

const settle = (): Promise<void> => world.settleAt('ITC', 400_00);

/** Leave ten shares; the program is killed while their stop is taken back. */
const killAmidExit = async (onCancel: (ref: BrokerOrderRef) => void): Promise<void> => {
  const { execution, identity, historyOwnerId: userId } = world.run;
  world.links.move('ITC', 400_00);
  await execution.place(
    entryOf(identity, { userId, symbol: 'ITC', quantity: 10, key: 'an entry', at: world.now }),
  );
  await settle();
  await settle();
  const { broker } = world.links;
  const { cancel } = broker;
  broker.cancel = (ref) => {
    broker.cancel = cancel;
    onCancel(ref);
    return new Promise(() => undefined);
  };
  const [position] = execution.openPositions();
  void execution.exit(position?.id ?? 0, 'exit', 'Exit rule', world.now, 'an exit');
  await expect.poll(() => execution.orders.all().map(({ pending }) => pending)).toContain('cancel');
  await expect.poll(() => broker.cancel === cancel).toBe(true);
  world.kill();
  world.now += TAKEOVER_MS;
};

/** Expect that all is left soon, and nobody is told anything. */
const expectLeft = async (): Promise<void> => {
  for (let second = 0; second < SOON_S; second++) {
    world.now += 1_000;
    await world.run.everySecond();
    await settle();
  }
  expect(world.run.execution.openPositions()).toEqual([]);
  const told = await world.database.read
    .selectFrom('logs')
    .select('text')
    .where('strategy_id', '=', world.strategy.id)
    .where('level', '=', 'error')
    .execute();
  expect(told).toEqual([]);
};

it('is asked for anew at once where it has not come to the broker, which is not called silent', async () => {
  await killAmidExit(() => undefined);
  await world.connect([]);
  await expectLeft();
});

it('is no failure of the broker where it was done, however early its end is heard of', async () => {
  const { broker } = world.links;
  const { cancel } = broker;
  await killAmidExit((ref) => void cancel.call(broker, ref));
  const { quotes } = broker;
  // The order socket is there, and the book read, before what is written was.
  broker.quotes = async (instruments) => {
    broker.quotes = quotes;
    await Promise.race([world.run.execution.sync(), delay(SYNCED_MS)]);
    return quotes.call(broker, instruments);
  };
  await world.connect([]);
  await expectLeft();
});
