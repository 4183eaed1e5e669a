import { resolve } from 'node:path';
import { BadSecretFile, readSecretFile } from '../key-file.ts';
import { addressTrouble, hasPassword } from './postgres/address.ts';

/** Why an address of a database cannot be used. The sentence does not repeat it. */
export class BadAddress extends Error {
  override readonly name = 'BadAddress';
}

/** Environment variable that holds the address of the database. */
export const DATABASE_VARIABLE = 'TRICKDESK_DATABASE_URL';

/** Options of a command that say where its PostgreSQL database is. */
export const DATABASE_OPTIONS = {
  database: { type: 'string' },
  'database-file': { type: 'string' },
} as const;

export const DATABASE_USAGE =
  `The database is a file of DIR, or on PostgreSQL with --database postgres://USER@HOST/NAME. Its address may also come from ${DATABASE_VARIABLE} or --database-file; ` +
  'a password never stands in --database, but there, in PGPASSWORD or in ~/.pgpass.';

/** Values of the options, as they were given. */
export interface GivenAddress {
  readonly database?: string | undefined;
  readonly 'database-file'?: string | undefined;
}

const ofArgument = (address: string): string => {
  if (hasPassword(address))
    throw new BadAddress(
      '--database may not hold a password: everybody on this machine can read it there. ' +
        `Put it into PGPASSWORD or ~/.pgpass, or the whole address into ${DATABASE_VARIABLE} or a file for --database-file.`,
    );
  return address;
};

const ofFile = (file: string): string => {
  try {
    return readSecretFile(resolve(file)).trim();
  } catch (error) {
    throw error instanceof BadSecretFile ? new BadAddress(error.message, { cause: error }) : error;
  }
};

/**
 * Address of the PostgreSQL database that a command was given; null for the SQLite file of a data folder. It is found in
 * one place only, so that no forgotten one sends anybody to the wrong books.
 * @throws BadAddress
 */
export const databaseAddress = (given: GivenAddress, env: NodeJS.ProcessEnv): string | null => {
  const places: [name: string, read: () => string][] = [];
  const { database, 'database-file': file } = given;
  const variable = env[DATABASE_VARIABLE];
  if (database !== undefined) places.push(['--database', () => ofArgument(database)]);
  if (file !== undefined) places.push(['--database-file', () => ofFile(file)]);
  if (variable !== undefined) places.push([DATABASE_VARIABLE, () => variable.trim()]);
  const [first, ...others] = places;
  if (!first) return null;
  if (others.length > 0) {
    const names = places.map(([name]) => name).join(' or ');
    throw new BadAddress(`Give the address of the database in one place: ${names}.`);
  }
  const [name, read] = first;
  const address = read();
  if (address === '') throw new BadAddress(`${name} is empty. It must hold the address of the database.`);
  const trouble = addressTrouble(address);
  if (trouble !== null) throw new BadAddress(trouble);
  return address;
};
