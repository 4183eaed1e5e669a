import { lstat, open } from 'node:fs/promises';
import { SEALED_BACKUP } from '../../shared/backup.ts';

/** Whether a file is a backup that a passphrase opens. What is no file at all is not: its check says so. */
export const isSealedFile = async (path: string): Promise<boolean> => {
  try {
    // Opening a pipe would wait for somebody to write to it.
    if (!(await lstat(path)).isFile()) return false;
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SEALED_BACKUP.length));
      return bytesRead === SEALED_BACKUP.length && buffer.toString('latin1') === SEALED_BACKUP;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
};
