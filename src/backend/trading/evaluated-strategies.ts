import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Mode } from '../../shared/contract/fields.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Schema, StrategyRow } from '../db/schema.ts';

/** Whether the rules of a strategy are evaluated: it runs, or it ran until something needed its owner. */
export const isEvaluated = ({
  status,
  status_before,
}: Pick<StrategyRow, 'status' | 'status_before'>): boolean =>
  status === STRATEGY_STATUS.running ||
  (status === STRATEGY_STATUS.needsAttention && status_before === STRATEGY_STATUS.running);

/** The same, as a condition on rows. */
export const areEvaluated = (eb: ExpressionBuilder<Schema, 'strategies'>) =>
  eb.or([
    eb('strategies.status', '=', STRATEGY_STATUS.running),
    eb.and([
      eb('strategies.status', '=', STRATEGY_STATUS.needsAttention),
      eb('strategies.status_before', '=', STRATEGY_STATUS.running),
    ]),
  ]);

/** Strategies whose rules are evaluated in a mode. Those that need their owner are: they still leave what they hold. */
export const evaluatedRows = (db: Kysely<Schema>, mode: Mode) =>
  db
    .selectFrom('strategies')
    .where('strategies.mode', '=', mode)
    .where('strategies.kind', '=', 'rules')
    .where('strategies.removed_at', 'is', null)
    .where(areEvaluated);

/** A strategy as it is stored now; null when it is not to be evaluated in this mode (any more). */
export const evaluatedRow = async (
  db: Kysely<Schema>,
  strategyId: number,
  mode: Mode,
): Promise<StrategyRow | null> =>
  (await evaluatedRows(db, mode)
    .selectAll('strategies')
    .where('strategies.id', '=', strategyId)
    .executeTakeFirst()) ?? null;

/** Why a strategy may enter nothing in a mode, as a sentence. Judged by what is stored now; null when it may enter. */
export const whyEntersNothing = async (
  db: Kysely<Schema>,
  strategyId: number,
  mode: Mode,
): Promise<string | null> => {
  const row = await db
    .selectFrom('strategies')
    .select(['name', 'kind', 'mode', 'status', 'removed_at'])
    .where('id', '=', strategyId)
    .executeTakeFirstOrThrow();
  return whyItEntersNothing(row, mode);
};

/** The same of a strategy that has just been read. */
export const whyItEntersNothing = (
  row: Pick<StrategyRow, 'name' | 'kind' | 'mode' | 'status' | 'removed_at'>,
  mode: Mode,
): string | null => {
  if (row.kind === 'manual' && row.removed_at !== null)
    return 'Trading by hand with real money is switched off.';
  // A basket is bought by its owner, and so is what is traded by hand; no rules run.
  if (row.kind !== 'rules') return null;
  if (row.removed_at !== null) return `${row.name} is removed.`;
  if (row.mode !== mode) return `${row.name} trades ${row.mode === 'live' ? 'live' : 'on paper'} now.`;
  if (row.status === STRATEGY_STATUS.needsAttention) return `${row.name} needs you first.`;
  return row.status === STRATEGY_STATUS.running ? null : `${row.name} is stopped.`;
};
