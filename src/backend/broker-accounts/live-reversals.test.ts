import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';
import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import { MINUTE_MS } from '../../shared/time.ts';

const close = { kind: 'price', field: 'close' } as const;
const crosses = (operator: 'crosses-above' | 'crosses-below', value: number) =>
  ({
    kind: 'compare',
    left: close,
    operator,
    right: { kind: 'constant', value, unit: 'rupees' },
  }) as const;

/** Long above ₹403, short below ₹397. */
const RULES: Partial<RuleDocumentInput> = {
  entry: crosses('crosses-above', 403),
  reverse: { entry: crosses('crosses-below', 397) },
  stopLoss: { kind: 'percent', value: 5 },
  size: { kind: 'fixed', quantity: 10 },
};

const world = new LiveRunWorld();
beforeEach(async () => {
  await world.open();
  world.links.broker.partly = 0;
  await world.start('2026-11-20T10:00:00', RULES);
  await world.connect();
});
afterEach(() => world.close());

/** Shares that the account truly holds at each second. */
let held: number[] = [];
beforeEach(() => {
  held = [];
});

/** A minute at a price, second by second. */
const minute = async (
  price: number,
  each: (second: number) => Promise<void> | void = () => undefined,
): Promise<void> => {
  const end = Math.floor(world.now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  for (let second = 0; world.now < end; second++, world.now += 1_000) {
    await each(second);
    world.links.move('ITC', price * 100);
    await world.run.everySecond();
    await world.run.settled();
    await world.run.settled();
    const { net } = world.links.broker;
    if (held.at(-1) !== net) held.push(net);
  }
};

const enterLong = async (): Promise<void> => {
  for (const price of [400, 404, 404]) await minute(price);
  expect(held.at(-1)).toBe(10);
};

const isExit = ({ side, trigger }: { side: string; trigger: number | null }): boolean =>
  side === 'sell' && trigger === null;

describe('a live position that is turned', () => {
  it('is left first, and the other side is entered when the account is flat', async () => {
    await enterLong();
    for (let count = 0; count < 3; count++) await minute(396);
    expect(held).toEqual([0, 10, 0, -10]);
    const [position] = world.run.execution.openPositions();
    expect(position).toMatchObject({ side: 'short', quantity: 10, protection_state: 'resting' });
    const resting = world.links.broker.truth.filter(({ state }) => state === 'waiting');
    expect(resting.map(({ order }) => [order.side, order.quantity])).toEqual([['buy', 10]]);
  });

  it('and is turned back', async () => {
    await enterLong();
    for (const price of [396, 396, 404, 404]) await minute(price);
    expect(held).toEqual([0, 10, 0, -10, 0, 10]);
  });

  it.each([
    ['at the door', false],
    ['after it was accepted', true],
  ])('is not entered on the other side when its exit was refused %s', async (_when, isLate) => {
    await enterLong();
    world.links.broker.refuse(isExit, 1, 'Refused once.', isLate);
    await minute(396);
    await minute(396);
    expect(held).toEqual([0, 10, 0]);
    expect((await world.refusals()).at(-1)).toContain('The exit was refused, or its answer was lost');
  });

  it.each(['unanswered', 'lost'] as const)(
    'is not entered on the other side when the answer of its exit is missing: %s',
    async (mood) => {
      await enterLong();
      await minute(396, (second) => {
        if (second > 5) world.links.broker.moods.set('ITC', mood);
      });
      await minute(396, (second) => {
        if (second === 4) world.links.broker.moods.clear();
      });
      for (let count = 0; count < 5; count++) await minute(396);
      expect(held).toEqual([0, 10, 0]);
    },
  );

  it('is not entered on the other side when the program ended between the two, and no more is sold', async () => {
    await enterLong();
    await minute(396);
    await minute(396, async (second) => {
      if (second !== 4) return;
      const leaving = world.links.broker.truth.filter(({ order }) => isExit(order));
      expect(leaving.map(({ quantity }) => quantity)).toEqual([10]);
      world.kill();
      await world.connect();
    });
    for (let count = 0; count < 3; count++) await minute(396);
    expect(held).toEqual([0, 10, 0]);
    expect(world.run.execution.openPositions()).toEqual([]);
    // The rules go on: their next signal is an order again.
    for (const price of [404, 404, 404]) await minute(price);
    expect(held.at(-1)).toBe(10);
  });
});

it('nothing is entered on an exit of its owner that was refused once after the close that turns', async () => {
  await enterLong();
  world.links.broker.refuse(isExit, 1, 'Refused once.', true);
  await minute(396, async (second) => {
    if (second !== 59) return;
    const [position] = world.run.execution.openPositions();
    // It is tried again until it is done: nobody waits for that.
    void world.run.execution.exit(position?.id ?? 0, 'exit', 'Closed by you', world.now, 'by owner');
    await world.run.settled();
  });
  for (let count = 0; count < 5; count++) await minute(396);
  expect(held).toEqual([0, 10, 0]);
});
