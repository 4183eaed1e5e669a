import { readFileSync } from 'node:fs';

/** A Markdown page, taken apart. */
export interface Page {
  /** Bold phrases: the program's own words. */
  readonly bold: readonly string[];
  /** Phrases in italics: sentences of the program that answer somebody. */
  readonly italic: readonly string[];
  /** Texts between backticks. */
  readonly code: readonly string[];
  /** Where links and pictures lead, as written. */
  readonly targets: readonly string[];
  /** Headings as links name them. */
  readonly anchors: ReadonlySet<string>;
}

const FENCED = /^```[^]*?^```$/gm;
const CODE = /`([^`]+)`/g;
const BOLD = /\*\*([^*]+)\*\*/g;
const ITALIC = /(?<![\w*])_([^_]+)_(?![\w*])/g;
const TARGET = /\]\(([^)\s]+)\)/g;
const HEADING = /^#+ (.+)$/gm;

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll(/\s+/g, ' ').trim());

/** A heading as the address after `#` has it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Parse a page; what stands in blocks of code is not part of it. */
export const pageOf = (text: string): Page => {
  const prose = text.replaceAll(FENCED, '');
  const withoutCode = prose.replaceAll(CODE, ' ');
  return {
    bold: all(withoutCode, BOLD),
    italic: all(withoutCode.replaceAll(BOLD, ' ').replaceAll(TARGET, ' '), ITALIC),
    code: all(prose, CODE),
    targets: all(prose.replaceAll(CODE, ' '), TARGET),
    anchors: new Set(all(prose, HEADING).map(anchorOf)),
  };
};

export const readPage = (path: string): Page => pageOf(readFileSync(path, 'utf8'));
