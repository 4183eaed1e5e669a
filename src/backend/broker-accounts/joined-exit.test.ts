import { afterEach, beforeEach, expect, it } from 'vitest';
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
