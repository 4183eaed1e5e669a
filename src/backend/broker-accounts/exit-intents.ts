import { sql } from 'kysely';
import { backOffMs } from '../../engine/trading/position.ts';
import type { Transaction } from '../db/database.ts';
import type { ExitIntentRow, OrderRow } from '../db/schema.ts';

/** An exit that is wanted: it lives until the shares are off or the wish is withdrawn. */
export interface WantedExitIntent {
  readonly positionId: number;
  /** Shares to take off; null for all of them. */
  readonly quantity: number | null;
  readonly purpose: OrderRow['purpose'];
  readonly reason: string;
  readonly decisionPrice: number | null;
  /** The same wish again finds the one that is there. */
  readonly key: string;
  readonly at: number;
}

/** Writes a wish; one that is there already is only read. */
export const writeExitIntent = async (
  tx: Transaction,
  wanted: WantedExitIntent,
): Promise<{ intent: ExitIntentRow; isNew: boolean }> => {
  const intent = await tx.query
    .insertInto('exit_intents')
    .values({
      position_id: wanted.positionId,
      quantity: wanted.quantity,
      purpose: wanted.purpose,
      reason: wanted.reason,
      decision_price: wanted.decisionPrice,
      intent_key: wanted.key,
      status: 'open',
      next_at: wanted.at,
      decided_at: wanted.at,
    })
    .onConflict((conflict) => conflict.column('intent_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (intent) return { intent, isNew: true };
  const known = await tx.query
    .selectFrom('exit_intents')
    .selectAll()
    .where('intent_key', '=', wanted.key)
    .executeTakeFirstOrThrow();
  return { intent: known, isNew: false };
};

/** Counts what an attempt has taken off; the wish is fulfilled when all of it is off. Returns it as it is then. */
export const fillExitIntent = async (
  tx: Transaction,
  intentId: number,
  quantity: number,
): Promise<ExitIntentRow | undefined> => {
  const { rows } = await sql<ExitIntentRow>`update exit_intents set filled = filled + ${quantity},
    status = case when status = 'open' and filled + ${quantity} >= quantity then 'fulfilled' else status end
    where id = ${intentId} returning *`.execute(tx.query);
  return rows[0];
};

/** Wishes with what was taken off for one of them; without it once it is done. */
export const exitsAfter = (
  exits: readonly ExitIntentRow[],
  filled: ExitIntentRow | undefined,
): readonly ExitIntentRow[] =>
  exits.flatMap((exit) => {
    if (exit.id !== filled?.id) return [exit];
    return filled.status === 'open' ? [{ ...exit, filled: Math.max(exit.filled, filled.filled) }] : [];
  });

/** An attempt ended without taking all off: the next one is made after a while. Returns the attempts that failed in a row. */
export const failExitIntent = async (tx: Transaction, intentId: number, now: number): Promise<number> => {
  const { attempts } = await tx.query
    .updateTable('exit_intents')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', intentId)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  await tx.query
    .updateTable('exit_intents')
    .set({ next_at: now + backOffMs(attempts) })
    .where('id', '=', intentId)
    .execute();
  return attempts;
};

/** Ends what is still wanted of a position: fulfilled when it is closed, withdrawn otherwise. */
export const endExitIntents = async (
  tx: Transaction,
  positionId: number,
  status: 'fulfilled' | 'withdrawn',
  only?: readonly number[],
): Promise<void> => {
  let query = tx.query
    .updateTable('exit_intents')
    .set({ status })
    .where('position_id', '=', positionId)
    .where('status', '=', 'open');
  if (only) query = query.where('id', 'in', only);
  await query.execute();
};

/** Exit intents of a position that are not done, oldest first. */
export const openExitIntents = (query: Transaction['query'], positionId: number): Promise<ExitIntentRow[]> =>
  query
    .selectFrom('exit_intents')
    .selectAll()
    .where('position_id', '=', positionId)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();

/** A position in memory, with its exits. */
interface Held {
  readonly row: { readonly id: number };
  exits: readonly ExitIntentRow[];
}

/** Read the exits that are open. They count from the commit on: what is written in the same commit comes in its order. */
export const readExits = async (tx: Transaction, held: Held): Promise<void> => {
  const exits = await openExitIntents(tx.query, held.row.id);
  tx.afterCommit(() => (held.exits = exits));
};

/** Number of withdrawn intents of a key; the one that is wanted after them has their number behind the key. */
export const withdrawnOf = async (
  query: Transaction['query'],
  positionId: number,
  key: string,
): Promise<number> => {
  const { withdrawn } = await query
    .selectFrom('exit_intents')
    .select((eb) => eb.fn.countAll<number>().as('withdrawn'))
    .where('position_id', '=', positionId)
    .where((eb) => eb.or([eb('intent_key', '=', key), eb('intent_key', 'like', `${key}:%`)]))
    .where('status', '=', 'withdrawn')
    .executeTakeFirstOrThrow();
  return Number(withdrawn);
};
