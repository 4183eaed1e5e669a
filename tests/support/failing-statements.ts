import { DatabaseSync, StatementSync } from 'node:sqlite';

/** SQLite's exact words when a statement cannot be carried out. */
export const SQLITE_TROUBLES = {
  full: 'database or disk is full',
  io: 'disk I/O error',
  busy: 'database is locked',
} as const;
export type SqliteTrouble = keyof typeof SQLITE_TROUBLES;

const CHANGES = /^\s*(begin|savepoint|release|commit|insert|update|delete|replace)\b/i;

let left = 0;
let trouble: SqliteTrouble = 'full';
let failed: string | null = null;

const check = (statement: string): void => {
  if (left === 0 || !CHANGES.test(statement)) return;
  left -= 1;
  if (left > 0) return;
  failed = statement;
  throw Object.assign(new Error(SQLITE_TROUBLES[trouble]), { code: 'ERR_SQLITE_ERROR' });
};

const { exec } = DatabaseSync.prototype;
const { run, all } = StatementSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, statements) {
  check(statements);
  exec.call(this, statements);
};
StatementSync.prototype.run = function (this: StatementSync, ...parameters: Parameters<typeof run>) {
  check(this.sourceSQL);
  return run.apply(this, parameters);
} as typeof run;
StatementSync.prototype.all = function (this: StatementSync, ...parameters: Parameters<typeof run>) {
  check(this.sourceSQL);
  return all.apply(this, parameters);
} as typeof all;

/**
 * Fail the `number`th changing statement of this process during `work`. It counts from now (1 is the next) what changes
 * anything. Returns what came of the work, and the statement that failed; null when it has not so many.
 */
export const withFailure = async <T>(
  kind: SqliteTrouble,
  number: number,
  work: () => Promise<T>,
): Promise<{ value: T; failed: string | null }> => {
  [left, trouble, failed] = [number, kind, null];
  try {
    return { value: await work(), failed };
  } finally {
    left = 0;
  }
};
