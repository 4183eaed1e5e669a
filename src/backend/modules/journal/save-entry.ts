import { journalOf } from '../../trading/trade-journal.ts';
import { notFound } from '../../refusal.ts';
import type { JournalCalls, JournalDeps } from './journal-deps.ts';
import { requireTrade } from './require-trade.ts';

/** Keep the note and the labels of a trade. */
export const saveEntry =
  ({ database, clock }: JournalDeps): JournalCalls['save'] =>
  ({ tradeId, note, labelIds }, { userId }) =>
    database.write(userId, async ({ query }) => {
      await requireTrade(query, userId, tradeId);
      const wanted = [...new Set(labelIds)];
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
