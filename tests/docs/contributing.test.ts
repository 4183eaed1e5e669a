import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, changed, commandsOf, partsOf } from './walk-through.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MINUTES = 60_000;
const PAGES = ['docs/CONTRIBUTING.md', 'docs/BROKERS.md'];
const WALKS = ['Add a call', 'Add a screen, and a column', 'Add an indicator', 'Add a broker'];
/** Lines that a newcomer reads in one sitting. */
const MOST_LINES = 250;
/** Tests but those of the house's calls one by one: their own run has them. */
const ALL_BUT_OTHER_CALLS = '^(?!.* (?!market\\.nextHoliday )[a-z]+\\.\\w+ (?:answers|refuses) )';

const walks = PAGES.flatMap((page) => partsOf(readFileSync(join(ROOT, page), 'utf8'))).filter(({ blocks }) =>
  blocks.some(({ language }) => language === 'sh'),
);
const commands = walks.flatMap(commandsOf);
const argumentsOf = (...start: string[]): string[] => [
  ...new Set(
    commands
      .filter((words) => start.every((word, index) => words[index] === word))
      .flatMap((words) => words.slice(start.length)),
  ),
];
const made = [
  ...new Set(
    walks.flatMap(({ blocks }) => blocks.flatMap(({ settings }) => settings['file'] ?? settings['in'] ?? [])),
  ),
];

let copy = '';

/** Runs a program in the copy: what it said when it failed, nothing when all is well. */
const outputOf = async (program: string, ...args: string[]): Promise<string> => {
  // A test runner inside a test runner is to know nothing of the one around it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST_|NODE_ENV$)/.test(name)),
  );
  const child = spawn(process.execPath, [join(copy, program), ...args], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return status === 0 ? '' : `${said}${complained}`.slice(-8_000) || `It ended with ${status}`;
};

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'trickdesk-as-written-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0'))
    if (existsSync(join(ROOT, path)) && path !== '') cpSync(join(ROOT, path), join(copy, path));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
}, MINUTES);
afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));

describe('a change that is written down', () => {
  it('is made where its lines stand once', () => {
    expect(changed('a\nb\nc\n', [' a', '+new', '-b'], 'x')).toBe('a\nnew\nc\n');
  });

  it('is refused where they stand nowhere, or twice', () => {
    expect(() => changed('a\n', [' b', '+c'], 'x')).toThrow(/^x has 0 places/);
    expect(() => changed('a\na\n', [' a', '+c'], 'x')).toThrow(/^x has 2 places/);
    expect(() => changed('a\n', ['+c'], 'x')).toThrow(/places like this/);
  });
});

describe('the walk-throughs of CONTRIBUTING.md and BROKERS.md, tried as written', () => {
  it('are all there, and each says how it is checked', () => {
    expect(walks.map(({ title }) => title)).toEqual(WALKS);
    for (const walk of walks) expect(commandsOf(walk).map(([program]) => program)).toEqual(['node', 'npx']);
  });

  it('are read in one sitting', () => {
    const lines = readFileSync(join(ROOT, 'docs/CONTRIBUTING.md'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
  });

  it.each(walks)('$title: every block finds its place', ({ blocks }) => {
    for (const block of blocks) apply(copy, block);
  });

  it(
    'what they make is formatted as the rest is',
    async () => {
      expect(await outputOf('node_modules/prettier/bin/prettier.cjs', '--check', ...made)).toBe('');
    },
    MINUTES,
  );

  it(
    'its types are right',
    async () => {
      expect(
        await outputOf('scripts/check-types.mjs', ...argumentsOf('node', 'scripts/check-types.mjs')),
      ).toBe('');
    },
    10 * MINUTES,
  );

  it(
    'its imports keep to the rules of the house',
    async () => {
      const program = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
      // With all that they import: a circle through any of them is among it.
      const modules = made.filter((path) => /\.tsx?$/.test(path));
      expect(await outputOf(program, '--config', '.dependency-cruiser.cjs', ...modules)).toBe('');
    },
    3 * MINUTES,
  );

  it(
    'its tests pass, with those of the house that it names',
    async () => {
      const files = argumentsOf('npx', 'vitest', 'run');
      const program = 'node_modules/vitest/vitest.mjs';
      expect(await outputOf(program, 'run', ...files, '-t', ALL_BUT_OTHER_CALLS)).toBe('');
    },
    10 * MINUTES,
  );
});
