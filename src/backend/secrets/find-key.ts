import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Transaction } from '../db/database.ts';
import { readOrMakeSecret } from '../key-file.ts';
import { closedSealer, KEY_BYTES, OpenSealer, printOf, type Sealer } from './sealer.ts';

const KEY_FILE = 'data.key';
/** Row of `meta` with the check value of the key that the data is sealed with. */
export const KEY_PRINT = 'data-key-print';

/**
 * The key that was given, or null. `dataKey` is base64 from the desktop's vault, null while that cannot be read, and
 * undefined on a server, whose key lies in a file beside the database that only its owner can read: it is drawn at the
 * first start (`canMake`) and never again.
 */
const keyAtHand = (
  dataDir: string,
  dataKey: string | null | undefined,
  canMake: boolean,
): Uint8Array | null => {
  if (dataKey !== undefined) return dataKey === null ? null : Buffer.from(dataKey, 'base64');
  const path = join(dataDir, KEY_FILE);
  return canMake || existsSync(path) ? Buffer.from(readOrMakeSecret(path, KEY_BYTES), 'base64url') : null;
};

/** A desktop without a keychain had its key in a file once: what was sealed with it is still read. */
const keyOfBefore = (dataDir: string, dataKey: string | null | undefined): Uint8Array | null => {
  const path = join(dataDir, KEY_FILE);
  return typeof dataKey === 'string' && existsSync(path)
    ? Buffer.from(readOrMakeSecret(path, KEY_BYTES), 'base64url')
    : null;
};

/** The sealer of the key at hand; null while there is none that can be used. None is made. */
export const sealerAtHand = (dataDir: string, dataKey: string | null | undefined): OpenSealer | null => {
  const key = keyAtHand(dataDir, dataKey, false);
  return key?.length === KEY_BYTES ? new OpenSealer(key, keyOfBefore(dataDir, dataKey)) : null;
};

/** Something that was sealed, of every kind that is; at most one of each. */
export const sealedOf = async ({ read }: Database): Promise<string[]> => {
  const one = await Promise.all([
    read.selectFrom('second_factors').select('secret_sealed as text').limit(1).executeTakeFirst(),
    read.selectFrom('broker_accounts').select('credentials_sealed as text').limit(1).executeTakeFirst(),
    read.selectFrom('bank_accounts').select('number_sealed as text').limit(1).executeTakeFirst(),
    read.selectFrom('documents').select('reference_sealed as text').limit(1).executeTakeFirst(),
    read.selectFrom('withdrawals').select('account_sealed as text').limit(1).executeTakeFirst(),
    read
      .selectFrom('identities')
      .select('pan_sealed as text')
      .where('pan_sealed', 'is not', null)
      .limit(1)
      .executeTakeFirst(),
  ]);
  return one.flatMap((row) => row?.text ?? []);
};

/** Keeps the check value of the key that the data is sealed with from now on. */
export const keepPrint = async ({ query }: Transaction, print: string): Promise<void> => {
  await query
    .insertInto('meta')
    .values({ key: KEY_PRINT, value: print })
    .onConflict((same) => same.column('key').doUpdateSet({ value: print }))
    .execute();
};

/** Whether anything depends on the key of before: what was sealed, and numbers that are known by their fingerprint. */
const needsKey = async (database: Database, sealed: readonly string[]): Promise<boolean> => {
  if (sealed.length > 0) return true;
  const row = await database.read
    .selectFrom('identities')
    .select('user_id')
    .where('aadhaar_fingerprint', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * The sealer of a data folder. A key that is not the one of before is never used in its place, and none is made while
 * the data holds what another has sealed: the sealer stays closed then, and says why to whoever needs it.
 */
export const findSealer = async (
  database: Database,
  dataDir: string,
  dataKey: string | null | undefined,
): Promise<Sealer> => {
  const known = await database.read
    .selectFrom('meta')
    .select('value')
    .where('key', '=', KEY_PRINT)
    .executeTakeFirst();
  const place = dataKey === undefined ? 'server' : 'vault';
  const present = keyAtHand(dataDir, dataKey, false);
  if (known && present?.length === KEY_BYTES) {
    const sealer = new OpenSealer(present, keyOfBefore(dataDir, dataKey));
    if (known.value === printOf(sealer)) return sealer;
  }
  const sealed = await sealedOf(database);
  const isNeeded = await needsKey(database, sealed);
  const key = present ?? keyAtHand(dataDir, dataKey, !isNeeded);
  if (!key) return closedSealer('missing', place);
  if (key.length !== KEY_BYTES) return closedSealer('another', place);
  const sealer = new OpenSealer(key, keyOfBefore(dataDir, dataKey));
  // Data of a version that kept no check value: the key is the right one when it opens any of it.
  const opensAny = sealed.length === 0 || sealed.some((text) => sealer.unseal(text) !== null);
  if (isNeeded && (known !== undefined || !opensAny)) return closedSealer('another', place);
  await database.write((tx) => keepPrint(tx, printOf(sealer)));
  return sealer;
};
