import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hardCodedTextOf, menusOf, sentencesOf, type Sentence } from '../../../tests/support/window-text.ts';
import { INDICATORS, type IndicatorFacts } from '../../shared/indicators/indicators.ts';
import { SHORTCUTS } from '../../shared/shortcuts.ts';
import { MENU_GROUPS, ROUTE_LIST } from '../app/route-list.ts';
import english from './en.json';

const RENDERER = join(import.meta.dirname, '..');
const PLURAL = /_(?:one|other)$/;

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^test-harness/.test(name))
    .map((name) => join(folder, name));

const files = filesUnder(RENDERER).map((path) => ({
  name: relative(RENDERER, path),
  text: readFileSync(path, 'utf8'),
}));
const titlesOf = (place: string, titles: readonly string[]): Sentence[] =>
  titles.map((english) => ({ english, context: null, isCounted: false, place }));
/**
 * Titles of the shortcuts and routes. Those of the palette and the sheet come from the list of shortcuts, those of the
 * menu from the list of routes.
 */
const titles = [
  ...titlesOf(
    'shared/shortcuts.ts',
    SHORTCUTS.map(({ title }) => title),
  ),
  ...titlesOf('app/route-list.ts', [...MENU_GROUPS, ...ROUTE_LIST.map(({ title }) => title)]),
];
/** The builder's names of indicators and outputs, from the indicator list. */
const indicators = INDICATORS.flatMap(({ label, outputs }: IndicatorFacts): Sentence[] =>
  [
    { english: label, context: null },
    ...Object.values(outputs ?? {}).map((output) => ({ english: output, context: 'output' })),
  ].map((named) => ({ ...named, isCounted: false, place: 'shared/indicators' })),
);
const sentences: readonly Sentence[] = [
  ...titles,
  ...indicators,
  ...files.flatMap(({ name, text }) => sentencesOf(name, text)),
];

const hindiFiles = readdirSync(join(import.meta.dirname, 'hi')).map((name) => ({
  name: basename(name, '.json'),
  entries: JSON.parse(readFileSync(join(import.meta.dirname, 'hi', name), 'utf8')) as Record<string, string>,
}));
const hindi = new Map(hindiFiles.flatMap(({ entries }) => Object.entries(entries)));

/** The names under which a language keeps a sentence: one, or one for each plural. */
const keysOf = ({ english: key, context, isCounted }: Sentence): string[] => {
  const full = context === null ? key : `${key}_${context}`;
  return isCounted ? [`${full}_one`, `${full}_other`] : [full];
};

const placeholders = (sentence: string): string[] =>
  [...sentence.matchAll(/\{\{\s*(\w+)\s*\}\}|<(\w+)>/g)].map(([, value, tag]) => value ?? `<${tag}>`).sort();

describe('every sentence of the window', () => {
  test('is there in Hindi', () => {
    const missing = sentences.flatMap((sentence) =>
      keysOf(sentence)
        .filter((key) => !hindi.get(key)?.trim())
        .map((key) => `${sentence.place}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  test('keeps its values in every language', () => {
    const broken = sentences.flatMap((sentence) =>
      keysOf(sentence).filter((key) => {
        const said = hindi.get(key);
        const needed = placeholders(sentence.english).filter(
          (name) => name !== 'count' || !key.endsWith('_one'),
        );
        return said !== undefined && needed.some((name) => !placeholders(said).includes(name));
      }),
    );
    expect(broken).toEqual([]);
  });

  test('has a singular in English where it counts', () => {
    const singulars = new Map<string, string>(Object.entries(english));
    const missing = sentences
      .filter(({ isCounted }) => isCounted)
      .flatMap((sentence) => keysOf(sentence).slice(0, 1))
      .filter((key) => !singulars.has(key));
    expect(missing).toEqual([]);
  });

  test('stands in one file, and no file keeps one that nobody says', () => {
    const said = new Set(sentences.flatMap(keysOf));
    const seen = new Set<string>();
    const problems = hindiFiles.flatMap(({ name, entries }) =>
      Object.keys(entries).flatMap((key) => {
        const problem = !said.has(key) ? 'nobody says' : seen.has(key) ? 'is there twice' : null;
        seen.add(key);
        return problem ? [`${name}: ${problem}: ${key}`] : [];
      }),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(english).filter((key) => !said.has(key) || !PLURAL.test(key))).toEqual([]);
  });
});

test('entries of one menu, tabs of one page and labels of one table are different words', () => {
  const inMenu = ROUTE_LIST.filter(({ group }) => group !== null).map(({ title }) => title);
  const menus = [
    titlesOf('app/route-list.ts', inMenu),
    ...files.flatMap(({ name, text }) => menusOf(name, text)),
  ];
  expect(menus.flat().map(({ english: said }) => said)).toEqual(
    expect.arrayContaining(['About', 'Sign out']),
  );
  const alike = menus.flatMap((menu) => {
    const entries = new Map(menu.flatMap((said) => keysOf(said).map((key) => [key, said] as const)));
    return [...Map.groupBy(entries, ([key]) => hindi.get(key))].flatMap(([word, same]) =>
      new Set(same.map(([, { english: said }]) => said)).size > 1
        ? [`${same[0]?.[1].place}: ${word}: ${same.map(([key]) => key).join(', ')}`]
        : [],
    );
  });
  expect(alike).toEqual([]);
  // A section of Settings, and an entry of many menus.
  expect(hindi.get('About')).not.toBe(hindi.get('Details'));
});

test('no word of the window stands outside the languages', () => {
  expect(files.flatMap(({ name, text }) => hardCodedTextOf(name, text))).toEqual([]);
});
