import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WORK_FOLDER } from '../../shared/backend-handshake.ts';
import { OWNER_ONLY } from '../owner-only.ts';

/** Run work with an empty folder inside the data folder. It is on the same disk, and is cleared away in any case. */
export const inWorkFolder = async <T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = join(dataDir, WORK_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
