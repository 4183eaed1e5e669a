import type { Logger } from 'pino';
import { ORDER_STATES } from '../../shared/order-states.ts';
import type { Database } from '../db/database.ts';
import { gauge, gaugeBy, type Metric } from './exposition.ts';

export interface RowCountsDeps {
  readonly database: Pick<Database, 'readOf'>;
  readonly logger: Logger;
}

/** However often metrics are read, rows are counted once in this time. */
const KEPT_MS = 5_000;
/** Most of the time of a thread that counting takes. People's lists are read on it too. */
const MOST_OF_THREAD = 1 / 20;
/** Stands for a user where reads of users are taken in turn. */
const NOBODY = 0;

const UNFINISHED = ['queued', 'running'] as const;

const countsOf = <K extends string>(
  keys: readonly K[],
  rows: readonly { readonly state: K; readonly count: number }[],
): Record<string, number> =>
  Object.fromEntries(keys.map((key) => [key, rows.find(({ state }) => state === key)?.count ?? 0]));

/** Metrics that are counted in the database: orders, backtests, payouts. */
export class RowCounts {
  private readonly deps: RowCountsDeps;
  private counted: Promise<Metric[]> | null = null;
  private keptUntil = 0;

  constructor(deps: RowCountsDeps) {
    this.deps = deps;
  }

  /** The counts, a few seconds old at most; none while the database cannot be read. */
  current(): Promise<Metric[]> {
    if (!this.counted || performance.now() >= this.keptUntil) {
      // Nobody begins another count before this one has ended.
      this.keptUntil = Infinity;
      this.counted = this.count();
    }
    return this.counted;
  }

  private async count(): Promise<Metric[]> {
    const began = performance.now();
    try {
      return await this.read();
    } catch (error) {
      // A number that may be wrong is worse than none.
      this.deps.logger.warn({ err: error }, 'rows could not be counted for the metrics');
      return [];
    } finally {
      const ended = performance.now();
      this.keptUntil = ended + Math.max(KEPT_MS, (ended - began) / MOST_OF_THREAD);
    }
  }

  private async read(): Promise<Metric[]> {
    const read = this.deps.database.readOf(NOBODY);
    const orders = await read
      .selectFrom('orders')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute();
    const backtests = await read
      .selectFrom('backtest_runs')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .where('state', 'in', UNFINISHED)
      .groupBy('state')
      .execute();
    const payouts = await read
      .selectFrom('withdrawals')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'held')
      .executeTakeFirstOrThrow();
    return [
      gaugeBy('trickdesk_orders', 'Orders by state.', 'state', countsOf(ORDER_STATES, orders)),
      gaugeBy(
        'trickdesk_backtests',
        'Backtests and sweeps that wait or run.',
        'state',
        countsOf<string>(UNFINISHED, backtests),
      ),
      gauge(
        'trickdesk_payouts_held',
        'Payouts that the payment provider has not settled.',
        () => payouts.count,
      ),
    ];
  }
}
