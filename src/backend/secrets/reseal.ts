import type { Database } from '../db/database.ts';
import type { NamedSealer } from './named-sealer.ts';
import { replaceSealed, SEALED_COLUMNS, sealedRows } from './sealed-columns.ts';

/** Texts that share a transaction: nobody's command waits for more. */
const AT_ONCE = 50;

/**
 * Seal with the first key what others have sealed. When all of it is, the others are needed no longer. Returns how many
 * texts were sealed anew, and how many no key opens.
 */
export const resealAll = async (
  database: Pick<Database, 'read' | 'write'>,
  sealer: NamedSealer,
): Promise<{ readonly resealed: number; readonly unreadable: number }> => {
  let [resealed, unreadable] = [0, 0];
  for (const column of SEALED_COLUMNS)
    for (let after = 0; ;) {
      const rows = await sealedRows(database, column, { after, most: AT_ONCE, except: [sealer.currentId] });
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      const opened = rows.flatMap((row) => {
        const text = sealer.unseal(row.text);
        return text === null ? [] : [{ row, sealed: sealer.seal(text) }];
      });
      const owners = opened.map(({ row }) => row.userId);
      await database.write(owners, async (tx) => {
        for (const { row, sealed } of opened) await replaceSealed(tx, column, row, sealed);
      });
      resealed += opened.length;
      unreadable += rows.length - opened.length;
    }
  return { resealed, unreadable };
};
