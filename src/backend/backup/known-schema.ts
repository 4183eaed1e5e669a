import type { DatabaseSync } from 'node:sqlite';
import { BackupUnusable, unfit } from './backup-format.ts';

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  /** Null of what SQLite makes by itself for a constraint. */
  readonly sql: string | null;
}

const objectsOf = (handle: DatabaseSync): ReadonlyMap<string, SchemaObject> => {
  const rows = handle.prepare('select type, name, tbl_name, sql from sqlite_schema').all();
  return new Map(
    (rows as unknown as SchemaObject[]).map((object) => [`${object.type} ${object.name}`, object]),
  );
};

/** Normalise SQL, so that spacing and quotes around names make no difference. */
const normal = (sql: string): string => sql.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

const isSame = (one: SchemaObject, other: SchemaObject): boolean =>
  one.tbl_name === other.tbl_name &&
  (one.sql === null ? other.sql === null : other.sql !== null && normal(one.sql) === normal(other.sql));

const MOST_OF_A_NAME = 60;
/** A name from a foreign file, made safe for a sentence. */
const quoted = (name: string): string =>
  `“${name.replaceAll(/[^\p{L}\p{N}_ .-]/gu, '?').slice(0, MOST_OF_A_NAME)}”`;

/**
 * Compare the schema of a database with an empty one of ours. Both are of the same version.
 * @throws BackupUnusable naming the first table, index, view or trigger that is not ours, missing, or built otherwise
 */
export const checkSchema = (theirs: DatabaseSync, target: DatabaseSync): void => {
  const [found, expected] = [objectsOf(theirs), objectsOf(target)];
  for (const [key, object] of found) {
    const known = expected.get(key);
    const what = `${object.type.replaceAll(/[^a-z]/g, '')} ${quoted(object.name)}`;
    if (known === undefined)
      throw new BackupUnusable(unfit(`its database has a ${what}, which TrickDesk does not know`));
    if (!isSame(known, object))
      throw new BackupUnusable(unfit(`the ${what} in its database is not as TrickDesk makes it`));
  }
  for (const [key, { type, name }] of expected)
    if (!found.has(key))
      throw new BackupUnusable(unfit(`the ${type} ${quoted(name)} is missing in its database`));
};
