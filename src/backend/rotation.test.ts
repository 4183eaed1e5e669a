import { expect, it } from 'vitest';
import { Rotation } from './rotation.ts';

const taken = (rotation: Rotation<string, string>): string[] => {
  const items: string[] = [];
  for (let item = rotation.next(); item !== undefined; item = rotation.next()) items.push(item);
  return items;
};

it('keys take turns, however many wait for one, and each item waits once', () => {
  const rotation = new Rotation<string, string>();
  for (const item of ['a1', 'a2', 'a3', 'a1']) rotation.add('a', item);
  rotation.add('b', 'b1');
  expect(rotation.next()).toBe('a1');
  rotation.add('c', 'c1');
  rotation.add('c', 'c2');
  expect(taken(rotation)).toEqual(['b1', 'a2', 'c1', 'a3', 'c2']);
  rotation.add('a', 'a1');
  expect(taken(rotation)).toEqual(['a1']);
});
