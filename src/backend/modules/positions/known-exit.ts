import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { OrderRow, PositionRow } from '../../db/schema.ts';
import { isUnanswered } from '../../trading/unanswered-exits.ts';

/** How long a user waits for the broker's answer to an exit. The exit goes on without them. */
const PATIENCE_MS = 1_500;

/** An exit's order, and whether the broker has reported its outcome. */
export interface KnownExit {
  readonly order: OrderRow;
  readonly isAnswered: boolean;
}

/** State of a live exit: once the broker has answered, or as it stands while its answer takes long. */
export const knownExit = async (
  database: Database,
  logger: Logger,
  position: PositionRow,
  leaving: Promise<OrderRow>,
): Promise<KnownExit> => {
  const answered = leaving.then((order) => ({ order, isAnswered: !isUnanswered(order) }));
  const late = Symbol('late');
  if ((await Promise.race([answered, delay(PATIENCE_MS, late, { ref: false })])) !== late) return answered;
  const order = await database.read
    .selectFrom('orders')
    .selectAll()
    .where('position_id', '=', position.id)
    .where('slot', '=', 'leaving')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  // Not even written yet: there is nothing to tell of.
  if (!order) return answered;
  answered.catch((error: unknown) =>
    logger.error({ err: error, positionId: position.id }, 'an exit failed after its call was answered'),
  );
  return { order, isAnswered: false };
};
