import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Mode } from '../../shared/contract/fields.ts';
import type { FeedStateSchema } from '../../shared/contract/market.ts';
import { backOffMs } from '../../engine/trading/position.ts';
import { istDate, istDayStart, istDayText, istIso, istMidnight } from '../../shared/time.ts';
import { type Database, storageTrouble } from '../db/database.ts';
import type { FeedRow, StrategyRow } from '../db/schema.ts';
import type { History } from '../market/history.ts';
import { ReplayTape } from '../market/replay/replay-tape.ts';
import type { SimulatedDays } from '../market/simulated/simulated-days.ts';
import { SimulatedTape } from '../market/simulated/simulated-tape.ts';
import { coverage } from '../market/candle-store.ts';
import { Closing } from '../closing.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { Refusal } from '../refusal.ts';
import type { EventSinks } from './announce.ts';
import type { MarketRun } from './market-run.ts';
import { evaluatedRows } from './evaluated-strategies.ts';
import type { Runner } from './runner.ts';
import { reportFault } from './strategy-fault.ts';
import { TradingRun } from './trading-run.ts';

export type FeedState = z.output<typeof FeedStateSchema>;

/** Progress of the first start's preparation; null when it is done. */
export interface Preparation {
  readonly done: number;
  readonly total: number;
  readonly label: string;
}

/** Days as `YYYY-MM-DD`; everything that was imported where nothing is given. */
interface WantedReplay {
  readonly from?: string;
  readonly to?: string;
  readonly speed: number;
  readonly symbols?: readonly string[];
}

export interface MarketRunsDeps {
  readonly database: Database;
  readonly history: History;
  readonly simulatedDays: SimulatedDays;
  readonly sinks: EventSinks;
  readonly logger: Logger;
}

const DAY_PERCENT = 100;
/** How long a call waits for the market to open. */
const OPENING_PATIENCE_MS = 15_000;
/** How long the market waits for strategies that warm up. */
const WARM_UP_PATIENCE_MS = 5_000;
/** How long a feed may stall before an alert is written. The stream says it at once. */
const STALL_ALERT_MS = 5_000;

/** Every run that trades: the simulated market that everybody shares, and each user's own replay. */
export class MarketRuns {
  preparation: Preparation | null = null;
  private readonly deps: MarketRunsDeps;
  private simulatedRun: TradingRun | null = null;
  /** Starts under way that nobody waits for. */
  private starting: Promise<void> = Promise.resolve();
  private readonly closing = new Closing();
  private readonly opened = Promise.withResolvers<void>();
  private liveRunOf: (userId: number) => MarketRun | null = () => null;
  private readonly replays = new Map<number, TradingRun>();
  /** A user's replays begin and end one after the other: of two at once one would play on, out of reach. */
  private readonly replayTurns = new KeyedLanes<number>();

  constructor(deps: MarketRunsDeps) {
    this.deps = deps;
  }

  get simulated(): TradingRun {
    return requireOpen(this.simulatedRun);
  }

  /**
   * Waits until the market is open, but not for ever: a call that came during a first start's preparation is answered
   * a little later rather than refused.
   */
  async whenOpen(): Promise<void> {
    if (!this.isOpen)
      await Promise.race([this.opened.promise, delay(OPENING_PATIENCE_MS, undefined, { ref: false })]);
  }

  get isOpen(): boolean {
    return this.simulatedRun !== null;
  }

  /** The run that a user's test strategies trade on now. */
  runOf(userId: number): TradingRun {
    return this.replays.get(userId) ?? this.simulated;
  }

  /** Where a user's live orders are; the broker accounts set this once they are there. */
  followLive(liveRunOf: (userId: number) => MarketRun | null): void {
    this.liveRunOf = liveRunOf;
  }

  /** The run that a user's strategies of a mode trade on; null in live while no broker is linked. */
  runFor(userId: number, mode: Mode): MarketRun | null {
    return mode === 'test' ? this.runOf(userId) : this.liveRunOf(userId);
  }

  /** Runs a user may hold something on: the broker's is there whether the simulated market is open or not. */
  runsOf(userId: number): MarketRun[] {
    const runs: (MarketRun | null | undefined)[] = [
      this.simulatedRun,
      this.replays.get(userId),
      this.liveRunOf(userId),
    ];
    return runs.filter((run) => run !== null && run !== undefined);
  }

  /** Runs whose prices a user follows: the feed in use, once it is open, and the broker's. */
  followedRunsOf(userId: number): MarketRun[] {
    const runs = [this.replays.get(userId) ?? this.simulatedRun, this.liveRunOf(userId)];
    return runs.filter((run) => run !== null);
  }

  /**
   * The run with this id, if it is the user's or everybody's.
   * @throws Refusal `unavailable` when it may be one that is still to be opened
   */
  findRun(userId: number, runId: number): MarketRun | null {
    const run = this.runsOf(userId).find(({ identity }) => identity.runId === runId);
    if (run) return run;
    requireOpen(this.simulatedRun);
    return null;
  }

  allRuns(): TradingRun[] {
    return [...(this.simulatedRun ? [this.simulatedRun] : []), ...this.replays.values()];
  }

  /**
   * Open the simulated market where it stood, then every started replay. What is held can be left at once. Time goes
   * on once the strategies are warm, or have had their time for it; slow ones follow by themselves. If it fails it
   * may be called again, and continues with what is not open yet.
   */
  async open(): Promise<void> {
    const feeds = await this.deps.database.read
      .selectFrom('feeds')
      .selectAll()
      .where('state', 'in', ['running', 'paused', 'ended'])
      .where('source', '!=', 'broker')
      .execute();
    const simulated = feeds.find((feed) => feed.source === 'simulated');
    if (!simulated) throw new Error('There is no simulated market to open.');
    this.simulatedRun ??= await this.load(simulated);
    for (const feed of feeds) if (feed.user_id !== null) await this.openReplay(feed, feed.user_id);
    this.opened.resolve();
    await this.startStrategies();
    for (const each of this.allRuns()) each.session.start();
  }

  private async load(feed: FeedRow): Promise<TradingRun> {
    const run = this.assemble(feed);
    await run.load();
    await this.rememberPreviousCloses(run);
    return run;
  }

  /** Open a replay. If it fails, its owner is notified and all others trade on. */
  private async openReplay(feed: FeedRow, userId: number): Promise<void> {
    if (this.replays.get(userId)?.feed.id === feed.id) return;
    try {
      this.replays.set(userId, await this.load(feed));
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      this.deps.logger.error({ err: error, feedId: feed.id }, 'a replay could not be opened');
      await this.notifyHalt(feed, HALTS.unopened);
    }
  }

  private assemble(feed: FeedRow): TradingRun {
    const { database, history, sinks, logger, simulatedDays } = this.deps;
    const tape =
      feed.user_id === null
        ? new SimulatedTape(simulatedDays)
        : new ReplayTape(database.read, {
            ownerId: feed.user_id,
            symbols: JSON.parse(feed.symbols_json) as string[],
            fromDay: feed.from_day,
            toDay: feed.to_day,
          });
    return new TradingRun({
      database,
      history,
      sinks,
      logger,
      tape,
      feed,
      onState: (state) => {
        if (state === 'ended') void this.notifyEnd(feed);
        else if (state === 'stalled') void this.notifyStall(feed);
        this.publishFeed(feed.user_id);
      },
    });
  }

  /** Notify the end of a replay. At a later start only if more was imported and played since. */
  private async notifyEnd(feed: FeedRow): Promise<void> {
    const run = this.allRuns().find((one) => one.feed.id === feed.id);
    if (feed.state !== 'ended' || run?.session.now !== feed.market_time)
      await this.notifyHalt(feed, HALTS.ended);
  }

  /** Once for each stall that lasts, and once when it is over. */
  private async notifyStall(feed: FeedRow): Promise<void> {
    const run = () => this.allRuns().find((one) => one.feed.id === feed.id);
    const isStalled = () => run()?.session.status === 'stalled';
    await delay(STALL_ALERT_MS, undefined, { ref: false });
    if (!isStalled()) return;
    await this.notifyHalt(feed, HALTS.stalled);
    while (isStalled()) await delay(STALL_ALERT_MS, undefined, { ref: false });
    if (run()?.session.status === 'running') await this.notifyHalt(feed, HALTS.running);
  }

  private async notifyHalt(feed: FeedRow, halt: (typeof HALTS)[keyof typeof HALTS]): Promise<void> {
    const { database, sinks, logger } = this.deps;
    try {
      await database.write(async (tx) => {
        if (halt === HALTS.ended)
          await tx.query.updateTable('feeds').set({ state: 'ended' }).where('id', '=', feed.id).execute();
        const users = feed.user_id === null ? sinks.hub.awaitedUsers() : [feed.user_id];
        for (const userId of users)
          await sinks.notify(tx, userId, 'system', { ...halt, link: '/settings?section=market' });
      });
    } catch (error) {
      logger.error({ err: error }, 'the state of a feed could not be told');
    }
  }

  private async rememberPreviousCloses(run: TradingRun): Promise<void> {
    const midnight = istMidnight(run.session.now);
    for (const symbol of run.session.symbols) {
      const key = { ownerId: run.feed.user_id ?? 0, source: run.identity.source, symbol };
      const [bar] = await this.deps.history.candlesBefore(key, '1d', midnight, 1);
      if (bar) run.session.setPreviousClose(symbol, bar.close);
    }
  }

  /** Resume every running strategy: those of one owner in turn, and all owners at once. */
  private async startStrategies(): Promise<void> {
    const rows = await evaluatedRows(this.deps.database.read, 'test')
      .innerJoin('users', 'users.id', 'strategies.owner_id')
      .selectAll('strategies')
      .select('users.is_house as isHouse')
      .orderBy('strategies.id')
      .execute();
    const byOwner = Map.groupBy(rows, (row) => row.owner_id);
    await this.unhurried(
      [...byOwner.values()].map((mine) => this.resumeAll(mine, (row) => row.isHouse === 1)),
    );
  }

  /** Wait for starts, without holding up the rest for long. Those that are left continue. */
  private async unhurried(starts: readonly Promise<void>[]): Promise<void> {
    const mine = Promise.all(starts);
    this.starting = Promise.all([this.starting, mine]).then(() => undefined);
    await Promise.race([mine, delay(WARM_UP_PATIENCE_MS, undefined, { ref: false })]);
  }

  private async resumeAll<Row extends StrategyRow>(
    rows: readonly Row[],
    isHouse: (row: Row) => boolean,
  ): Promise<void> {
    for (const row of rows) {
      await this.resume(row, isHouse(row));
      await new Promise(setImmediate);
    }
  }

  /**
   * Resume a strategy. A strategy that fails waits for its owner, and the others continue. Where nothing can be read
   * or written it is tried again; what the user has started meanwhile is left as it is.
   */
  private async resume(row: StrategyRow, isHouse: boolean): Promise<void> {
    for (let failures = 1; !this.closing.isOver; failures++) {
      const { runner, session } = this.runOf(row.owner_id);
      if (runner.isRunningOrStarting(row.id)) return;
      try {
        await this.begin(row, isHouse, runner, session.now);
        return;
      } catch (error) {
        this.deps.logger.error({ err: error, strategyId: row.id }, 'a strategy could not be taken up');
        if (storageTrouble(error) === null) return;
        await this.closing.pause(backOffMs(failures));
      }
    }
  }

  private async begin(row: StrategyRow, isHouse: boolean, runner: Runner, now: number): Promise<void> {
    try {
      await runner.add(row, isHouse, now);
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      await reportFault(this.deps, row.id, error, now);
    }
  }

  /** Evaluates a strategy from now on, or anew with changed settings; false when it was stopped before it had begun. */
  async startStrategy(strategyId: number): Promise<boolean> {
    const row = await this.deps.database.read
      .selectFrom('strategies')
      .innerJoin('users', 'users.id', 'strategies.owner_id')
      .selectAll('strategies')
      .select('users.is_house as isHouse')
      .where('strategies.id', '=', strategyId)
      .executeTakeFirstOrThrow();
    const run = this.runOf(row.owner_id);
    return run.runner.add(row, row.isHouse === 1, run.session.now);
  }

  /** Ends entries and rule exits, wherever the strategy is evaluated; positions keep their protection. */
  stopStrategy(ownerId: number, strategyId: number): void {
    // The market may not be open yet: a plan can end while the first start prepares it.
    for (const run of [...this.allRuns(), this.liveRunOf(ownerId)]) run?.runner.remove(strategyId);
  }

  /**
   * Replays imported history as a user's feed. Their running strategies move to it; what they hold on the simulated
   * market stays there, protected.
   */
  startReplay(userId: number, wanted: WantedReplay): Promise<void> {
    return this.replayTurns.run(userId, () => this.startReplayInTurn(userId, wanted));
  }

  private async startReplayInTurn(userId: number, wanted: WantedReplay): Promise<void> {
    const { database } = this.deps;
    const imported = (await coverage(database.read, [userId])).filter(
      (series) => !wanted.symbols || wanted.symbols.includes(series.symbol),
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
    await this.stopReplayInTurn(userId);
    const feed = await database.write((tx) =>
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
    const run = await this.load(feed);
    await database.write((tx) =>
      tx.query.updateTable('feeds').set({ state: 'running' }).where('id', '=', feed.id).execute(),
    );
    this.replays.set(userId, run);
    await this.moveStrategies(userId);
    run.session.start();
    this.publishFeed(userId);
  }

  /** Ends a user's replay; what is still open on it is closed at the last price and says so. */
  stopReplay(userId: number): Promise<void> {
    return this.replayTurns.run(userId, () => this.stopReplayInTurn(userId));
  }

  private async stopReplayInTurn(userId: number): Promise<void> {
    const run = this.replays.get(userId);
    if (!run) return;
    await run.session.stop();
    try {
      await run.execution.closeAll(run.session.now, 'The replay was stopped', async (tx) => {
        await tx.query.updateTable('feeds').set({ state: 'stopped' }).where('id', '=', run.feed.id).execute();
      });
    } catch (error) {
      await this.playOn(userId, run);
      throw error;
    }
    this.replays.delete(userId);
    await this.moveStrategies(userId);
    this.publishFeed(userId);
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
      const run = await this.load(feed);
      this.replays.set(userId, run);
      await this.moveStrategies(userId);
      run.session.start();
    } catch (error) {
      // It stands still with all that it holds; its end may be asked for again.
      logger.error({ err: error, feedId }, 'a replay could not go on');
    }
    this.publishFeed(userId);
  }

  /** Pauses a user's replay or goes on with it; one that has played all of its days stays as it is. */
  pauseReplay(userId: number, isPaused: boolean): Promise<void> {
    return this.replayTurns.run(userId, () => this.pauseReplayInTurn(userId, isPaused));
  }

  private async pauseReplayInTurn(userId: number, isPaused: boolean): Promise<void> {
    const run = this.requireReplay(userId);
    await this.deps.database.write((tx) =>
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

  async setSpeed(run: TradingRun, speed: number): Promise<void> {
    await this.deps.database.write((tx) =>
      tx.query.updateTable('feeds').set({ speed }).where('id', '=', run.feed.id).execute(),
    );
    run.session.setSpeed(speed);
    this.publishFeed(run.feed.user_id);
  }

  requireReplay(userId: number): TradingRun {
    const run = this.replays.get(userId);
    if (!run) throw new Refusal('conflict', 'No replay is under way.');
    return run;
  }

  /** Moves a user's running strategies to the run that is theirs now. */
  private async moveStrategies(userId: number): Promise<void> {
    const rows = await evaluatedRows(this.deps.database.read, 'test')
      .selectAll('strategies')
      .where('owner_id', '=', userId)
      .execute();
    for (const row of rows) this.stopStrategy(row.owner_id, row.id);
    await this.unhurried([this.resumeAll(rows, () => false)]);
  }

  /** The feed in use by a user, as the contract shows it. */
  feedState(userId: number): FeedState {
    if (!this.simulatedRun) return this.preparingState();
    const run = this.runOf(userId);
    const { session, feed } = run;
    const state = session.status === 'stopped' ? 'ended' : session.status;
    return {
      kind: run.identity.source,
      state,
      now: istIso(session.now),
      lastTickAgeMs: session.lastTickAgeMs,
      speed: session.speed,
      lagMs: Math.round(session.lagMs),
      replay:
        feed.user_id === null
          ? null
          : {
              from: feed.from_day,
              to: feed.to_day,
              progressPercent: progressPercent(feed, session.now),
              symbols: JSON.parse(feed.symbols_json) as string[],
            },
      preparing: this.preparation,
      message: FEED_MESSAGES[feed.user_id === null ? 'simulated' : 'replay'][state],
    };
  }

  private preparingState(): FeedState {
    return {
      kind: 'simulated',
      state: 'preparing',
      now: istIso(Date.now()),
      lastTickAgeMs: null,
      speed: 0,
      lagMs: 0,
      replay: null,
      preparing: this.preparation ?? { done: 0, total: 1, label: 'Opening the market' },
      message: 'The simulated market is being prepared.',
    };
  }

  /** Streams the state of a feed to whom it concerns (null: everybody who listens). */
  publishFeed(userId: number | null): void {
    const { hub } = this.deps.sinks;
    for (const listener of userId === null ? hub.listeningUsers() : [userId])
      hub.publishVolatile(listener, { type: 'market', feed: this.feedState(listener) });
  }

  /** Ask every client to load again. What it shows is out of date: the market has opened, or results have come. */
  publishReload(): void {
    const { hub } = this.deps.sinks;
    for (const userId of hub.awaitedUsers()) hub.publish(userId, { type: 'reload' });
  }

  /** Stop every run after the present minute. Starts under way are withdrawn. */
  async close(): Promise<void> {
    this.closing.end();
    for (const { runner } of this.allRuns()) runner.close();
    await this.starting;
    await Promise.all(this.allRuns().map((run) => run.session.stop()));
  }
}

/** @throws Refusal `unavailable` while the simulated market is not open */
const requireOpen = (run: TradingRun | null): TradingRun => {
  if (!run) throw new Refusal('unavailable', 'The market is being prepared. Try again in a few seconds.');
  return run;
};

const progressPercent = (feed: FeedRow, now: number): number => {
  const from = istDayStart(feed.from_day);
  const length = istDayStart(feed.to_day) + 86_400_000 - from;
  return Math.min(DAY_PERCENT, Math.max(0, ((now - from) / length) * DAY_PERCENT));
};

/** Notices to the owner of a feed. */
const HALTS = {
  unopened: {
    title: 'Your replay could not be opened',
    body: 'What is stored of it cannot be read, so your strategies trade on the simulated market. What the replay holds stays as it is. It is tried again at the next start.',
    isCritical: true,
  },
  ended: {
    title: 'Replay finished',
    body: 'All of the chosen days have been played. Stop the replay to return to the simulated market.',
    isCritical: false,
  },
  stalled: {
    title: 'The market feed stands still',
    body: 'No new prices arrive, so no strategy enters. It is tried again by itself; what was traded is safe. If the disk is full, free some space.',
    isCritical: true,
  },
  running: {
    title: 'The market feed goes on',
    body: 'Prices arrive again, and strategies enter again. Nothing was traded twice.',
    isCritical: false,
  },
} as const;

type ShownState = FeedState['state'];

const FEED_MESSAGES: Readonly<Record<'simulated' | 'replay', Readonly<Record<ShownState, string>>>> = {
  simulated: {
    running: 'Simulated market: prices are made up, for practice.',
    paused: 'The simulated market is paused.',
    stalled: 'The simulated market has stopped; no strategy enters until prices move again.',
    ended: 'The simulated market has ended.',
    preparing: 'The simulated market is being prepared.',
  },
  replay: {
    running: 'Replaying imported history.',
    paused: 'The replay is paused.',
    stalled: 'The replay has stopped; no strategy enters until prices move again.',
    ended: 'The replay has played all of its days.',
    preparing: 'The replay is being prepared.',
  },
};
