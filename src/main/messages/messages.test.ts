import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sentencesOf } from '../../../tests/support/window-text.ts';
import { SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts';
import english from './en.json' with { type: 'json' };
import hindi from './hi.json' with { type: 'json' };

const MAIN = join(import.meta.dirname, '..');
const sentences = readdirSync(MAIN, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => sentencesOf(name, readFileSync(join(MAIN, name), 'utf8')));
/** Titles of the menu come from the list of shortcuts. */
const titles = (SHORTCUTS as readonly Shortcut[]).filter(({ menu }) => menu).map(({ title }) => title);
const keys = sentences.flatMap(({ english: key, isCounted }) =>
  isCounted ? [`${key}_one`, `${key}_other`] : [key],
);
const values = (sentence: string) => [...sentence.matchAll(/\{\{\w+\}\}/g)].map(([value]) => value).sort();

test('every sentence of the desktop itself is there in Hindi, with its values, and none that nobody says', () => {
  expect(Object.keys(hindi).sort()).toEqual([...new Set([...keys, ...titles])].sort());
  for (const [key, said] of Object.entries(hindi)) {
    expect(said.trim()).not.toBe('');
    expect(values(said)).toEqual(values(key));
  }
});

test('English has its singulars', () => {
  expect(Object.keys(english).sort()).toEqual(
    [...new Set(keys.filter((key) => key.endsWith('_one')))].sort(),
  );
});
