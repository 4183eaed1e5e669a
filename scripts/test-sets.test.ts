import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEFORE_A_RELEASE, OF_MONEY_ON_POSTGRES, ON_POSTGRES } from './test-sets.mjs';

const root = join(import.meta.dirname, '..');

test('what a set of tests names is there', () => {
  const named = [...BEFORE_A_RELEASE, ...OF_MONEY_ON_POSTGRES, ...ON_POSTGRES];
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the whole on PostgreSQL holds what runs there before a change lands', () => {
  const isHeld = (path: string) => ON_POSTGRES.some((whole) => `${path}/`.startsWith(`${whole}/`));
  expect(OF_MONEY_ON_POSTGRES.filter((path) => !isHeld(path))).toEqual([]);
});
