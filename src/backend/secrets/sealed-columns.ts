import { sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';

/** Columns with sealed texts: table, the column that a row is found by, the text. */
export const SEALED_COLUMNS = [
  ['second_factors', 'user_id', 'secret_sealed'],
  ['broker_accounts', 'id', 'credentials_sealed'],
  ['broker_accounts', 'id', 'session_sealed'],
  ['bank_accounts', 'user_id', 'number_sealed'],
  ['documents', 'id', 'reference_sealed'],
  ['withdrawals', 'id', 'account_sealed'],
  ['identities', 'user_id', 'pan_sealed'],
  ['alert_channels', 'id', 'config_sealed'],
] as const;

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

interface RowsWanted {
  readonly after?: number;
  readonly most: number;
  readonly except?: readonly string[];
  /** Only what bears the id of a key. */
  readonly isNamed?: boolean;
}

interface SealedRow {
  readonly id: number;
  readonly userId: number;
  readonly text: string;
}

/** Rows of a column after an id, so many at most. Left out is what the keys of `except` have sealed. */
export const sealedRows = async (
  { read }: Pick<Database, 'read'>,
  [table, id, column]: SealedColumn,
  { after = 0, most, except = [], isNamed = false }: RowsWanted,
): Promise<readonly SealedRow[]> => {
  const text = sql.ref<string>(column);
  const others = except.map((key) => sql`and ${text} not like ${`${key}:%`}`);
  const named = isNamed ? sql`and ${text} like '%:%'` : sql``;
  const { rows } =
    await sql<SealedRow>`select ${sql.ref(id)} as id, user_id as "userId", ${text} as text from ${sql.table(table)}
    where ${sql.ref(id)} > ${after} and ${text} is not null ${sql.join(others, sql` `)} ${named}
    order by ${sql.ref(id)} limit ${most}`.execute(read);
  return rows;
};

/** Puts a text in the place of one that is still there. */
export const replaceSealed = async (
  { query }: Transaction,
  [table, id, column]: SealedColumn,
  row: SealedRow,
  text: string,
): Promise<void> => {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}
    where ${sql.ref(id)} = ${row.id} and ${sql.ref(column)} = ${row.text}`.execute(query);
};
