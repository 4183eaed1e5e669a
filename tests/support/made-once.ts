import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Environment variable that names a test run's folder. It keeps what the tests of the run start from. */
export const PREPARED_FOLDERS = 'TRICKDESK_PREPARED_FOLDERS';

/** Folder that a test run makes once, to copy. Outside a run there is none: null. */
export const madeOnce = async (
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string | null> => {
  const kept = process.env[PREPARED_FOLDERS];
  if (!kept) return null;
  const folder = join(kept, name);
  if (existsSync(folder)) return folder;
  // Two workers may do it at once: each in a folder of its own, and the first that is done stays.
  const own = mkdtempSync(join(kept, 'in-work-'));
  await make(own);
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
  return folder;
};
