import type { Kysely } from 'kysely';
import { house } from './migrations/0001-house.ts';
import { backtests } from './migrations/0002-backtests.ts';
import { lots } from './migrations/0003-lots.ts';
import { money } from './migrations/0004-money.ts';
import { people } from './migrations/0005-people.ts';
import { unreadAlerts } from './migrations/0006-unread-alerts.ts';
import { live } from './migrations/0007-live.ts';
import { advisors } from './migrations/0008-advisors.ts';
import { tradebook } from './migrations/0009-tradebook.ts';
import { baskets } from './migrations/0010-baskets.ts';
import { orderLifecycle } from './migrations/0011-order-lifecycle.ts';
import { splits } from './migrations/0012-splits.ts';
import { askedQuantity } from './migrations/0013-asked-quantity.ts';
import { signIn } from './migrations/0014-sign-in.ts';
import { keptSums } from './migrations/0015-kept-sums.ts';
import { retention } from './migrations/0016-retention.ts';
import { countedOrders } from './migrations/0017-counted-orders.ts';

interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
}

/** In order; the number of a migration is its place in this list, from 1. Never edited once released. */
export const migrations: readonly Migration[] = [
  house,
  backtests,
  lots,
  money,
  people,
  unreadAlerts,
  live,
  advisors,
  tradebook,
  baskets,
  orderLifecycle,
  splits,
  askedQuantity,
  signIn,
  keptSums,
  retention,
  countedOrders,
];
