import type { Kysely } from 'kysely';
import { migrations } from '../db/migrations.ts';
import type { MovedMark } from '../db/moved-mark.ts';
import type { Schema } from '../db/schema.ts';
import { MoveRefused, type MovedRow, type MovedTable, type ReadSide } from './moved-table.ts';

/** Data that is moved away. Nobody else writes to it until it is closed. */
export interface Source extends ReadSide {
  /** Mark of an earlier move; null of data that was not moved. */
  readonly moved: MovedMark | null;
  /** Highest id that each table has given out. Its row may be gone. */
  highestIds(): Promise<ReadonlyMap<string, number>>;
  /** Marks the data, for good once it returns. Nothing is read after it. */
  mark(mark: MovedMark): Promise<void>;
  close(): Promise<void>;
}

/** Empty database that is filled within one change; without `commit` nothing of it stays. */
export interface Target extends ReadSide {
  /** Queries within the change. */
  readonly query: Kysely<Schema>;
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /**
   * Puts references, counters of ids and triggers in force.
   * @throws MoveRefused for a row that names one that is not there
   */
  finish(highest: ReadonlyMap<string, number>): Promise<void>;
  commit(): Promise<void>;
  close(): Promise<void>;
}

/** The target holds something already. */
export class TargetNotEmpty extends MoveRefused {
  /** Move that has filled it; null when none has. */
  readonly movedBy: string | null;

  constructor(place: string, movedBy: string | null) {
    super(`${place} is not empty. Give an empty one; nothing was changed.`);
    this.movedBy = movedBy;
  }
}

/** @throws MoveRefused for data of another version than this program's */
export const requireThisVersion = (version: number, place: string): void => {
  if (version > migrations.length)
    throw new MoveRefused(
      `The data of ${place} was written by a newer version of TrickDesk. Update TrickDesk to move it; nothing was changed.`,
    );
  if (version < migrations.length)
    throw new MoveRefused(
      `The data of ${place} is of an older version of TrickDesk. Start TrickDesk on it once and stop it again, which brings it up to date; nothing was changed.`,
    );
};

/** @throws MoveRefused for a row that names one that is not there */
export const refuseOrphan = (table: string, parent: string): never => {
  throw new MoveRefused(
    `A row in “${table}” names one in “${parent}” that is not there. Nothing was changed.`,
  );
};
