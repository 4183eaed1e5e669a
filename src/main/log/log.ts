import { join } from 'node:path';
import electronLog from 'electron-log/node.js';
import { redact } from './redact.ts';

/** Log of the main process. Details are particulars beside the sentence; secrets in them are hidden. */
export interface Log {
  info(message: string, details?: unknown): void;
  warn(message: string, details?: unknown): void;
  error(message: string, details?: unknown): void;
}

const FILE_LIMIT = 5 * 1024 * 1024;

/** The file that the desktop writes to. */
export const logFileIn = (folder: string): string => join(folder, 'main.log');

/** The log of the desktop: a file in `folder`, with one older file kept; warnings and errors to the console too. */
export function openLog(folder: string): Log {
  const { file, console: terminal } = electronLog.transports;
  file.resolvePathFn = () => logFileIn(folder);
  file.maxSize = FILE_LIMIT;
  terminal.level = 'warn';
  const write = (level: 'info' | 'warn' | 'error') => (message: string, details?: unknown) =>
    electronLog[level](message, ...(details === undefined ? [] : [redact(details)]));
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
