import { sql, type SqlBool } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { mostOf, QUOTAS, requireRoom } from '../quotas.ts';
import { areEvaluated } from './evaluated-strategies.ts';

/**
 * Require that running strategies are within their quota. Asked when one has been started, or given other rules while
 * it runs. One that waits for its owner runs again as soon as they have dealt with it, so it counts.
 * @throws Refusal `refused`
 */
export const requireRunningQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { count } = await query
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where(areEvaluated)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.runningStrategies;
  requireRoom(count, most, mostOf(most, 'running strategies', 'Stop one first.'));
  await requireIndicatorQuota(query, userId);
};

/** An indicator as it stands in a stored document. */
const INDICATOR = '"kind":"indicator"';

/** Counted in the text: to read so many documents would keep others waiting. */
const requireIndicatorQuota = async (query: Transaction['query'], userId: number): Promise<void> => {
  const { indicators } = await query
    .selectFrom('strategies')
    .select(
      sql<number | null>`sum((length(document_json) - length(replace(document_json, ${INDICATOR}, '')))
        / ${INDICATOR.length} * json_array_length(document_json, '$.instruments'))`.as('indicators'),
    )
    .where('owner_id', '=', userId)
    .where(areEvaluated)
    .where('removed_at', 'is', null)
    .where('kind', '=', 'rules')
    .where(sql<SqlBool>`json_valid(document_json)`)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.runningIndicators;
  const remedy =
    'Each counts once for each share of its strategy. Stop a strategy first, or name fewer shares.';
  requireRoom(indicators ?? 0, most, mostOf(most, 'indicators in running strategies', remedy));
};
