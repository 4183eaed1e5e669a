import type { Kysely } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { BrokerAccountRow, Schema } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';

/** Row of `meta` that a link holds until it is saved. */
const TURN_KEY = 'broker-links';

/** `A123456` as it is shown: its last three characters. */
export const masked = (clientCode: string): string =>
  `${'•'.repeat(Math.max(0, clientCode.length - 3))}${clientCode.slice(-3)}`;

/** Account that somebody wants to link. */
interface WantedLink {
  readonly userId: number;
  readonly clientCode: string;
  /** Client code of a stored account; null where it cannot be read. */
  readonly codeOf: (row: BrokerAccountRow) => string | null;
}

/**
 * Refuse an account that another user has linked. Each would count what the other holds as missing.
 * @throws Refusal `conflict`
 */
export const requireUnlinked = async (
  query: Kysely<Schema>,
  { userId, clientCode, codeOf }: WantedLink,
): Promise<void> => {
  const alike = await query
    .selectFrom('broker_accounts')
    .selectAll()
    .where('client_code_masked', '=', masked(clientCode))
    .where('user_id', '!=', userId)
    .execute();
  if (alike.some((row) => codeOf(row) === clientCode))
    throw new Refusal(
      'conflict',
      'This Angel One account is linked to another user of this TrickDesk. Unlink it there first.',
    );
};

/**
 * The same once more where a link is written. Two of one account may have come this far, at two servers of a house: the
 * second waits here until the first is saved, or not.
 * @throws Refusal `conflict`
 */
export const requireUnlinkedInTurn = async ({ query }: Transaction, wanted: WantedLink): Promise<void> => {
  await query
    .insertInto('meta')
    .values({ key: TURN_KEY, value: '' })
    .onConflict((same) => same.column('key').doUpdateSet({ value: '' }))
    .execute();
  await requireUnlinked(query, wanted);
};
