import { HOUSE, type Database } from '../db/database.ts';
import { fileKeyOf, FINGERPRINT_KEY, keepPrint, KEY_PRINT, needsKey, sealedOf } from './find-key.ts';
import { BadKeys, type KeyList } from './key-list.ts';
import { keyIdOf, NamedSealer } from './named-sealer.ts';
import { SEALED_COLUMNS, sealedRows } from './sealed-columns.ts';
import { closedSealer, KEY_BYTES, OpenSealer, printKeyOf, printOf, type Sealer } from './sealer.ts';

const metaOf = async ({ read }: Database, key: string): Promise<string | null> => {
  const row = await read.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
};

/**
 * Require that every key which has sealed anything is in the list.
 * @throws BadKeys that names one which is not
 */
const requireKeysOf = async (database: Database, keys: KeyList): Promise<void> => {
  const except = keys.map(({ id }) => id);
  for (const column of SEALED_COLUMNS)
    for (const { text } of await sealedRows(database, column, { most: 1, except, isNamed: true })) {
      const id = keyIdOf(text);
      if (id !== null)
        throw new BadKeys(
          `Something in the data is sealed with the key "${id}", which is not among the data keys. Bring it back.`,
        );
    }
};

/** The key of the data before it had a list; undefined when it is not at hand. */
const firstKey = async (
  database: Database,
  atHand: readonly Uint8Array[],
): Promise<Uint8Array | undefined> => {
  const print = await metaOf(database, KEY_PRINT);
  const own = atHand.find((key) => printOf(new OpenSealer(key)) === print);
  if (own) return own;
  const sealed = await sealedOf(database);
  if (!(await needsKey(database, sealed))) return atHand.at(-1);
  if (print !== null) return undefined;
  return atHand.find((key) => sealed.some((text) => new OpenSealer(key).unseal(text) !== null));
};

/**
 * The sealer of a list of keys. The key of fingerprints is kept in the data, sealed with the first of them: it is that of
 * the data's first key for good.
 * @throws BadKeys when a key that has sealed something is not in the list
 */
export const findNamedSealer = async (
  database: Database,
  dataDir: string,
  keys: KeyList,
): Promise<Sealer> => {
  const file = fileKeyOf(dataDir);
  const unnamed = file?.length === KEY_BYTES ? file : null;
  await requireKeysOf(database, keys);
  const kept = await metaOf(database, FINGERPRINT_KEY);
  let printKey: Uint8Array | null = null;
  if (kept === null) {
    // Last the one that seals from now on: where nothing is sealed yet, it is the first.
    const [current, ...others] = keys.map(({ key }) => key);
    const first = await firstKey(database, [...(unnamed ? [unnamed] : []), ...others, current!]);
    printKey = first ? printKeyOf(first) : null;
  } else {
    const text = new NamedSealer(keys, unnamed, new Uint8Array(KEY_BYTES)).unseal(kept);
    printKey = text === null ? null : Buffer.from(text, 'base64');
  }
  if (!printKey) return closedSealer('another', 'server');
  const sealer = new NamedSealer(keys, unnamed, printKey);
  if (kept === null || keyIdOf(kept) !== sealer.currentId) {
    const sealed = sealer.seal(Buffer.from(printKey).toString('base64'));
    await database.write(HOUSE, async (tx) => {
      await keepPrint(tx, printOf(sealer));
      await tx.query.insertInto('meta').values({ key: FINGERPRINT_KEY, value: sealed }).execute();
    });
  }
  return sealer;
};
