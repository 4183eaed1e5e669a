import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkMutation, mutate, placesOf, scoreOf } from './list.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trickdesk-mistakes-'));
  writeFileSync(join(root, 'limit.ts'), 'if (amount > left) refuse();\nif (amount > most) refuse();\n');
  writeFileSync(join(root, 'limit.test.ts'), '');
});
afterEach(() => rmSync(root, { recursive: true }));

const mistake = {
  area: 'rest',
  file: 'limit.ts',
  find: 'amount > left',
  replace: 'amount >= left',
  tests: ['limit.test.ts'],
  behaviour: 'the last paisa can be used',
};

test('a mistake whose place is found exactly once can be tried', () => {
  expect(checkMutation(root, mistake)).toBeNull();
  expect(mutate('if (amount > left)', mistake)).toBe('if (amount >= left)');
});

test('what it becomes is taken as it is written, dollars and all', () => {
  expect(mutate('a', { find: 'a', replace: "`${$&}$'`" })).toBe("`${$&}$'`");
});

test.each([
  ['the place is found 0 times, not once', { find: 'amount > nothing' }],
  ['the place is found 2 times, not once', { find: 'refuse()' }],
  ['the file is not there', { file: 'gone.ts' }],
  ['it changes nothing', { replace: mistake.find }],
  ['it names no test', { tests: [] }],
  ['the test gone.test.ts is not there', { tests: ['limit.test.ts', 'gone.test.ts'] }],
])('an entry is stale when %s, which is said with its name', (why, change) => {
  const words = checkMutation(root, { ...mistake, ...change });
  expect(words).toMatch(/^rest: the last paisa can be used \(\w+\.ts\): /);
  expect(words).toContain(why);
});

test('a mistake in several places is stale when one of them is', () => {
  const place = { file: 'limit.ts', find: 'amount > most', replace: 'amount >= most' };
  expect(placesOf({ ...mistake, also: [place] })).toMatchObject([
    { find: mistake.find },
    { find: place.find },
  ]);
  expect(checkMutation(root, { ...mistake, also: [place] })).toBeNull();
  expect(checkMutation(root, { ...mistake, also: [{ ...place, find: 'amount > nothing' }] })).toContain(
    'the place is found 0 times, not once',
  );
});

test('each area has a score of its own', () => {
  const outcome = (area: string, isNoticed: boolean) => ({ area, isNoticed });
  expect(scoreOf([outcome('rest', true), outcome('engine', true), outcome('rest', false)])).toEqual([
    { area: 'engine', noticed: 1, tried: 1 },
    { area: 'rest', noticed: 1, tried: 2 },
  ]);
});

test('every entry of the lists fits the sources', () => {
  const tree = join(import.meta.dirname, '../..');
  const lists = join(tree, 'tests/mutations');
  const stale = readdirSync(lists).flatMap((name) =>
    (JSON.parse(readFileSync(join(lists, name), 'utf8')) as Omit<typeof mistake, 'area'>[]).map((entry) =>
      checkMutation(tree, { area: name, ...entry }),
    ),
  );
  expect(stale.filter((why) => why !== null)).toEqual([]);
});
