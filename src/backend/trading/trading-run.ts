import type { Logger } from 'pino';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import type { Database } from '../db/database.ts';
import type { FeedRow, PositionRow, TrickRow } from '../db/schema.ts';
import { FeedSession, type SessionState } from '../market/feed-session.ts';
import type { History } from '../market/history.ts';
import { findInstrument } from '../market/instrument-master.ts';
import type { Tape } from '../market/tape.ts';
import type { Announcer } from './announce.ts';
import { termsOfBasket } from './basket-terms.ts';
import { Execution, type RunIdentity, type TradingTerms } from './execution.ts';

import { Runner, termsOfTrick } from './runner.ts';
import { RunningTrick } from './running-trick.ts';

export interface TradingRunNeeds {
  readonly database: Database;
  readonly history: History;
  readonly announcer: Announcer;
  readonly logger: Logger;
  readonly tape: Tape;
  readonly feed: FeedRow;
  readonly onState: (state: SessionState) => void;
}

/** One feed with everything that trades on it: its session, the runner, orders and positions. */
export class TradingRun {
  readonly identity: RunIdentity;
  readonly session: FeedSession;
  readonly execution: Execution;
  readonly runner: Runner;
  readonly feed: FeedRow;
  private readonly database: Database;

  constructor(needs: TradingRunNeeds) {
    const { feed, database, announcer } = needs;
    this.feed = feed;
    this.database = database;
    this.identity = { source: feed.source, runId: feed.id };
    this.session = new FeedSession({
      tape: needs.tape,
      source: feed.source,
      marketTime: feed.market_time,
      speed: feed.speed,
      isPaused: feed.state === 'paused',
      logger: needs.logger,
      listener: {
        onTicks: (batch) => this.execution.onTicks(batch),
        onMinute: async (closed, now) => {
          await this.execution.squareOff(now);
          await this.runner.onCandles(closed, now);
        },
        onMinuteDone: (now) => this.writeMarketTime(now),
        onState: needs.onState,
      },
    });
    const lastPrice = (symbol: string) => this.session.lastPrice(symbol);
    this.execution = new Execution({
      database,
      announcer,
      // The index series report no volume at all; everything else does.
      broker: new PaperBroker((symbol) => findInstrument(symbol)?.kind === 'equity'),
      run: this.identity,
      lastPrice,
      termsOf: (trickId) => this.termsOf(trickId),
      onTrade: (trade) => this.runner.onTrade(trade),
    });
    this.runner = new Runner({
      database,
      announcer,
      execution: this.execution,
      history: needs.history,
      candles: this.session.candles,
      run: this.identity,
      historyOwnerId: feed.user_id ?? 0,
      lastPrice,
    });
  }

  /** Takes up where the run stood: prices and candles of the day, open orders and positions. */
  async load(): Promise<void> {
    await this.session.rebuildToday();
    await this.execution.load();
  }

  positionsOf(trickId: number): PositionRow[] {
    return this.execution.openPositions().filter((position) => position.trick_id === trickId);
  }

  private async writeMarketTime(now: number): Promise<void> {
    await this.database.write(async (tx) => {
      await tx.query.updateTable('feeds').set({ market_time: now }).where('id', '=', this.feed.id).execute();
      await this.execution.writeMoved(tx);
    });
  }

  /** Terms of a trick that holds something here, whether or not it still runs. */
  private async termsOf(trickId: number): Promise<TradingTerms> {
    const running = this.runner.termsOf(trickId);
    if (running) return running;
    const row = await this.database.read
      .selectFrom('tricks')
      .innerJoin('users', 'users.id', 'tricks.owner_id')
      .selectAll('tricks')
      .select('users.is_house as isHouse')
      .where('tricks.id', '=', trickId)
      .executeTakeFirstOrThrow();
    if (row.kind === 'basket') return termsOfBasket(row);
    const tally = { day: '', entries: 0, net: 0, exits: new Map<string, number>() };
    return termsOfTrick(new RunningTrick(row satisfies TrickRow, row.isHouse === 1, { realised: 0, tally }));
  }
}
