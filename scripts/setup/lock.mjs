import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const acquire = (file) => {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
};

const holderOf = (file) => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Does `work` while no other set-up does: `npm start` and `npm test` begun at once must not install over each
 * other. A lock whose holder has died counts for nothing.
 * @template T
 * @param {string} file
 * @param {() => T} work
 * @returns {T}
 */
export function withLock(file, work) {
  while (!acquire(file)) {
    const holder = holderOf(file);
    if (holder !== undefined && holder !== 0 && !isAlive(holder)) rmSync(file, { force: true });
    else pause(250);
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}
