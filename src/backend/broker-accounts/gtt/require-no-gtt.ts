import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { Refusal } from '../../refusal.ts';
import { gttIn } from './gtt-rows.ts';

/**
 * Refuse to leave an account in which a GTT order may trigger: nobody here would follow it. `account` is the one that is
 * linked instead, as it is shown; null for none.
 * @throws Refusal `refused`
 */
export const requireNoGtt = async (
  db: Kysely<Schema>,
  userId: number,
  account: string | null,
): Promise<void> => {
  const row = (await gttIn(db, userId)).find((one) => one.account !== account);
  if (row)
    throw new Refusal(
      'refused',
      `A GTT order to ${row.side} ${row.quantity} ${row.symbol} may still trigger in the account ${row.account}. Cancel it, or settle what became of it, first.`,
    );
};
