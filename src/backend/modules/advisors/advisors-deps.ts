import type { advisors } from '../../../shared/contract/advisors.ts';
import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { PlanRecords } from '../../advisors/plan-records.ts';
import type { WorkerPool } from '../../backtests/worker-pool.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { ImportPlace } from '../../market/import/import-files.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';

/** Parts that the calls about advisor plans work with. */
export interface AdvisorsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketRuns: MarketRuns;
  readonly imports: ImportPlace<WorkerPool>;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
}

/** Dependencies with the plans' records, which are kept from call to call. */
export interface AdvisorsParts extends AdvisorsDeps {
  readonly records: PlanRecords;
}

export type AdvisorsCalls = Handlers<typeof advisors, CallContext>;
