import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { bundled } from '../support/bundled.ts';
import { isOnPostgres, placeOf } from '../support/test-database.ts';

/** Transfers at most before a process is killed. And the time after them. */
const MOST_BEFORE = 12;
const LONGEST_AFTER_MS = isOnPostgres ? 20 : 5;

/**
 * Move money in a process that is killed like a crash. It moves it between the users of a data folder's database. Returns the keys
 * of the transfers that were acknowledged as done. `preload` is a module that it loads first.
 */
export const killWhileMoving = async (
  folder: string,
  name: string,
  { env = {}, preload = [] }: { env?: Record<string, string>; preload?: readonly string[] } = {},
): Promise<string[]> => {
  const program = await bundled('tests/faults/transferring-process.ts');
  const imports = preload.flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...imports, program, await placeOf(folder), name], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let trouble = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  const gone = once(child, 'close');
  while (!output.includes('ready\n') && child.exitCode === null) await wait(1);
  if (child.exitCode !== null) throw new Error(`The process ended by itself: ${trouble}`);
  // Counted in transfers: a busy machine makes few of them in a time, or none.
  const before = Math.floor(Math.random() * (MOST_BEFORE + 1));
  while (output.split('\n').length - 2 < before && child.exitCode === null) await wait(1);
  await wait(Math.random() * LONGEST_AFTER_MS);
  child.kill('SIGKILL');
  await gone;
  // A line that was cut off was not told.
  return output.split('\n').slice(1, -1);
};
