import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Whether a column contains a text, whatever its case; `%` and `_` in the text stand for themselves. */
export const containing = (column: string, text: string): RawBuilder<SqlBool> => {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
};

/** As SQLite's `lower`, which knows the letters of English: what is looked for in memory is found as in the database. */
export const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
