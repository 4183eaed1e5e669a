import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.ts';

const [GREEDY, OTHER] = [1, 2];
const SLOW_MS = 20;

/** Work that lets nobody in before it is done. */
const work = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** Begins so many calls at once; answers who has begun, in order. */
const begin = (turns: FairTurns, userIds: readonly number[], ms: number) => {
  const begun: number[] = [];
  const all = Promise.all(
    userIds.map(async (userId) => {
      await turns.enter(userId);
      begun.push(userId);
      work(ms);
    }),
  );
  return { begun, all };
};

it('somebody who comes beside many slow calls of another waits for one or two of them', async () => {
  const turns = new FairTurns();
  const { begun, all } = begin(turns, Array<number>(20).fill(GREEDY), SLOW_MS);
  await new Promise(setImmediate);
  const before = begun.length;
  await turns.enter(OTHER);
  expect(begun.length - before).toBeLessThanOrEqual(2);
  expect(before).toBeLessThanOrEqual(2);
  await all;
  expect(begun).toHaveLength(20);
});

it('quick calls of one user are begun in the order in which they came, many in a turn', async () => {
  const turns = new FairTurns();
  const order: number[] = [];
  let count = 0;
  const all = Promise.all(
    Array.from({ length: 1_000 }, (_, index) => turns.enter(GREEDY).then(() => order.push(index))),
  );
  let isOver = false;
  const counting = async (): Promise<void> => {
    while (!isOver) {
      await new Promise(setImmediate);
      count++;
    }
  };
  const counted = counting();
  await all;
  isOver = true;
  await counted;
  expect(order).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  expect(count).toBeLessThan(100);
});

it('a call that comes alone begins at once, every time', async () => {
  const turns = new FairTurns();
  for (let call = 0; call < 5; call++) {
    let hasTurned = false;
    setImmediate(() => (hasTurned = true));
    await turns.enter(GREEDY);
    expect(hasTurned).toBe(false);
    await new Promise(setImmediate);
  }
});
