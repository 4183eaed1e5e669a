import { expect, it } from 'vitest';
import { SharedTurns } from './shared-turns.ts';

/** Keeps the processor for so many ms. */
const busy = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** A step of a work: it has so many, each of so many ms. */
const steps = (count: number, ms: number) => {
  let left = count;
  return () => {
    busy(ms);
    return --left > 0;
  };
};

it('a short work that comes last is done before long ones that came first', async () => {
  const turns = new SharedTurns();
  const done: string[] = [];
  const work = async (name: string, count: number) => {
    await turns.work(steps(count, 5));
    done.push(name);
  };
  await Promise.all([work('long', 20), work('longer', 30), work('short', 2)]);
  expect(done).toEqual(['short', 'long', 'longer']);
});

it('lets others in between turns', async () => {
  const turns = new SharedTurns();
  let others = 0;
  const timer = setInterval(() => others++, 1);
  await Promise.all([turns.work(steps(10, 20)), turns.work(steps(10, 20))]);
  clearInterval(timer);
  expect(others).toBeGreaterThan(10);
});

it('a failure ends the work that it happens in, and no other', async () => {
  const turns = new SharedTurns();
  const failed = turns.work(() => {
    throw new Error('not known');
  });
  const sound = turns.work(steps(3, 1));
  await expect(failed).rejects.toThrow('not known');
  await expect(sound).resolves.toBeUndefined();
});
