import { DatabaseSync } from 'node:sqlite';

/** Loaded before a program: its database is synced at checkpoints only, as SQLite's NORMAL is, and not at each commit. */
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, statements: string): void {
  exec.call(this, statements.replace('synchronous = full', 'synchronous = normal'));
};
