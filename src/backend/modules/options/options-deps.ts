import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { options } from '../../../shared/contract/options.ts';
import type { CallContext } from '../../call-context.ts';
import type { WorkerPool } from '../../backtests/worker-pool.ts';
import type { Database } from '../../db/database.ts';
import type { ImportPlace } from '../../market/import/import-files.ts';
import type { History } from '../../market/history.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';

/** Parts that the calls about options work with. */
export interface OptionsDeps {
  readonly marketRuns: MarketRuns;
  readonly history: History;
  readonly database: Database;
  readonly imports: ImportPlace<WorkerPool>;
}

export type OptionsCalls = Handlers<typeof options, CallContext>;
