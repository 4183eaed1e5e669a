import { afterEach, beforeEach, expect, it } from 'vitest';
import { entryOf } from '../../../tests/support/live-path.ts';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';
import type { OrderTurn } from '../brokers/broker.ts';

/** A process that has lost its users. It has requests about their orders in hand. */
const world = new LiveRunWorld();
let isOwned = true;
const ownership = { require: () => Promise.resolve(), isHeld: () => isOwned, leftMs: 1_000 };
beforeEach(async () => {
  isOwned = true;
  await world.open();
  await world.start('2026-11-20T10:00:00', {}, { ownership });
  await world.connect();
});
afterEach(() => world.close());

/** Ten shares are held, with their stop resting. */
const hold = async (): Promise<number> => {
  const { execution, identity, historyOwnerId: userId } = world.run;
  world.links.move('ITC', 400_00);
  await execution.place(
    entryOf(identity, { userId, symbol: 'ITC', quantity: 10, key: 'an entry', at: world.now }),
  );
  world.links.move('ITC', 400_00);
  await execution.sync();
  await execution.settled();
  const [position] = execution.openPositions();
  return position?.id ?? 0;
};

/** Whether a turn lets its request leave: while this process owns its user, and after. */
const mayLeave = (turn: Partial<OrderTurn> | undefined): (boolean | undefined)[] => {
  const before = turn?.mayLeave?.();
  isOwned = false;
  return [before, turn?.mayLeave?.()];
};

it('takes back no stop any more', async () => {
  const positionId = await hold();
  let turn: Partial<OrderTurn> | undefined;
  world.links.broker.cancel = ((_ref: unknown, given: typeof turn) => {
    turn = given;
    return Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  }) as typeof world.links.broker.cancel;
  await world.run.execution.exit(positionId, 'exit', 'Exit rule', world.now, 'an exit');
  expect(mayLeave(turn)).toEqual([true, false]);
});

it('changes no stop any more', async () => {
  const positionId = await hold();
  let turn: Partial<OrderTurn> | undefined;
  world.links.broker.modify = ((_ref: unknown, _change: unknown, given: typeof turn) => {
    turn = given;
    return Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  }) as typeof world.links.broker.modify;
  await world.run.execution.exit(positionId, 'exit', 'Exit rule', world.now, 'a part', 4);
  expect(mayLeave(turn)).toEqual([true, false]);
});
