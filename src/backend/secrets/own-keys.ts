import type { ReadMeta } from '../db/database-port.ts';
import { DatabaseUnusable } from '../db/database.ts';
import { fileKeyOf, FINGERPRINT_KEY, KEY_PRINT } from './find-key.ts';
import type { KeyList } from './key-list.ts';
import { NamedSealer } from './named-sealer.ts';
import { KEY_BYTES, OpenSealer, printOf } from './sealer.ts';

const isOwn = async (meta: ReadMeta, dataDir: string, keys: KeyList | undefined): Promise<boolean> => {
  const print = await meta(KEY_PRINT);
  // Nothing was ever sealed.
  if (print === null) return true;
  const file = fileKeyOf(dataDir);
  const unnamed = file?.length === KEY_BYTES ? file : null;
  const kept = await meta(FINGERPRINT_KEY);
  if (kept !== null)
    return (
      keys !== undefined && new NamedSealer(keys, unnamed, new Uint8Array(KEY_BYTES)).unseal(kept) !== null
    );
  const atHand = [...(unnamed ? [unnamed] : []), ...(keys ?? []).map(({ key }) => key)];
  return atHand.some((key) => printOf(new OpenSealer(key)) === print);
};

/**
 * Require the keys that a database was sealed with. None is made.
 * @throws DatabaseUnusable
 */
export const requireOwnKeys = async (
  meta: ReadMeta,
  dataDir: string,
  keys: KeyList | undefined,
): Promise<void> => {
  if (await isOwn(meta, dataDir, keys)) return;
  throw new DatabaseUnusable(
    'This database was sealed with other keys than this server has. If it is another house’s, give this server one of its ' +
      'own; otherwise bring back data.key in the data folder, or the list of data keys. Nothing was changed.',
  );
};
