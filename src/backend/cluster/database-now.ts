import { sql } from 'kysely';

/** Now, in ms since 1970, by the clock of a PostgreSQL database: those of two machines may differ. */
export const DATABASE_NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
