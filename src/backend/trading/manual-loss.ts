import { lossBlockReason } from '../../engine/trading/strategy-runtime.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import { loadDayResult } from './day-result.ts';
import type { RunIdentity } from './order-path.ts';

/** Why an account by hand opens nothing more today. Null where it may. `open` is what it holds, `at` market time. */
export type ManualLoss = (
  strategyId: number,
  open: readonly PositionRow[],
  at: number,
) => Promise<string | null>;

/** Loss limit of accounts by hand on a run, by its prices. */
export const manualLossOn =
  (
    { read }: Database,
    { source, runId }: RunIdentity,
    prices: Parameters<typeof loadDayResult>[2],
  ): ManualLoss =>
  async (strategyId, open, at) => {
    const { max_loss_per_day: most } = await read
      .selectFrom('strategies')
      .select('max_loss_per_day')
      .where('id', '=', strategyId)
      .executeTakeFirstOrThrow();
    if (most === null) return null;
    const today = await loadDayResult(read, { open, strategyId, source, runId, now: at }, prices);
    return lossBlockReason(today, most);
  };
