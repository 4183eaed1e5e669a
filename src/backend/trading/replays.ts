import { istDate, istDayStart, istDayText } from '../../shared/time.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { FeedRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { importedShares } from '../market/share-coverage.ts';
import { INDIA_VIX } from '../market/instrument-master.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRunsDeps } from './market-runs-deps.ts';
import type { TradingRun } from './trading-run.ts';

/** Days as `YYYY-MM-DD`; everything that was imported where nothing is given. */
export interface WantedReplay {
  readonly from?: string;
  readonly to?: string;
  readonly speed: number;
  readonly symbols?: readonly string[];
}

/** Dependencies of beginning and ending a replay. */
interface ReplayHooks {
  readonly load: (feed: FeedRow) => Promise<TradingRun>;
  readonly moveStrategies: (userId: number) => Promise<void>;
  readonly publishFeed: (userId: number) => void;
  readonly notifyUnopened: (feed: FeedRow) => Promise<void>;
}

/** Each user's own replay of imported history: begun, paused, ended. */
export class Replays {
  private readonly deps: Pick<MarketRunsDeps, 'database' | 'logger'>;
  private readonly hooks: ReplayHooks;
  private readonly runs = new Map<number, TradingRun>();
  /** A user's replays begin and end one after the other: of two at once one would play on, out of reach. */
  private readonly turns = new KeyedLanes<number>();

  constructor(deps: Replays['deps'], hooks: ReplayHooks) {
    this.deps = deps;
    this.hooks = hooks;
  }

  of(userId: number): TradingRun | undefined {
    return this.runs.get(userId);
  }

  all(): TradingRun[] {
    return [...this.runs.values()];
  }

  require(userId: number): TradingRun {
    const run = this.runs.get(userId);
    if (!run) throw new Refusal('conflict', 'No replay is under way.');
    return run;
  }

  /** Open a replay. If it fails, its owner is notified and all others trade on. */
  async open(feed: FeedRow, userId: number): Promise<void> {
    if (this.runs.get(userId)?.feed.id === feed.id) return;
    try {
      this.runs.set(userId, await this.hooks.load(feed));
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      this.deps.logger.error({ err: error, feedId: feed.id }, 'a replay could not be opened');
      await this.hooks.notifyUnopened(feed);
    }
  }

  /**
   * Replays imported history as a user's feed. Their running strategies move to it; what they hold on the simulated
   * market stays there, protected.
   */
  start(userId: number, wanted: WantedReplay): Promise<void> {
    return this.turns.run(userId, () => this.startInTurn(userId, wanted));
  }

  private async startInTurn(userId: number, wanted: WantedReplay): Promise<void> {
    const { database } = this.deps;
    const imported = (await importedShares(database.read, userId)).filter(
      (series) => series.symbol !== INDIA_VIX && (!wanted.symbols || wanted.symbols.includes(series.symbol)),
    );
    const first = imported[0];
    if (!first)
      throw new Refusal(
        'refused',
        'There is no imported history to replay. Import candles first, in Settings › Market.',
      );
    const unknown = wanted.symbols?.find((symbol) => !imported.some((series) => series.symbol === symbol));
    if (unknown) throw new Refusal('refused', `There is no imported history of ${unknown}.`);
    const from = wanted.from ?? istDate(Math.min(...imported.map((series) => series.from)));
    const to = wanted.to ?? istDate(Math.max(...imported.map((series) => series.to)));
    if (from > to)
      throw new Refusal('invalid', 'The first day is after the last day.', {
        fields: { to: 'must not be before from' },
      });
    const symbols = [
      ...new Set(
        imported
          .filter((series) => istDate(series.from) <= to && istDate(series.to) >= from)
          .map((series) => series.symbol),
      ),
    ];
    if (symbols.length === 0)
      throw new Refusal(
        'refused',
        `Nothing that was imported has candles from ${istDayText(istDayStart(from))} to ${istDayText(istDayStart(to))}.`,
      );
    await this.stopInTurn(userId);
    const feed = await database.write(userId, (tx) =>
      tx.query
        .insertInto('feeds')
        .values({
          user_id: userId,
          source: 'replay',
          // Until it is open: one that cannot be opened does not come back with the next start.
          state: 'stopped',
          seed: 0,
          market_time: istDayStart(from),
          speed: wanted.speed,
          from_day: from,
          to_day: to,
          symbols_json: JSON.stringify(symbols),
          created_at: Date.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const run = await this.hooks.load(feed);
    await database.write(userId, (tx) =>
      tx.query.updateTable('feeds').set({ state: 'running' }).where('id', '=', feed.id).execute(),
    );
    this.runs.set(userId, run);
    await this.hooks.moveStrategies(userId);
    run.session.start();
    this.hooks.publishFeed(userId);
  }

  /** Ends a user's replay; what is still open on it is closed at the last price and says so. */
  stop(userId: number): Promise<void> {
    return this.turns.run(userId, () => this.stopInTurn(userId));
  }

  private async stopInTurn(userId: number): Promise<void> {
    const run = this.runs.get(userId);
    if (!run) return;
    await run.session.stop();
    try {
      await run.execution.closeAll(run.session.now, 'The replay was stopped', {
        userId,
        write: async (tx) => {
          await tx.query
            .updateTable('feeds')
            .set({ state: 'stopped' })
            .where('id', '=', run.feed.id)
            .execute();
        },
      });
    } catch (error) {
      await this.playOn(userId, run);
      throw error;
    }
    this.runs.delete(userId);
    await this.hooks.moveStrategies(userId);
    this.hooks.publishFeed(userId);
  }

  /**
   * Resume a replay whose end could not be written. It continues from what is stored, as after a start of the
   * program.
   */
  private async playOn(userId: number, { feed: { id: feedId } }: TradingRun): Promise<void> {
    const { database, logger } = this.deps;
    try {
      const feed = await database.read
        .selectFrom('feeds')
        .selectAll()
        .where('id', '=', feedId)
        .executeTakeFirstOrThrow();
      const run = await this.hooks.load(feed);
      this.runs.set(userId, run);
      await this.hooks.moveStrategies(userId);
      run.session.start();
    } catch (error) {
      // It stands still with all that it holds; its end may be asked for again.
      logger.error({ err: error, feedId }, 'a replay could not go on');
    }
    this.hooks.publishFeed(userId);
  }

  /** Pauses a user's replay or goes on with it; one that has played all of its days stays as it is. */
  pause(userId: number, isPaused: boolean): Promise<void> {
    return this.turns.run(userId, () => this.pauseInTurn(userId, isPaused));
  }

  private async pauseInTurn(userId: number, isPaused: boolean): Promise<void> {
    const run = this.require(userId);
    await this.deps.database.write(userId, (tx) =>
      tx.query
        .updateTable('feeds')
        .set({ state: isPaused ? 'paused' : 'running' })
        .where('id', '=', run.feed.id)
        .where('state', 'in', ['running', 'paused'])
        .execute(),
    );
    if (isPaused) run.session.pause();
    else run.session.resume();
  }
}
