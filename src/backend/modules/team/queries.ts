import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { pageOffset } from '../../../shared/paging.ts';
import { containing } from '../../db/containing.ts';
import { type Page, paged } from '../../db/paged.ts';
import type { Schema } from '../../db/schema.ts';
import { notFound } from '../../refusal.ts';
import { type DayRange, momentsOf } from '../../ist-days.ts';
import { withTeamOf } from '../../team/team-tree.ts';

/** Which members of a team are wanted; what is absent does not matter. */
export interface MemberFilter {
  readonly keyword: string;
  /** Exactly this level; null for all below the first. */
  readonly level: number | null;
  readonly isActive?: 0 | 1;
  readonly isTradeActive?: 0 | 1;
  readonly isRoboActive?: 0 | 1;
  readonly designationLevel?: number;
  /** `level`: those nearest first, and the newest of each. */
  readonly order: 'newest' | 'oldest' | 'volume' | 'level';
}

/**
 * Payments of a user to the house, net of GST: credit was paid for when it was bought, and the fee of an author is the
 * author's.
 */
const volumeOf = (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb.fn.coalesce(
    eb
      .selectFrom('purchases')
      .select(({ fn }) => fn.sum<number>('purchases.taxable').as('volume'))
      .whereRef('purchases.user_id', '=', 'users.id')
      .where('purchases.state', '=', 'paid')
      .where('purchases.paid_with', '=', 'wallet')
      .where('purchases.kind', '!=', 'author'),
    eb.lit(0),
  );

/** Who a team is of: what brings people into it, and how far it has come. */
interface TeamHead {
  readonly referral_code: string;
  readonly designation_level: number;
  readonly active_direct: number;
  readonly active_team: number;
  readonly sponsorName: string | null;
}

/** The head of a team, who is the user. */
export const headOf = async (db: Kysely<Schema>, userId: number): Promise<TeamHead> => {
  const { rows } = await sql<TeamHead>`
    select users.referral_code, users.designation_level, users.active_direct, users.active_team,
      sponsor.full_name as "sponsorName"
    from users left join users as sponsor on sponsor.id = users.referrer_id
    where users.id = ${userId}`.execute(db);
  const [head] = rows;
  if (!head) throw notFound('user');
  return head;
};

/** A page of a user's team. */
export const membersOf = async (db: Kysely<Schema>, userId: number, filter: MemberFilter, page: Page) => {
  const { keyword, level, isActive, isTradeActive, isRoboActive, designationLevel, order } = filter;
  const query = withTeamOf(db, userId, level)
    .selectFrom('team')
    .innerJoin('users', 'users.id', 'team.id')
    .leftJoin('users as sponsor', 'sponsor.id', 'users.referrer_id')
    .where('team.level', level === null ? '>' : '=', level ?? 1)
    // Phone and e-mail are masked: what cannot be seen must not be found out by searching either.
    .$if(keyword !== '', (rows) => rows.where(containing('users.full_name', keyword)))
    .$if(isActive !== undefined, (rows) => rows.where('users.is_active', '=', isActive ?? 0))
    .$if(isTradeActive !== undefined, (rows) => rows.where('users.is_trade_active', '=', isTradeActive ?? 0))
    .$if(isRoboActive !== undefined, (rows) => rows.where('users.is_robo_active', '=', isRoboActive ?? 0))
    .$if(designationLevel !== undefined, (rows) =>
      rows.where('users.designation_level', '=', designationLevel ?? 0),
    );
  const { rows, total } = await paged(query, page, (found) =>
    found
      .selectAll('users')
      .select((eb) => ['team.level', 'sponsor.full_name as sponsorName', volumeOf(eb).as('volume')])
      .$if(order === 'level', (sorted) => sorted.orderBy('team.level'))
      .$if(order === 'volume', (sorted) => sorted.orderBy(sql`volume`, 'desc'))
      .orderBy('users.id', order === 'oldest' ? 'asc' : 'desc'),
  );
  return { rows, total };
};

interface RewardsQuery extends DayRange, Page {
  readonly level?: number;
}

/** A user's rewards in a range, newest first, with their sum. */
export const rewardsOf = async (db: Kysely<Schema>, userId: number, input: RewardsQuery) => {
  const { from, until } = momentsOf(input);
  const query = db
    .selectFrom('rewards')
    .innerJoin('ledger_transfers as transfer', 'transfer.id', 'rewards.transfer_id')
    .innerJoin('ledger_entries as entry', 'entry.transfer_id', 'transfer.id')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .innerJoin('users as payer', 'payer.id', 'rewards.from_user_id')
    .where('rewards.user_id', '=', userId)
    .where('account.user_id', '=', userId)
    .$if(from !== null, (rows) => rows.where('rewards.at', '>=', from))
    .$if(until !== null, (rows) => rows.where('rewards.at', '<', until))
    .$if(input.level !== undefined, (rows) => rows.where('rewards.level', '=', input.level ?? 0));
  const { total, earned } = await query
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.coalesce(eb.fn.sum<number>('rewards.amount'), eb.lit(0)).as('earned'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await query
    .select([
      'entry.id',
      'entry.at',
      'entry.kind',
      'entry.amount',
      'entry.balance',
      'transfer.note',
      'transfer.reference',
      'payer.full_name as counterparty',
      'rewards.level',
      'rewards.percent',
      'rewards.paid',
    ])
    .orderBy('rewards.id', 'desc')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  return { rows, total, earned };
};
