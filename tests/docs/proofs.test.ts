import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** `docs/PROOFS.md` says which control each proof has: here it is held to them. */

const ROOT = resolve(import.meta.dirname, '../..');
const SUITE = /`((?:src|tests)\/[\w/.-]+\.test\.ts)`/g;

interface Row {
  readonly suites: readonly string[];
  readonly control: string;
}

const rows: readonly Row[] = readFileSync(join(ROOT, 'docs/PROOFS.md'), 'utf8')
  .split('\n')
  .filter((line) => line.search(SUITE) !== -1)
  .map((line) => ({
    suites: [...line.matchAll(SUITE)].map(([, path = '']) => path),
    control: line.split('|').at(-2)?.trim() ?? '',
  }));
const controls = JSON.parse(readFileSync(join(ROOT, 'tests/mutations/controls.json'), 'utf8')) as {
  tests: string[];
}[];
const controlled = new Set(controls.flatMap(({ tests }) => tests));

it('every suite that is named is there', () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const path of rows.flatMap(({ suites }) => suites))
    expect(existsSync(join(ROOT, path)), path).toBe(true);
});

it('a suite whose control is an entry has one', () => {
  const said = rows.filter(({ control }) => /\bentry$/.test(control)).flatMap(({ suites }) => suites);
  expect(said.filter((path) => !controlled.has(path))).toEqual([]);
});

it('every entry is of a suite that is named', () => {
  const named = rows.flatMap(({ suites }) => suites);
  expect([...controlled].filter((path) => !named.includes(path))).toEqual([]);
});
