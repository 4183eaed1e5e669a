import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A block of a page between its fences: ```` ```lang key=value ````. */
export interface Block {
  readonly language: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
}

/** A part of a page under a second heading. */
export interface Part {
  readonly title: string;
  readonly blocks: readonly Block[];
}

const FENCE = /^```(\w*)((?: \w+=\S+)*)\n([^]*?)^```$/gm;

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(FENCE)].map(([, language = '', settings = '', body = '']) => ({
    language,
    settings: Object.fromEntries(
      [...settings.matchAll(/(\w+)=(\S+)/g)].map(([, key = '', value = '']) => [key, value]),
    ),
    lines: body.split('\n').slice(0, -1),
  }));

/** The parts of a Markdown page with their blocks. */
export const partsOf = (page: string): Part[] =>
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ title: text.slice(0, text.indexOf('\n')), blocks: blocksOf(text) }));

const withMarks = (lines: readonly string[], marks: string): string[] =>
  lines.filter((line) => marks.includes(line[0] ?? ' ')).map((line) => line.slice(1));

/** A text with the change of a `diff` block applied. The place of the change must be there exactly once. */
export const changed = (text: string, lines: readonly string[], name: string): string => {
  const all = text.split('\n');
  const before = withMarks(lines, ' -');
  const places = [...all.keys()].filter((at) => before.every((line, index) => all[at + index] === line));
  const [place] = places;
  if (before.length === 0 || place === undefined || places.length > 1)
    throw new Error(`${name} has ${places.length} places like this, and not one:\n${before.join('\n')}`);
  return all.toSpliced(place, before.length, ...withMarks(lines, ' +')).join('\n');
};

/** Does in a folder what a block says; blocks that are only to be read do nothing. */
export const apply = (folder: string, { language, settings, lines }: Block): void => {
  const { file, in: changedFile } = settings;
  if (file !== undefined) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${lines.join('\n')}\n`, { flag: 'wx' });
  } else if (language === 'diff' && changedFile !== undefined) {
    const path = join(folder, changedFile);
    writeFileSync(path, changed(readFileSync(path, 'utf8'), lines, changedFile));
  }
};

/** The commands of a part's `sh` blocks, each in words. */
export const commandsOf = ({ blocks }: Part): string[][] =>
  blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ lines }) => lines.map((line) => line.split(' ')));
