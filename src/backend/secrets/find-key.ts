import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, type Transaction, HOUSE } from '../db/database.ts';
import { readFolder } from '../db/sqlite/read-folder.ts';
import { readOrMakeSecret } from '../key-file.ts';
import { SEALED_COLUMNS, sealedRows } from './sealed-columns.ts';
import { closedSealer, KEY_BYTES, OpenSealer, printOf, type Sealer } from './sealer.ts';

const KEY_FILE = 'data.key';
/** `meta` row with the check value of the data's sealing key. */
export const KEY_PRINT = 'data-key-print';
/** `meta` row with the key of fingerprints, sealed; there where the keys of the data have ids. */
export const FINGERPRINT_KEY = 'fingerprint-key';

/** The key in a server's file, which only its owner can read. It is drawn at the first start and never again. */
const fileKey = (dataDir: string): Uint8Array =>
  Buffer.from(readOrMakeSecret(join(dataDir, KEY_FILE), KEY_BYTES), 'base64url');

const hasFileKey = (dataDir: string): boolean => existsSync(join(dataDir, KEY_FILE));

/** The key in a server's file; null when there is none. None is made. */
export const fileKeyOf = (dataDir: string): Uint8Array | null =>
  hasFileKey(dataDir) ? fileKey(dataDir) : null;

/** The keys at hand, the likeliest first. None is made. */
const keysAtHand = (dataDir: string, dataKeys: readonly string[] | undefined): Uint8Array[] => {
  if (dataKeys !== undefined) return dataKeys.map((key) => Buffer.from(key, 'base64'));
  const file = fileKeyOf(dataDir);
  return file ? [file] : [];
};

/** The sealers of the keys at hand that are keys at all. */
const sealersAtHand = (dataDir: string, dataKeys: readonly string[] | undefined): OpenSealer[] => {
  // A desktop without a keychain had its key in a file once: what was sealed with it is still read.
  const before = dataKeys === undefined ? null : fileKeyOf(dataDir);
  return keysAtHand(dataDir, dataKeys)
    .filter((key) => key.length === KEY_BYTES)
    .map((key) => new OpenSealer(key, before));
};

/** The check value of a data folder; null when it has none, or cannot be read. */
const printOfFolder = (dataDir: string): string | null =>
  readFolder(
    dataDir,
    (handle) => {
      const row = handle.prepare('select value from meta where key = ?').get(KEY_PRINT);
      return row === undefined ? null : String(row['value']);
    },
    null,
  );

/** Sealer of the data folder, as far as known from outside. It is null while no key can be used. None is made. */
export const sealerAtHand = (dataDir: string, dataKeys: readonly string[] | undefined): OpenSealer | null => {
  const sealers = sealersAtHand(dataDir, dataKeys);
  const print = sealers.length > 1 ? printOfFolder(dataDir) : null;
  return sealers.find((sealer) => printOf(sealer) === print) ?? sealers[0] ?? null;
};

/** Something that was sealed, of every kind that is; at most one of each. */
export const sealedOf = async (database: Database): Promise<string[]> => {
  const one = await Promise.all(SEALED_COLUMNS.map((column) => sealedRows(database, column, { most: 1 })));
  return one.flat().map(({ text }) => text);
};

/** Store the check value of the key that seals from now on. A key of fingerprints that was kept is that of before. */
export const keepPrint = async ({ query }: Transaction, print: string): Promise<void> => {
  await query.deleteFrom('meta').where('key', '=', FINGERPRINT_KEY).execute();
  await query
    .insertInto('meta')
    .values({ key: KEY_PRINT, value: print })
    .onConflict((same) => same.column('key').doUpdateSet({ value: print }))
    .execute();
};

/** Whether anything depends on the key of before: what was sealed, and numbers that are known by their fingerprint. */
export const needsKey = async (database: Database, sealed: readonly string[]): Promise<boolean> => {
  if (sealed.length > 0) return true;
  const row = await database.read
    .selectFrom('identities')
    .select('user_id')
    .where('aadhaar_fingerprint', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether the data was sealed with keys of a list. */
const hasNamedKeys = async ({ read }: Database): Promise<boolean> => {
  const row = await read
    .selectFrom('meta')
    .select('key')
    .where('key', '=', FINGERPRINT_KEY)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * The sealer of a data folder: of the keys at hand the one that its data was sealed with. Another is never used in its
 * place, and none is made while the data holds what that one has sealed: the sealer stays closed then, and refuses with
 * the reason.
 */
export const findSealer = async (
  database: Database,
  dataDir: string,
  dataKeys: readonly string[] | undefined,
): Promise<Sealer> => {
  const known = await database.read
    .selectFrom('meta')
    .select('value')
    .where('key', '=', KEY_PRINT)
    .executeTakeFirst();
  const place = dataKeys === undefined ? 'server' : 'vault';
  // Its own key alone would open no more than what was sealed before there was a list.
  if (place === 'server' && (await hasNamedKeys(database))) return closedSealer('missing', place);
  const sealers = sealersAtHand(dataDir, dataKeys);
  const own = sealers.find((sealer) => printOf(sealer) === known?.value);
  if (own) return own;
  const sealed = await sealedOf(database);
  const isNeeded = await needsKey(database, sealed);
  // Data of a version that kept no check value: the key is the right one when it opens any of it.
  const opensAny = (sealer: OpenSealer): boolean =>
    sealed.length === 0 || sealed.some((text) => sealer.unseal(text) !== null);
  const fitting = isNeeded ? (known ? undefined : sealers.find(opensAny)) : sealers[0];
  if (!fitting && keysAtHand(dataDir, dataKeys).length > 0) return closedSealer('another', place);
  if (!fitting && (isNeeded || place === 'vault')) return closedSealer('missing', place);
  const sealer = fitting ?? new OpenSealer(fileKey(dataDir));
  await database.write(HOUSE, (tx) => keepPrint(tx, printOf(sealer)));
  return sealer;
};
