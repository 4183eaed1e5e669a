import { type Kysely, sql } from 'kysely';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import type { Schema } from '../../db/schema.ts';

/** Facts about a person that home needs first, read in one query. They are known before home reads more. */
export interface PersonStatus {
  /** Of all that they ever had, in test and live; of a removed strategy its results stay. */
  readonly testStrategies: number;
  readonly testRunning: number;
  readonly liveStrategies: number;
  readonly liveRunning: number;
  /** Rules of their own: those with a stop-loss that did not come with a copy, and those that trade real money. */
  readonly ownRules: number;
  readonly withStopLoss: number;
  readonly liveRules: number;
  readonly needingAttention: number;
  readonly heldBaskets: number;
  readonly endingPlans: number;
  readonly walletBalance: number;
  readonly hasAadhaar: number;
  readonly hasPan: number;
}

/** `plansUntil`: plans that are not renewed and end before it, epoch ms. */
export const standingOf = async (
  db: Kysely<Schema>,
  userId: number,
  plansUntil: number,
): Promise<PersonStatus> => {
  const { running, needsAttention } = STRATEGY_STATUS;
  const { rows } = await sql<PersonStatus>`
    select
      coalesce(sum(mode = 'test'), 0) as "testStrategies",
      coalesce(sum(mode = 'test' and kind = 'rules' and status = ${running}), 0) as "testRunning",
      coalesce(sum(mode = 'live'), 0) as "liveStrategies",
      coalesce(sum(mode = 'live' and kind = 'rules' and status = ${running}), 0) as "liveRunning",
      coalesce(sum(kind = 'rules'), 0) as "ownRules",
      coalesce(sum(kind = 'rules' and stop_loss_json is not null and stop_loss_json is distinct from
        (select copied.stop_loss_json from strategies as copied where copied.id = strategies.parent_id)),
        0) as "withStopLoss",
      coalesce(sum(kind = 'rules' and mode = 'live'), 0) as "liveRules",
      coalesce(sum(status = ${needsAttention} and removed_at is null), 0) as "needingAttention",
      (select count(*) from basket_holdings
        where user_id = ${userId} and closing_at is null and closed_at is null) as "heldBaskets",
      (select count(*) from subscriptions where user_id = ${userId} and state <> 'ended'
        and is_renewing = 0 and paid_until < ${plansUntil}) as "endingPlans",
      coalesce((select balance from ledger_accounts
        where user_id = ${userId} and kind = 'available'), 0) as "walletBalance",
      exists (select 1 from identities where user_id = ${userId} and aadhaar_last4 is not null) as "hasAadhaar",
      exists (select 1 from identities where user_id = ${userId} and pan_masked is not null) as "hasPan"
    from strategies where owner_id = ${userId}`.execute(db);
  const [status] = rows;
  if (!status) throw new Error('A sum without a row.');
  return status;
};
