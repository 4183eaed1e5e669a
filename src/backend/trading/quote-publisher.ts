import type { Logger } from 'pino';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { istIso } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { MarketRun } from './market-run.ts';
import type { MarketRuns } from './market-runs.ts';
import { positionView } from './views.ts';

type Quotes = Extract<StreamEvent, { type: 'quote' }>['quotes'];

const QUOTES_EVERY_MS = 300;
const POSITIONS_EVERY_MS = 1_000;

const quotesOf = ({ session, identity }: MarketRun, symbols: Iterable<string>): Quotes => {
  const quotes: Quotes = [];
  for (const symbol of symbols) {
    const last = session.lastPrice(symbol);
    if (!last) continue;
    const tradingSymbol = session.tradingSymbolOf?.(symbol);
    quotes.push({
      symbol,
      source: identity.source,
      ltp: last.price,
      previousClose: session.previousClose(symbol),
      at: istIso(last.at),
      ...(tradingSymbol !== undefined && { tradingSymbol }),
    });
  }
  return quotes;
};

/**
 * Streams prices and the value of open positions to listening users. The pace is one that people can read: the last
 * price of each instrument that has moved, all in one message.
 */
export class QuotePublisher {
  private readonly marketRuns: MarketRuns;
  private readonly hub: EventHub;
  private readonly database: Database;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly strategies = new Map<number, { readonly name: string; readonly isBasket: boolean }>();
  /** Users whose last message had positions in it: they are told once that there are none. */
  private readonly holding = new Set<number>();
  private readonly logger: Logger;
  private isBusy = false;

  constructor(marketRuns: MarketRuns, hub: EventHub, database: Database, logger: Logger) {
    this.marketRuns = marketRuns;
    this.hub = hub;
    this.database = database;
    this.logger = logger;
  }

  start(): void {
    this.timers.push(
      setInterval(() => this.publishQuotes(), QUOTES_EVERY_MS),
      setInterval(() => void this.publishPositions(), POSITIONS_EVERY_MS),
    );
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Every price that a user follows. For a window that has just connected. */
  snapshot(userId: number): StreamEvent[] {
    const quotes = this.marketRuns
      .followedRunsOf(userId)
      .flatMap((run) => quotesOf(run, run.session.symbols));
    return quotes.length > 0 ? [{ type: 'quote', quotes }] : [];
  }

  private publishQuotes(): void {
    const changed = new Map<MarketRun, Quotes>();
    const changedOn = (run: MarketRun): Quotes => {
      const known = changed.get(run) ?? quotesOf(run, run.session.drainChanged());
      changed.set(run, known);
      return known;
    };
    for (const userId of this.hub.listeningUsers()) {
      const quotes = this.marketRuns.followedRunsOf(userId).flatMap(changedOn);
      if (quotes.length > 0) this.hub.publishVolatile(userId, { type: 'quote', quotes });
    }
  }

  private async publishPositions(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    // Each by itself: what cannot be read of one user keeps nobody else waiting.
    for (const userId of this.hub.listeningUsers())
      await this.publishPositionsOf(userId).catch((error: unknown) =>
        this.logger.error({ err: error, userId }, 'positions could not be published'),
      );
    this.isBusy = false;
  }

  private async publishPositionsOf(userId: number): Promise<void> {
    this.marketRuns.publishFeed(userId);
    await this.learnStrategies(this.heldBy(userId).map(({ position }) => position.strategy_id));
    const held = this.heldBy(userId);
    if (held.length > 0) this.holding.add(userId);
    else if (!this.holding.delete(userId)) return;
    const positions = held.map(({ run, position }) =>
      positionView(
        position,
        this.strategies.get(position.strategy_id) ?? { name: '' },
        run.session.lastPriceOf(position),
      ),
    );
    this.hub.publishVolatile(userId, { type: 'positions', positions });
  }

  private heldBy(userId: number): { run: MarketRun; position: PositionRow }[] {
    return this.marketRuns
      .runsOf(userId)
      .flatMap((run) => run.execution.openPositions().map((position) => ({ run, position })))
      .filter(({ position }) => position.user_id === userId);
  }

  private async learnStrategies(strategyIds: readonly number[]): Promise<void> {
    const unknown = [...new Set(strategyIds)].filter((id) => !this.strategies.has(id));
    if (unknown.length === 0) return;
    const rows = await this.database.read
      .selectFrom('strategies')
      .select(['id', 'name', 'kind'])
      .where('id', 'in', unknown)
      .execute();
    for (const { id, name, kind } of rows) this.strategies.set(id, { name, isBasket: kind === 'basket' });
  }
}
