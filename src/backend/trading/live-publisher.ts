import type { Database } from '../db/database.ts';
import type { EventHub } from '../http/event-hub.ts';
import type { Logger } from 'pino';
import { istIso } from '../../shared/time.ts';
import type { TradingDesk } from './trading-desk.ts';
import type { TradingRun } from './trading-run.ts';
import { positionView } from './views.ts';

const QUOTES_EVERY_MS = 300;
const POSITIONS_EVERY_MS = 1_000;

/** Streams prices and the value of open positions to users who are listening, at a pace people can read. */
export class LivePublisher {
  private readonly desk: TradingDesk;
  private readonly hub: EventHub;
  private readonly database: Database;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly trickNames = new Map<number, string>();
  private readonly logger: Logger;
  private isBusy = false;

  constructor(desk: TradingDesk, hub: EventHub, database: Database, logger: Logger) {
    this.desk = desk;
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

  private listenersOf(run: TradingRun): number[] {
    return this.hub.listeningUsers().filter((userId) => this.desk.runOf(userId) === run);
  }

  private publishQuotes(): void {
    for (const run of this.desk.allRuns()) {
      const symbols = run.session.takeChanged();
      if (symbols.length === 0) continue;
      const listeners = this.listenersOf(run);
      if (listeners.length === 0) continue;
      const quotes = symbols.flatMap((symbol) => {
        const last = run.session.lastPrice(symbol);
        if (!last) return [];
        return [
          {
            symbol,
            source: run.identity.source,
            ltp: last.price,
            previousClose: run.session.previousClose(symbol),
            at: istIso(last.at),
          },
        ];
      });
      for (const userId of listeners) this.hub.publishFleeting(userId, { type: 'quote', quotes });
    }
  }

  private async publishPositions(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      for (const userId of this.hub.listeningUsers()) {
        this.desk.publishFeed(userId);
        if (!this.desk.isOpen) continue;
        for (const run of this.desk.runsOf(userId))
          for (const position of run.execution.openPositions()) {
            if (position.user_id !== userId) continue;
            const name = await this.nameOf(position.trick_id);
            const view = positionView(position, name, run.session.lastPrice(position.symbol));
            this.hub.publishFleeting(userId, { type: 'position', position: view });
          }
      }
    } catch (error) {
      this.logger.error({ err: error }, 'positions could not be published');
    } finally {
      this.isBusy = false;
    }
  }

  private async nameOf(trickId: number): Promise<string> {
    const known = this.trickNames.get(trickId);
    if (known !== undefined) return known;
    const { name } = await this.database.read
      .selectFrom('tricks')
      .select('name')
      .where('id', '=', trickId)
      .executeTakeFirstOrThrow();
    this.trickNames.set(trickId, name);
    return name;
  }
}
