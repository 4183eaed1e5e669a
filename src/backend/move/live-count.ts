import type { Kysely } from 'kysely';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Schema } from '../db/schema.ts';

/** Live trading in a database. */
export interface LiveCount {
  readonly accounts: number;
  readonly running: number;
  readonly positions: number;
  readonly orders: number;
}

/** Count the live trading of everybody. */
export const liveOf = async (query: Kysely<Schema>): Promise<LiveCount> => {
  const { accounts } = await query
    .selectFrom('broker_accounts')
    .select((eb) => eb.fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow();
  const { running } = await query
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .where('mode', '=', 'live')
    .where('status', '=', STRATEGY_STATUS.running)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { positions } = await query
    .selectFrom('positions')
    .select((eb) => eb.fn.countAll<number>().as('positions'))
    .where('mode', '=', 'live')
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  const { orders } = await query
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .where('mode', '=', 'live')
    .where('state', 'in', [...WORKING_STATES])
    .executeTakeFirstOrThrow();
  return { accounts, running, positions, orders };
};
