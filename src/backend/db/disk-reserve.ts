import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER_ONLY } from '../owner-only.ts';
import { storageTrouble } from './storage-trouble.ts';

export const RESERVE_FILE = 'disk-reserve';
/** Enough for some thousand orders and their lives. */
const RESERVE_BYTES = 4 * 1024 * 1024;
/** It is made while this many times as much is free: the last space is for the data. */
const LEAST_FREE = 3;

const fileOf = (dataDir: string): string => join(dataDir, RESERVE_FILE);

/** Make the reserve if it is missing and there is space. Returns whether it is there. */
export const makeReserve = (dataDir: string): boolean => {
  const file = fileOf(dataDir);
  if (existsSync(file)) return true;
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < LEAST_FREE * RESERVE_BYTES) return false;
  try {
    // Random, so that no file system stores it as next to nothing.
    writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: OWNER_ONLY.file });
    return true;
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
    rmSync(file, { force: true });
    return false;
  }
};

/** Gives the reserve up for what must be written now; false when there is none (any more). */
export const freeReserve = (dataDir: string): boolean => {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return false;
  rmSync(file);
  return true;
};

/** Does what must be written; when the disk is full it is tried once more with the reserve given up. */
export const withReserve = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (storageTrouble(error) === null || !freeReserve(dataDir)) throw error;
    return work();
  }
};
