import { join } from 'node:path';
import { DATABASE_FILE, storageTrouble } from '../db/database.ts';
import { openSqliteReader } from '../db/sqlite-connection.ts';

/** Two-step sign-in that somebody has switched on. */
export interface PresentFactor {
  readonly email: string;
  readonly secret_sealed: string;
  readonly last_step: number;
}

/**
 * Who has two-step sign-in on in a data folder, whose backend may run. Nobody when the data cannot be read: to replace
 * it is the cure then.
 */
export const presentFactors = (dataDir: string): PresentFactor[] => {
  try {
    const handle = openSqliteReader(join(dataDir, DATABASE_FILE));
    try {
      return handle
        .prepare(
          `select u.email, f.secret_sealed, f.last_step from second_factors f join users u on u.id = f.user_id
           where f.is_on = 1`,
        )
        .all() as unknown as PresentFactor[];
    } finally {
      handle.close();
    }
  } catch (error) {
    if (storageTrouble(error) !== null || /no such (table|column)/.test(String(error))) return [];
    throw error;
  }
};
