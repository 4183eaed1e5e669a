import type { DatabaseSync } from 'node:sqlite';

/** The first version of the schema that calls strategies so. */
const STRATEGIES_SINCE = 18;

/** The table of strategies in a database of any version. */
export const strategiesTableOf = (handle: DatabaseSync): string => {
  const { user_version: version } = handle.prepare('pragma user_version').get() as { user_version: number };
  return version < STRATEGIES_SINCE ? 'tricks' : 'strategies';
};
