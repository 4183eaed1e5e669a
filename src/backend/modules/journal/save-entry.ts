import type { JournalEntry } from '../../../shared/contract/journal.ts';
import { journalOf } from '../../trading/trade-journal.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { JournalCalls, JournalDeps } from './journal-deps.ts';
import { requireTrade } from './require-trade.ts';

const CHANGED_SINCE =
  'The notes of this trade have changed since you opened it, in another window. Open it again to see them, or save once more to replace them.';

const isSame = (
  one: { readonly note: string; readonly labelIds: readonly number[] },
  { note, labels }: JournalEntry,
): boolean =>
  one.note === note &&
  new Set(one.labelIds).size === labels.length &&
  labels.every(({ labelId }) => one.labelIds.includes(labelId));

/** Keep the note and the labels of a trade. */
export const saveEntry =
  ({ database, clock }: JournalDeps): JournalCalls['save'] =>
  ({ tradeId, note, labelIds, before }, { userId }) =>
    database.write(userId, async ({ query }) => {
      await requireTrade(query, userId, tradeId);
      const wanted = [...new Set(labelIds)];
      const now = (await journalOf(query, userId, [tradeId]))(tradeId);
      if (before && !isSame(before, now) && !isSame({ note, labelIds }, now))
        throw new Refusal('conflict', CHANGED_SINCE);
      if (wanted.length > 0) {
        const own = await query
          .selectFrom('journal_labels')
          .select('id')
          .where('user_id', '=', userId)
          .where('id', 'in', wanted)
          .execute();
        if (own.length !== wanted.length) throw notFound('tag or mistake');
      }
      await query.deleteFrom('trade_labels').where('trade_id', '=', tradeId).execute();
      if (wanted.length > 0)
        await query
          .insertInto('trade_labels')
          .values(wanted.map((labelId) => ({ trade_id: tradeId, label_id: labelId, user_id: userId })))
          .execute();
      const values = { note, updated_at: clock.now() };
      await query
        .insertInto('trade_notes')
        .values({ trade_id: tradeId, user_id: userId, ...values })
        .onConflict((same) => same.column('trade_id').doUpdateSet(values))
        .execute();
      return (await journalOf(query, userId, [tradeId]))(tradeId);
    });
