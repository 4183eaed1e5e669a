import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Position } from '../../shared/contract/positions.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import { positionBytes } from '../notices/event-bytes.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { MarketRun } from './market-run.ts';
import type { MarketRuns } from './market-runs.ts';
import { positionView } from './views.ts';
import type { WatchedPrices } from './watched-prices.ts';

/** People read no faster; what a strategy or a stop decides on does not come this way. */
const EVERY_MS = 1_000;
/** Positions valued in one turn of the event loop. */
const VALUED_AT_ONCE = 25;

interface Deps {
  readonly marketRuns: MarketRuns;
  readonly watchedPrices: Pick<WatchedPrices, 'publish'>;
  readonly hub: EventHub;
  readonly database: Database;
  readonly logger: Logger;
}

interface HeldByUser {
  readonly run: MarketRun;
  readonly position: PositionRow;
}

/**
 * Streams what moves, once a second: to each stream the prices that it watches, to each listening user the state of
 * their feed and the worth of what they hold, at its own last price.
 */
export class QuotePublisher {
  private readonly deps: Deps;
  private timer: NodeJS.Timeout | undefined;
  private readonly strategies = new Map<number, Parameters<typeof positionView>[1]>();
  /** Users whose last message had positions in it: they are told once that there are none. */
  private readonly holding = new Set<number>();
  private isBusy = false;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  start(): void {
    this.timer = setInterval(() => {
      this.deps.watchedPrices.publish();
      void this.publishPositions();
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async publishPositions(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    // Each by itself: what cannot be read of one user keeps nobody else waiting.
    for (const userId of this.deps.hub.listeningUsers())
      await this.publishPositionsOf(userId).catch((error: unknown) =>
        this.deps.logger.error({ err: error, userId }, 'positions could not be published'),
      );
    this.isBusy = false;
  }

  private async publishPositionsOf(userId: number): Promise<void> {
    this.deps.marketRuns.publishFeed(userId);
    await this.learnStrategies(this.heldBy(userId).map(({ position }) => position.strategy_id));
    const held = this.heldBy(userId);
    if (held.length > 0) this.holding.add(userId);
    else if (!this.holding.delete(userId)) return;
    const views = new Map<PositionRow, Position>();
    for (const [index, one] of held.entries()) {
      // An order that comes meanwhile waits for a few of them, not for a thousand.
      if (index > 0 && index % VALUED_AT_ONCE === 0) await nextTurn();
      const view = this.valued(one);
      positionBytes(view);
      views.set(one.position, view);
    }
    // Some were closed or changed meanwhile. They have told so, and must not come back as they were.
    const positions = this.heldBy(userId).map((one) => views.get(one.position) ?? this.valued(one));
    this.deps.hub.publishVolatile(userId, { type: 'positions', positions });
  }

  private valued({ run, position }: HeldByUser): Position {
    const strategy = this.strategies.get(position.strategy_id) ?? { name: '' };
    return positionView(position, strategy, run.session.lastPriceOf(position));
  }

  private heldBy(userId: number): HeldByUser[] {
    return this.deps.marketRuns
      .runsOf(userId)
      .flatMap((run) => run.execution.openPositionsOf(userId).map((position) => ({ run, position })));
  }

  private async learnStrategies(strategyIds: readonly number[]): Promise<void> {
    const unknown = [...new Set(strategyIds)].filter((id) => !this.strategies.has(id));
    if (unknown.length === 0) return;
    const rows = await this.deps.database.read
      .selectFrom('strategies')
      .select(['id', 'name', 'kind'])
      .where('id', 'in', unknown)
      .execute();
    for (const { id, name, kind } of rows)
      this.strategies.set(id, { name, isBasket: kind === 'basket', isManual: kind === 'manual' });
  }
}
