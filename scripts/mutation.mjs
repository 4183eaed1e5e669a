// Puts one realistic mistake after another into a copy of the sources and asks the tests whether they notice.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { checkMutation, mutate, placesOf, scoreOf } from './mutation/list.mjs';

const USAGE = `Usage: npm run test:mutation -- [AREA …] [--file PART] [--jobs N] [--list]
  AREA         one of the lists in tests/mutations, all of them unless given
  --file PART  only mistakes in files whose path has this part
  --jobs N     so many at once (2)
  --list       says which entries are stale, and runs nothing`;

const root = resolve(fileURLToPath(import.meta.url), '..', '..');
const lists = join(root, 'tests', 'mutations');
/** What a test reads of the tree; node_modules is shared. */
const COPIED = [
  '.dependency-cruiser.cjs',
  'build',
  'docs',
  'electron.vite.config.ts',
  'package.json',
  'resources',
  'scripts',
  'src',
  'tests',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];
/** A mistake may make a test wait for ever. */
const PATIENCE_MS = 10 * 60_000;

const readArguments = (given) => {
  const options = { areas: [], file: '', jobs: 2, isList: false };
  for (let at = 0; at < given.length; at++) {
    if (given[at] === '--file') options.file = given[++at] ?? '';
    else if (given[at] === '--jobs') options.jobs = Math.max(1, Number(given[++at]) || 1);
    else if (given[at] === '--list') options.isList = true;
    else if (existsSync(join(lists, `${given[at]}.json`))) options.areas.push(given[at]);
    else throw new Error(`${given[at]} is not known.\n${USAGE}`);
  }
  return options;
};

const readLists = ({ areas, file }) =>
  readdirSync(lists)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .filter((area) => areas.length === 0 || areas.includes(area))
    .flatMap((area) =>
      JSON.parse(readFileSync(join(lists, `${area}.json`), 'utf8')).map((mutation) => ({
        area,
        ...mutation,
      })),
    )
    .filter((mutation) => mutation.file.includes(file));

/** A tree of its own: mistakes never come near the one that is worked in. */
const copyTree = () => {
  const tree = mkdtempSync(join(tmpdir(), 'trickdesk-mutation-'));
  for (const name of COPIED)
    if (existsSync(join(root, name))) cpSync(join(root, name), join(tree, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  return tree;
};

/**
 * Runs tests in a tree: whether all of them passed, and what the first that did not is called. A run that takes too long
 * is ended: it did not pass. One that fails without a failing test says nothing about the sources (`isRun` false).
 */
const runTests = (tree, tests, named) =>
  new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--bail=1',
        '--reporter=dot',
        ...(named === undefined ? [] : ['--testNamePattern', named]),
        ...tests,
      ],
      { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    let isLate = false;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, PATIENCE_MS);
    const end = (code) => {
      clearTimeout(timer);
      const plain = stripVTControlCharacters(said);
      const failed = isLate ? 'a run without an end' : (/FAIL +(.+)/.exec(plain)?.[1] ?? null);
      done({ isGreen: code === 0, isRun: code === 0 || failed !== null, failed, said: plain });
    };
    child.on('error', (error) => {
      said += String(error);
      end(1);
    });
    child.on('close', end);
  });

const options = readArguments(process.argv.slice(2));
const mutations = readLists(options);
const stale = mutations.flatMap((mutation) => checkMutation(root, mutation) ?? []);
for (const words of stale) console.log(`stale     ${words}`);
const usable = mutations.filter((mutation) => checkMutation(root, mutation) === null);
if (options.isList) {
  console.log(`${usable.length} of ${mutations.length} entries fit the sources.`);
  process.exit(stale.length > 0 ? 1 : 0);
}

const trees = Array.from({ length: Math.min(options.jobs, usable.length) }, copyTree);
const outcomes = [];
const unasked = [];
try {
  // A test that is red already would notice everything.
  const tests = [...new Set(usable.flatMap((mutation) => mutation.tests))];
  const before = trees[0] ? await runTests(trees[0], tests) : { isGreen: true, said: '' };
  if (!before.isGreen) {
    console.error(`${before.said}\nThe tests do not pass on the sources as they are: nothing was tried.`);
    process.exitCode = 1;
  } else {
    const queue = [...usable];
    const work = async (tree) => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const places = placesOf(next);
        for (const place of places) {
          const file = join(tree, place.file);
          writeFileSync(file, mutate(readFileSync(file, 'utf8'), place));
        }
        const { isGreen, isRun, failed, said } = await runTests(tree, next.tests, next.named);
        for (const { file } of places) cpSync(join(root, file), join(tree, file));
        const named = `${next.area}: ${next.behaviour} (${next.file})`;
        if (isRun) outcomes.push({ area: next.area, isNoticed: !isGreen });
        else unasked.push(next);
        if (!isRun) console.log(`NOT ASKED ${named}\n${said}`);
        else console.log(isGreen ? `SURVIVED  ${named}` : `noticed   ${named}\n          by ${failed}`);
      }
    };
    await Promise.all(trees.map(work));
  }
} finally {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
}
for (const { area, noticed, tried } of scoreOf(outcomes))
  console.log(`${area.padEnd(12)} ${noticed} of ${tried} noticed`);
if (stale.length + unasked.length > 0)
  console.log(`Not asked: ${stale.length} stale, ${unasked.length} whose tests could not be run.`);
if (stale.length + unasked.length > 0 || outcomes.some(({ isNoticed }) => !isNoticed)) process.exitCode = 1;
