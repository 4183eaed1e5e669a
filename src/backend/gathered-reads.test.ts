import { expect, it } from 'vitest';
import { GatheredReads } from './gathered-reads.ts';

it('what is asked for at the same time is read at once, the same key once, and later reads are fresh', async () => {
  const queries: (readonly number[])[] = [];
  let generation = 1;
  const reads = new GatheredReads<number, string>((keys) => {
    queries.push(keys);
    return Promise.resolve(
      new Map(keys.filter((key) => key > 0).map((key) => [key, `${key}.${generation}`])),
    );
  });
  expect(await Promise.all([1, 2, 1, -1].map((key) => reads.get(key)))).toEqual([
    '1.1',
    '2.1',
    '1.1',
    undefined,
  ]);
  expect(queries).toEqual([[1, 2, -1]]);
  generation = 2;
  expect(await reads.get(1)).toBe('1.2');
});

it('many are read in parts, and a part that fails is nobody else’s failure', async () => {
  const sizes: number[] = [];
  const reads = new GatheredReads<number, number>((keys) => {
    sizes.push(keys.length);
    if (keys.includes(700)) return Promise.reject(new Error('not this one'));
    return Promise.resolve(new Map(keys.map((key) => [key, key])));
  });
  const settled = await Promise.allSettled(Array.from({ length: 1_200 }, (_, key) => reads.get(key)));
  expect(sizes).toEqual([500, 500, 200]);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(500);
  expect(settled[1_100]).toEqual({ status: 'fulfilled', value: 1_100 });
});
