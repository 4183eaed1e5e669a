// `npm run check`: everything that can be said about the code without opening a window. Quiet about what is fine.
// `npm run check -- lint types` makes the checks whose names begin so.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** As many at a time as there are cores, the longest first; the unit tests use all cores by themselves and come last. */
const CHECKS = [
  ['lint of the window', 'eslint', ['src/renderer', '--max-warnings', '0']],
  ['lint of the rest', 'eslint', ['.', '--ignore-pattern', 'src/renderer', '--max-warnings', '0']],
  ['types', process.execPath, ['scripts/check-types.mjs']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['architecture', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'tests']],
  ['unused code', 'knip', []],
];
const UNIT_TESTS = ['unit tests', 'vitest', ['run', '--reporter=dot']];

/** Runs one check and prints what came of it; answers whether all is fine. */
const run = ([name, command, args]) =>
  new Promise((resolve) => {
    const began = performance.now();
    let said = '';
    const program = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const listen = (chunk) => (said += chunk);
    program.stdout.setEncoding('utf8').on('data', listen);
    program.stderr.setEncoding('utf8').on('data', listen);
    const end = (isFine) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${isFine ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)`);
      if (!isFine) console.log(said.trimEnd());
      resolve(isFine);
    };
    // A program that could not be started closes too.
    program.once('error', (error) => (said += error.message));
    program.once('close', (code) => end(code === 0));
  });

const wanted = process.argv.slice(2);
const isWanted = ([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start));

const queue = CHECKS.filter(isWanted);
const results = [];
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) results.push(await run(next));
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
if (isWanted(UNIT_TESTS)) results.push(await run(UNIT_TESTS));
process.exitCode = results.every(Boolean) ? 0 : 1;
