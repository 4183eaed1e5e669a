import type { Kysely } from 'kysely';
import type { SavedScan } from '../../../shared/contract/scanner.ts';
import { SCAN_LIMITS } from '../../../shared/scan-limits.ts';
import type { Schema } from '../../db/schema.ts';
import { mostOf, requireRoom } from '../../quotas.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { requireDocument } from '../../trading/require-document.ts';
import type { ScannerCalls, ScannerDeps } from './scanner-deps.ts';

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

const savedOf = async (db: Kysely<Schema>, userId: number): Promise<{ scans: SavedScan[] }> => {
  const rows = await db
    .selectFrom('saved_scans')
    .select(['id', 'name', 'document_json'])
    .where('user_id', '=', userId)
    .orderBy('name_key')
    .execute();
  return {
    scans: rows.map(({ id, name, document_json }) => ({
      ...{ savedId: id, name, document: JSON.parse(document_json) as unknown },
    })),
  };
};

/** Saved scans of a person. */
export const listSaved =
  ({ database }: ScannerDeps): ScannerCalls['saved'] =>
  (_input, { userId }) =>
    savedOf(database.readOf(userId), userId);

/** Keep rules under a name. */
export const saveScan =
  ({ database, clock }: ScannerDeps): ScannerCalls['save'] =>
  ({ name, document }, { userId }) => {
    const json = JSON.stringify(requireDocument(document));
    if (json.length > SCAN_LIMITS.documentLetters)
      throw new Refusal('refused', 'These rules are too long to be saved as a scan.');
    return database.write(userId, async ({ query }) => {
      const key = keyOf(name);
      const { count } = await query
        .selectFrom('saved_scans')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('name_key', '!=', key)
        .executeTakeFirstOrThrow();
      const most = SCAN_LIMITS.saved;
      const remedy = 'Remove one that you no longer need.';
      requireRoom(Number(count) + 1, most, mostOf(most, 'saved scans', remedy));
      await query
        .insertInto('saved_scans')
        .values({
          ...{ user_id: userId, name, name_key: key, document_json: json, created_at: clock.now() },
        })
        .onConflict((same) =>
          same.columns(['user_id', 'name_key']).doUpdateSet({ name, document_json: json }),
        )
        .execute();
      return savedOf(query, userId);
    });
  };

/** Remove a saved scan. */
export const removeScan =
  ({ database }: ScannerDeps): ScannerCalls['remove'] =>
  ({ savedId }, { userId }) =>
    database.write(userId, async ({ query }) => {
      const removed = await query
        .deleteFrom('saved_scans')
        .where('id', '=', savedId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound('saved scan');
      return savedOf(query, userId);
    });
