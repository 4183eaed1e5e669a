import { expect, it } from 'vitest';
import { KeyedLanes } from './keyed-lanes.ts';

/** Work that ends when it is told to, and what has begun. */
const workshop = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

it('work of one key is done in turn, that of another beside it', async () => {
  const lanes = new KeyedLanes<number>();
  const { begun, work, end } = workshop();
  const first = lanes.run(1, work('a'));
  const second = lanes.run(1, work('b'));
  void lanes.run(2, work('c'));
  await end('');
  expect(begun).toEqual(['a', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'c', 'b']);
  await end('b');
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
});

it('a failure is reported to its caller, and the next begins all the same', async () => {
  const lanes = new KeyedLanes<number>();
  const failed = lanes.run(1, () => Promise.reject(new Error('a defect')));
  const next = lanes.run(1, () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('a defect');
  expect(await next).toBe('done');
});

it('is idle when nothing runs and nothing waits, and not before', async () => {
  const lanes = new KeyedLanes<number>();
  await lanes.idle();
  const { work, end } = workshop();
  let isIdle = false;
  void lanes.run(1, work('a'));
  void lanes.run(1, work('b'));
  const idle = lanes.idle().then(() => (isIdle = true));
  await end('');
  await end('a');
  expect(isIdle).toBe(false);
  await end('b');
  await idle;
});
