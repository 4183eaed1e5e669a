import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { MENU_GROUPS, ROUTE_LIST } from '../../src/renderer/app/route-list.ts';
import { keyLabels } from '../../src/shared/shortcut-keys.ts';
import { SHORTCUTS } from '../../src/shared/shortcuts.ts';
import { sentencesOf } from '../support/window-text.ts';

const ROOT = join(import.meta.dirname, '../..');
const GAP = '{{gap}}';

const sourcesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^test-harness/.test(name))
    .map((name) => join(ROOT, folder, name));

/** Whatever stands between quotes in a source file; what a template fills in is a gap. */
const literalsOf = (path: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(GAP),
      );
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Make a finder of phrases in texts. It returns whether a phrase is one of the texts, or two words or more out of one.
 * What a text fills in (`{{…}}`) may be anything there; tags, a final colon and the dots of a button that asks first
 * may be left away.
 */
export const phraseFinder = (texts: readonly string[]): ((phrase: string) => boolean) => {
  const plain = [...new Set(texts.map((text) => text.replaceAll(/<\/?\w+\s?\/?>/g, '').trim()))];
  const bare = (text: string) => text.replace(/[:…]$/, '');
  const whole = new Set(plain.flatMap((text) => [text, bare(text)]));
  const patterns = plain
    .filter((text) => text.includes('{{') && /\p{L}{3}/u.test(text.replaceAll(/\{\{.*?\}\}/g, '')))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{.*?\}\}/)
            .map(escaped)
            .join('.+')}$`,
        ),
    );
  return (phrase) => {
    if (whole.has(phrase) || patterns.some((pattern) => pattern.test(phrase))) return true;
    if (!phrase.includes(' ')) return false;
    const part = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(phrase)}(?![\\p{L}\\p{N}])`, 'u');
    return plain.some((text) => part.test(text));
  };
};

/** Every text of windows, menus and tray, and the keys' names. */
export const wordsOnTheScreen = (): string[] => [
  ...[...sourcesUnder('src/renderer'), ...sourcesUnder('src/main')]
    .flatMap((path) => sentencesOf(path, readFileSync(path, 'utf8')))
    .map(({ english }) => english),
  ...ROUTE_LIST.map(({ title }) => title),
  ...MENU_GROUPS,
  ...SHORTCUTS.flatMap((shortcut) => [shortcut.title, ...keyLabels(shortcut, 'other')]),
];

/** Every text that the backend and shared rules can answer. The rules are shared with the window. */
export const wordsOfTheBackend = (): string[] =>
  ['src/backend', 'src/shared', 'src/engine'].flatMap(sourcesUnder).flatMap(literalsOf);
