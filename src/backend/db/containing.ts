import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Whether a column contains a text, whatever its case; `%` and `_` in the text stand for themselves. */
export const containing = (column: string, text: string): RawBuilder<SqlBool> => {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
};
