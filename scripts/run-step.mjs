import { spawnSync } from 'node:child_process';

/**
 * Runs one step of the set-up quietly: nothing is printed when it works, and everything it said when it does not.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean }} [options]
 * @returns {boolean} whether it worked
 */
export function runStep(command, args, options = {}) {
  const result = spawnSync(command, args, { ...options, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return true;
  console.error(`set-up: "${[command, ...args].join(' ')}" failed:`);
  console.error(result.error ? result.error.message : `${result.stdout}${result.stderr}`.trimEnd());
  return false;
}
