import { expect, it } from 'vitest';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';
import type { LiveWorld } from '../support/live-world.ts';

/** Stops that still rest when their position is closed: each would sell what is not held. */
const { open, database } = faultWorlds(95_000);

/** Holds ten shares with their stop resting; the account shows none of them any more. */
const soldByHand = async (world: LiveWorld) => {
  await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 401_00);
  for (let second = 0; second < 120; second++) {
    const difference = await database()
      .read.selectFrom('account_differences')
      .selectAll()
      .where('run_id', '=', world.execution.runId)
      .where('status', '=', 'open')
      .executeTakeFirst();
    if (difference) return difference;
    await world.seconds(1);
  }
  throw new Error('No difference was told.');
};

const stopsOut = (world: LiveWorld) =>
  world.broker.truth
    .filter(({ order, state }) => isStop(order) && ['pending', 'waiting', 'open'].includes(state))
    .map(({ state }) => state);

const writeOff = (world: LiveWorld, difference: Awaited<ReturnType<typeof soldByHand>>) =>
  world.execution.resolveDifference(difference, { resolution: 'write-off', price: null });

/** The market falls to the stop, in steps: what still rests there sells. */
const fallToStop = async (world: LiveWorld): Promise<number> => {
  for (let price = 399_00; price > 392_00; price -= 50) {
    await world.price('ITC', price);
    await world.seconds(1);
  }
  return world.broker.account('ITC', 'intraday');
};

/**
 * A position written off while its stop could not be cancelled. The broker refused to cancel it; `cancel` is how it
 * works otherwise.
 */
const writtenOffWithStop = async () => {
  const world = await open();
  const { cancel } = world.broker;
  world.broker.cancel = () =>
    Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Too many requests.' });
  const difference = await soldByHand(world);
  await writeOff(world, difference);
  await world.settle();
  return { world, cancel };
};

it('the stop of a closed position is cancelled again when the broker refuses it once', async () => {
  const { world, cancel } = await writtenOffWithStop();
  world.broker.cancel = cancel;
  await world.seconds(300);
  expect(world.positions).toEqual([]);
  expect({ out: stopsOut(world), account: await fallToStop(world) }).toEqual({ out: [], account: 0 });
});

it('the stop of a position that was written off without a session is cancelled with the next one', async () => {
  const world = await open();
  const { cancel } = world.broker;
  world.broker.cancel = () => Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  const difference = await soldByHand(world);
  await world.connect(false);
  await writeOff(world, difference);
  await world.settle();
  world.broker.cancel = cancel;
  await world.connect(true);
  await world.seconds(120);
  expect({ out: stopsOut(world), account: await fallToStop(world) }).toEqual({ out: [], account: 0 });
});

it('the stop of a closed position that could not be cancelled is cancelled after a restart', async () => {
  const { world, cancel } = await writtenOffWithStop();
  world.leave();
  world.broker.cancel = cancel;
  await world.comeBack();
  await world.seconds(120);
  expect({ out: stopsOut(world), account: await fallToStop(world) }).toEqual({ out: [], account: 0 });
});

it('a stop that turns up after its position was sold is cancelled again when the broker refuses it once', async () => {
  const world = await open();
  const { place, cancel } = world.broker;
  let isLost = false;
  world.broker.place = async (order) => {
    const answer = await place.call(world.broker, order);
    if (!isStop(order) || isLost) return answer;
    isLost = true;
    Object.assign(world.broker.truth.at(-1)!, { arrivesAt: world.now + 600_000 });
    return { outcome: 'unknown', reason: 'No answer came in time.' };
  };
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.seconds(300);
  expect(world.position(id)?.protection_state).toBe('resting');
  await world.exit(id);
  await world.seconds(20);
  expect(world.positions).toEqual([]);
  let refused = 0;
  world.broker.cancel = (ref) => {
    if (refused++ > 0) return cancel.call(world.broker, ref);
    return Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Too many requests.' });
  };
  await world.seconds(400);
  expect({ out: stopsOut(world), account: await fallToStop(world) }).toEqual({ out: [], account: 0 });
});
