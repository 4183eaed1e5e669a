import type { Logger } from 'pino';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { PlaceTimes } from '../cluster/place-times.ts';
import type { Database } from '../db/database.ts';
import type { History } from '../market/history.ts';
import type { SimulatedDays } from '../market/simulated/simulated-days.ts';
import type { EventSinks } from './announce.ts';
import type { MarketNews } from './market-news.ts';

/** Dependencies of market runs. */
export interface MarketRunsDeps {
  readonly users: OwnUsers;
  /** Where the simulated market of these users stands; null where it stands for all users in its feed. */
  readonly times: PlaceTimes | null;
  readonly database: Database;
  readonly history: History;
  readonly simulatedDays: SimulatedDays;
  readonly sinks: EventSinks;
  readonly news?: MarketNews;
  readonly logger: Logger;
}
