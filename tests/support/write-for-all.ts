import { everybody } from '../../src/backend/db/concern.ts';
import type { Database, Transaction } from '../../src/backend/db/database.ts';

/** Write in everybody's name. For a test that does not know whose rows it changes. */
export const writeForAll = async <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.write(await everybody(database.read), work);
