import { type OrderState, WORKING_STATES } from '../../shared/order-states.ts';
import { type Database } from '../db/database.ts';
import { storageTroubleInPart } from '../db/storage-trouble.ts';
import { Refusal } from '../refusal.ts';

/** States of a stop whose trigger was reached. */
const IN_MARKET: readonly OrderState[] = ['triggered', 'partially-filled'];

/** How many of some positions are left, or being left. */
const leavingOf = async ({ read }: Database, positionIds: readonly number[]): Promise<number> => {
  const rows = await read
    .selectFrom('positions')
    .select('id')
    .where('id', 'in', positionIds)
    .where((eb) =>
      eb.or([
        eb('status', '!=', 'open'),
        eb.exists(
          eb
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.position_id', '=', 'positions.id')
            .where('state', 'in', WORKING_STATES)
            .where((order) =>
              order.or([
                order('slot', '=', 'leaving'),
                // A live stop or target rests; on paper its order is only there once its price is reached.
                order.and([order('orders.mode', '=', 'test'), order('slot', '!=', 'entry')]),
                order.and([order('slot', '=', 'resting-stop'), order('state', 'in', IN_MARKET)]),
              ]),
            ),
        ),
        eb.exists(
          eb
            .selectFrom('exit_intents')
            .select('exit_intents.id')
            .whereRef('exit_intents.position_id', '=', 'positions.id')
            .where('exit_intents.status', '=', 'open'),
        ),
      ]),
    )
    .execute();
  return rows.length;
};

/**
 * Answer where only some positions could be left. `done` says what was saved before, if anything.
 * An error that has nothing to do with the disk is given back as it is.
 */
export const leftInPart = async (
  database: Database,
  error: unknown,
  positionIds: readonly number[],
  done = '',
): Promise<unknown> => {
  const why = storageTroubleInPart(error);
  if (why === null) return error;
  const leaving = positionIds.length === 0 ? 0 : await leavingOf(database, positionIds);
  if (done === '' && leaving === 0) return error;
  const closed = leaving === 0 ? '' : `Positions being closed: ${leaving} of ${positionIds.length}.`;
  const sentences = [done, closed, why].filter((sentence) => sentence !== '');
  return new Refusal('unavailable', sentences.join(' '), { cause: error });
};
