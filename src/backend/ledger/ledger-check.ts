import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { SENT_BY_ENTRIES } from './sent-today.ts';

/** Counts and findings of a check of the books. */
export interface LedgerReport {
  readonly accounts: number;
  readonly transfers: number;
  readonly entries: number;
  /** Errors, each a sentence; empty when the books are right. */
  readonly problems: readonly string[];
}

/** No more of one kind is told: one is enough to stop, a few to see a pattern. */
const MOST_OF_A_KIND = 20;

interface Found {
  readonly text: string;
}

/**
 * Proves the invariants of the books: every transfer sums to zero in each currency, every stored balance is the fold
 * of its entries and so is every running balance, what an account has sent on its last day is kept rightly, no user is below zero, what is held is what withdrawals hold, every
 * confirmed payment was credited once, every sale has its invoice under a number without gaps, the next number follows the
 * last, the tax we hold is the tax
 * we sold with, rewards are what was paid out as such, and authors got their share of each fee.
 */
export const checkLedger = async (db: Kysely<Schema>): Promise<LedgerReport> => {
  const count = async (table: 'ledger_accounts' | 'ledger_transfers' | 'ledger_entries') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows,
    );
  const questions = [
    sql<Found>`select 'Transfer ' || transfer_id || ' does not sum to zero in ' || currency || ': ' || total as text
      from (
        select e.transfer_id, case when a.kind in ('usdt', 'usdt-clearing') then 'USDT' else 'INR' end as currency,
          sum(e.amount) as total
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        group by 1, 2
      ) as sums where total <> 0`,
    sql<Found>`select 'Transfer ' || t.id || ' has no entries' as text from ledger_transfers t
      where not exists (select 1 from ledger_entries e where e.transfer_id = t.id)`,
    sql<Found>`select 'Account ' || a.id || ' (' || a.kind || ') says ' || a.balance || ', its entries ' ||
        coalesce(folded.total, 0) as text
      from ledger_accounts a
      left join (select account_id, sum(amount) as total from ledger_entries group by account_id) as folded
        on folded.account_id = a.id
      where a.balance <> coalesce(folded.total, 0)`,
    sql<Found>`select 'Entry ' || id || ' says a running balance of ' || balance || ', which is ' || folded as text
      from (
        select id, balance, sum(amount) over (partition by account_id order by id) as folded from ledger_entries
      ) as running where balance <> folded`,
    sql<Found>`select 'Account ' || a.id || ' says it sent ' || a.sent || ' on ' || a.sent_on || ', its entries ' ||
        coalesce(sums.amount, 0) as text
      from ledger_accounts a left join (${sql.raw(SENT_BY_ENTRIES)}) as sums on sums.account_id = a.id
      where a.sent <> coalesce(sums.amount, 0) or a.sent_on <> coalesce(sums.day, '')`,
    sql<Found>`select 'User ' || user_id || ' has ' || balance || ' in ' || kind as text
      from ledger_accounts where user_id is not null and balance < 0`,
    sql<Found>`select 'User ' || a.user_id || ' holds ' || a.balance || ', withdrawals ask for ' ||
        coalesce(asked.total, 0) as text
      from ledger_accounts a
      left join (select user_id, sum(amount) as total from withdrawals where state = 'held' group by user_id) as asked
        on asked.user_id = a.user_id
      where a.kind = 'held' and a.balance <> coalesce(asked.total, 0)`,
    sql<Found>`select 'Payment ' || i.reference || ' is ' || i.state || ' and was credited ' || count(t.id) ||
        ' times' as text
      from payment_intents i
      left join ledger_transfers t on t.user_id = i.user_id and t.key = 'payment:' || i.reference
      group by i.id, i.reference, i.state
      having count(t.id) <> case when i.state = 'confirmed' then 1 else 0 end`,
    sql<Found>`select 'Purchase ' || p.id || ' was paid and has no invoice' as text from purchases p
      where p.state = 'paid' and p.paid_with = 'wallet'
        and not exists (select 1 from invoices i where i.purchase_id = p.id)`,
    sql<Found>`select 'The invoices of ' || year || ' go up to ' || max(sequence) || ', there are ' || count(*) as text
      from invoices group by year having max(sequence) <> count(*) or min(sequence) <> 1`,
    sql<Found>`select 'The next invoice of ' || written.year || ' would be ' || (coalesce(counter.last, 0) + 1) ||
        ', its invoices go up to ' || written.last as text
      from (select year, max(sequence) as last from invoices group by year) as written
      left join invoice_counters counter on counter.year = written.year
      where coalesce(counter.last, 0) <> written.last
      union all
      select 'The next invoice of ' || counter.year || ' would be ' || (counter.last + 1) || ', it has none' as text
      from invoice_counters counter
      where not exists (select 1 from invoices where invoices.year = counter.year)`,
    sql<Found>`select 'The house holds ' || a.balance || ' of GST, it sold with ' || sold.gst as text
      from ledger_accounts a
      cross join (
        select coalesce(sum(gst), 0) as gst from purchases where state = 'paid' and paid_with = 'wallet'
      ) as sold
      where a.user_id is null and a.kind = 'gst' and a.balance <> sold.gst`,
    sql<Found>`select 'The house has given ' || -a.balance || ' in rewards, it says ' || told.amount as text
      from ledger_accounts a
      cross join (select coalesce(sum(amount), 0) as amount from rewards) as told
      where a.user_id is null and a.kind = 'rewards' and -a.balance <> told.amount`,
    sql<Found>`select 'The fee of purchase ' || l.purchase_id || ' gave its author ' || coalesce(paid.amount, 0) ||
        ', it says ' || l.share as text
      from licences l join publications p on p.id = l.publication_id
      left join (select t.user_id, t.key, sum(e.amount) as amount from ledger_transfers t
        join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.kind = 'author-share' and a.user_id = t.user_id group by 1, 2) as paid
        on paid.user_id = p.author_id and paid.key = 'author-share:' || l.purchase_id
      where coalesce(paid.amount, 0) <> l.share`,
  ];
  const problems: string[] = [];
  for (const question of questions) {
    const { rows } = await question.execute(db);
    problems.push(...rows.slice(0, MOST_OF_A_KIND).map(({ text }) => text));
    if (rows.length > MOST_OF_A_KIND) problems.push(`… and ${rows.length - MOST_OF_A_KIND} more like it`);
  }
  return {
    accounts: await count('ledger_accounts'),
    transfers: await count('ledger_transfers'),
    entries: await count('ledger_entries'),
    problems,
  };
};
