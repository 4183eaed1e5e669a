import type { Kysely } from 'kysely';
import type { JournalLabel } from '../../../shared/contract/journal.ts';
import { JOURNAL_LIMITS } from '../../../shared/journal-limits.ts';
import type { Schema } from '../../db/schema.ts';
import { mostOf, requireRoom } from '../../quotas.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { JournalCalls, JournalDeps } from './journal-deps.ts';

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

const labelsOf = async (db: Kysely<Schema>, userId: number): Promise<{ labels: JournalLabel[] }> => {
  const rows = await db
    .selectFrom('journal_labels')
    .select(['id', 'kind', 'name'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('name_key')
    .execute();
  return { labels: rows.map(({ id, kind, name }) => ({ labelId: id, kind, name })) };
};

/** Tags and mistakes of a person. */
export const listLabels =
  ({ database }: JournalDeps): JournalCalls['labels'] =>
  (_input, { userId }) =>
    labelsOf(database.readOf(userId), userId);

/** Add a tag or a mistake. */
export const addLabel =
  ({ database }: JournalDeps): JournalCalls['addLabel'] =>
  ({ kind, name }, { userId }) =>
    database.write(userId, async ({ query }) => {
      const { labels } = await labelsOf(query, userId);
      const ofKind = labels.filter((label) => label.kind === kind);
      if (ofKind.some((label) => keyOf(label.name) === keyOf(name)))
        throw new Refusal('conflict', `You have ${name} already.`, { fields: { name: 'is taken' } });
      const most = JOURNAL_LIMITS.labels;
      const what = kind === 'tag' ? 'tags' : 'mistakes';
      requireRoom(ofKind.length + 1, most, mostOf(most, what, 'Remove one that you no longer need.'));
      await query
        .insertInto('journal_labels')
        .values({ user_id: userId, kind, name, name_key: keyOf(name) })
        .execute();
      return labelsOf(query, userId);
    });

/** Remove a tag or a mistake, from its trades too. */
export const removeLabel =
  ({ database }: JournalDeps): JournalCalls['removeLabel'] =>
  ({ labelId }, { userId }) =>
    database.write(userId, async ({ query }) => {
      await query
        .deleteFrom('trade_labels')
        .where('label_id', '=', labelId)
        .where('user_id', '=', userId)
        .execute();
      const removed = await query
        .deleteFrom('journal_labels')
        .where('id', '=', labelId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound('tag or mistake');
      return labelsOf(query, userId);
    });
