import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { History } from '../market/history.ts';
import type { SimulatedDays } from '../market/simulated/simulated-days.ts';
import type { EventSinks } from './announce.ts';

/** Dependencies of market runs. */
export interface MarketRunsDeps {
  readonly database: Database;
  readonly history: History;
  readonly simulatedDays: SimulatedDays;
  readonly sinks: EventSinks;
  readonly logger: Logger;
}
