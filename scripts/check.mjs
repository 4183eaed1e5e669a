// `npm run check`: everything that can be said about the code without opening a window. Quiet about what is fine.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const CHECKS = [
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['types', process.execPath, ['scripts/check-types.mjs']],
  ['architecture', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'tests']],
  ['unused code', 'knip', []],
  ['unit tests', 'vitest', ['run', '--reporter=dot']],
];

const run = ([name, command, args]) => {
  const began = performance.now();
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const isFine = result.status === 0;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${isFine ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)`);
  if (!isFine)
    console.log(result.error ? result.error.message : `${result.stdout}${result.stderr}`.trimEnd());
  return isFine;
};

const wanted = process.argv.slice(2);
const checks = CHECKS.filter(([name]) => wanted.length === 0 || wanted.includes(name));
process.exitCode = checks.map(run).every(Boolean) ? 0 : 1;
