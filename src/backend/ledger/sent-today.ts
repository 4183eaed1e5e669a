/**
 * Sum that an account has sent on a day, beside its balance. So a daily limit need not sum the day. The day is the
 * latest so far: where the clock was set back, what is sent before that day comes again counts with it, for a limit
 * must not begin anew.
 */

/**
 * Sum of what an account has sent on its last sending day. It counts from the first entry of the last day on which the
 * account sent something.
 */
export const SENT_BY_ENTRIES = `
  select entry.account_id, last.day, -sum(entry.amount) as amount
  from ledger_entries as entry join (
    select account_id, day, first_id, row_number() over (partition by account_id order by day desc) as place
    from (
      select account_id, date((at + 19800000) / 1000, 'unixepoch') as day, min(id) as first_id
      from ledger_entries where kind = 'sent' group by account_id, day
    ) as days
  ) as last on last.account_id = entry.account_id and last.place = 1
  where entry.kind = 'sent' and entry.id >= last.first_id
  group by entry.account_id, last.day`;

/** Update of every account's last sending day, from the entries. It works out what each has sent on that day. */
export const KEEP_SENT = `
  update ledger_accounts set sent_on = sums.day, sent = sums.amount
  from (${SENT_BY_ENTRIES}) as sums where sums.account_id = ledger_accounts.id`;
