import type { Kysely } from 'kysely';
import type { JournalEntry } from '../../shared/contract/journal.ts';
import type { Schema } from '../db/schema.ts';

/** Notes of some trades of a user, by trade. A trade without any has an empty one. */
export const journalOf = async (
  db: Kysely<Schema>,
  userId: number,
  tradeIds: readonly number[],
): Promise<(tradeId: number) => JournalEntry> => {
  if (tradeIds.length === 0) return () => ({ note: '', labels: [], hasPicture: false });
  const notes = await db
    .selectFrom('trade_notes')
    .select(['trade_id', 'note'])
    .where('user_id', '=', userId)
    .where('trade_id', 'in', tradeIds)
    .execute();
  const pictures = await db
    .selectFrom('trade_pictures')
    .select('trade_id')
    .where('user_id', '=', userId)
    .where('trade_id', 'in', tradeIds)
    .execute();
  const labels = await db
    .selectFrom('trade_labels')
    .innerJoin('journal_labels', 'journal_labels.id', 'trade_labels.label_id')
    .select(['trade_id', 'label_id', 'kind', 'name'])
    .where('trade_labels.user_id', '=', userId)
    .where('trade_id', 'in', tradeIds)
    .orderBy('name_key')
    .execute();
  const noteOf = new Map(notes.map(({ trade_id, note }) => [trade_id, note]));
  const pictured = new Set(pictures.map(({ trade_id }) => trade_id));
  const labelsOf = Map.groupBy(labels, ({ trade_id }) => trade_id);
  return (tradeId) => ({
    note: noteOf.get(tradeId) ?? '',
    labels: (labelsOf.get(tradeId) ?? []).map(({ label_id, kind, name }) => ({
      ...{ labelId: label_id, kind, name },
    })),
    hasPicture: pictured.has(tradeId),
  });
};
