import type { Source } from '../../shared/contract/fields.ts';
import type { Database } from '../db/database.ts';
import type { ResultScope } from './results.ts';
import type { MarketRuns } from './market-runs.ts';

/** The scope of a user's test results: the feed in use. */
export const testScope = (marketRuns: MarketRuns, userId: number): ResultScope => ({
  mode: 'test',
  source: marketRuns.runOf(userId).identity.source,
  runId: marketRuns.runOf(userId).identity.runId,
});

/** Live results come from the broker, whatever feed tests run on. */
export const LIVE_SCOPE: ResultScope = { mode: 'live', source: 'broker', runId: null };

/** Test results of one source: the feed in use unless another is named; of replays, the user's latest. */
export const sourceScope = async (
  marketRuns: MarketRuns,
  database: Database,
  userId: number,
  source: Source | undefined,
): Promise<ResultScope> => {
  const inUse = testScope(marketRuns, userId);
  if (source === undefined || source === inUse.source) return inUse;
  if (source === 'simulated') return { mode: 'test', source, runId: marketRuns.simulated.identity.runId };
  const { id } = await database.read
    .selectFrom('feeds')
    .select((eb) => eb.fn.coalesce(eb.fn.max<number>('id'), eb.lit(0)).as('id'))
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
  return { mode: 'test', source, runId: id };
};
