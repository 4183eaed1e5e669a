import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OWNER_ONLY } from '../owner-only.ts';

/** Puts a file's bytes on the disk. */
export const syncFile = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Puts the names in a folder on the disk; Windows does that by itself and opens no folders. */
export const syncFolder = (path: string): void => {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

/** Renames over whatever has the name, for good once it returns. */
export const replaceFile = (from: string, to: string): void => {
  renameSync(from, to);
  syncFolder(dirname(to));
};

/** Write a small file atomically. It is there whole or not at all, whatever happens. */
export const writeWhole = (path: string, text: string): void => {
  const part = `${path}.part`;
  writeFileSync(part, text, { mode: OWNER_ONLY.file });
  syncFile(part);
  replaceFile(part, path);
};
