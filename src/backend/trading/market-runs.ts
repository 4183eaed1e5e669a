import { setTimeout as delay } from 'node:timers/promises';
import type { Mode } from '../../shared/contract/fields.ts';
import { istMidnight } from '../../shared/time.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Span } from '../cluster/place-times.ts';
import type { FeedRow } from '../db/schema.ts';
import { ReplayTape } from '../market/replay/replay-tape.ts';
import { SimulatedTape } from '../market/simulated/simulated-tape.ts';
import { pauses } from '../pauses.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRun } from './market-run.ts';
import { FeedNotices } from './feed-notices.ts';
import { type FeedState, feedStateOf, type Preparation, preparingState } from './feed-state.ts';
import type { MarketRunsDeps } from './market-runs-deps.ts';
import { Replays, type WantedReplay } from './replays.ts';
import { ResumedStrategies } from './resumed-strategies.ts';
import { TradingRun } from './trading-run.ts';
import { HOUSE, type Transaction } from '../db/database.ts';
import { markCorrected } from './corrected-actions.ts';

/** How long a call waits for the market to open. */
const OPENING_PATIENCE_MS = 15_000;

const NOBODY_ELSE = Promise.resolve(null);

/** Every run that trades: the simulated market that everybody shares, and each user's own replay. */
export class MarketRuns {
  preparation: Preparation | null = null;
  private readonly deps: MarketRunsDeps;
  private simulatedRun: TradingRun | null = null;
  /** The shared market while its users are brought to one moment. */
  private joining: { readonly run: TradingRun; readonly later: Span[] } | null = null;
  private readonly opened = Promise.withResolvers<void>();
  private liveRunOf: (userId: number) => MarketRun | null = () => null;
  private readonly notices: FeedNotices;
  private readonly strategies: ResumedStrategies;
  private readonly replays: Replays;

  constructor(deps: MarketRunsDeps) {
    this.deps = deps;
    this.notices = new FeedNotices(deps, () => this.allRuns());
    this.strategies = new ResumedStrategies(
      deps,
      (userId) => this.replays.of(userId) ?? this.joining?.run ?? this.simulated,
      (ownerId, strategyId) => this.stopStrategy(ownerId, strategyId),
    );
    this.replays = new Replays(deps, {
      load: (feed) => this.load(feed, feed.market_time, deps.users),
      moveStrategies: (userId) => this.strategies.move(userId),
      publishFeed: (userId) => this.publishFeed(userId),
      notifyUnopened: (feed) => this.notices.notifyUnopened(feed),
    });
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
    return this.replays.of(userId) ?? this.simulated;
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
      this.replays.of(userId),
      this.liveRunOf(userId),
    ];
    return runs.filter((run) => run !== null && run !== undefined);
  }

  /** Runs whose prices a user follows: the feed in use, once it is open, and the broker's. */
  followedRunsOf(userId: number): MarketRun[] {
    const runs = [this.replays.of(userId) ?? this.simulatedRun, this.liveRunOf(userId)];
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
    return [...(this.simulatedRun ? [this.simulatedRun] : []), ...this.replays.all()];
  }

  /**
   * Open the simulated market where it stood, then every started replay. What is held can be left at once. Time goes
   * on once the strategies are warm, or have had their time for it; slow ones follow by themselves. If it fails it
   * may be called again, and continues with what is not open yet.
   */
  async open(): Promise<void> {
    const { database, users, times } = this.deps;
    const feeds = await database.read
      .selectFrom('feeds')
      .selectAll()
      .where('state', 'in', ['running', 'paused', 'ended'])
      .where('source', '!=', 'broker')
      .execute();
    const simulated = feeds.find((feed) => feed.source === 'simulated');
    if (!simulated) throw new Error('There is no simulated market to open.');
    this.simulatedRun ??= await this.joinAll(simulated);
    for (const feed of feeds)
      if (feed.user_id !== null && users.has(feed.user_id)) await this.replays.open(feed, feed.user_id);
    this.opened.resolve();
    await this.strategies.startAll(users);
    for (const each of this.allRuns()) await this.deps.news?.listener.whenReady(each);
    for (const each of this.allRuns())
      if (each === this.simulatedRun) each.session.start(() => times?.ofHouse(database) ?? NOBODY_ELSE);
      else each.session.start();
  }

  /**
   * Open the shared market where its users stand. Where a house was divided otherwise before, some are further on than
   * others: it is played from the earliest, and they join when it is there.
   */
  private async joinAll(feed: FeedRow): Promise<TradingRun> {
    const { database, times, users } = this.deps;
    if (!this.joining) {
      const spans = times && (await database.write(HOUSE, (tx) => times.begin(tx)));
      const [first = { users, at: feed.market_time }, ...later] = spans ?? [];
      this.joining = { run: await this.load(feed, first.at, first.users), later };
      if (later.length > 0) await this.strategies.startAll(first.users);
    }
    const { run, later } = this.joining;
    for (let [next] = later; next; [next] = later) {
      await run.session.playTo(next.at);
      await run.join(next.users);
      times?.add(next);
      await this.strategies.startAll(next.users);
      later.shift();
    }
    if (times) await database.write(HOUSE, (tx) => times.join(tx, run.session.now));
    this.joining = null;
    return run;
  }

  private async load(feed: FeedRow, at: number, users: OwnUsers): Promise<TradingRun> {
    const run = this.assemble({ ...feed, market_time: at });
    await run.load(users);
    await this.rememberPreviousCloses(run);
    await run.applyActions();
    return run;
  }

  private assemble(feed: FeedRow): TradingRun {
    const { database, history, sinks, logger, simulatedDays, users, times, news } = this.deps;
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
      users,
      times,
      database,
      history,
      sinks,
      ...(news && { news }),
      logger,
      tape,
      feed,
      onState: (state) => {
        if (state === 'ended') void this.notices.notifyEnd(feed);
        else if (state === 'stalled') void this.notices.notifyStall(feed);
        this.publishFeed(feed.user_id);
      },
    });
  }

  private async rememberPreviousCloses(run: TradingRun): Promise<void> {
    const midnight = istMidnight(run.session.now);
    const pause = pauses();
    for (const symbol of run.session.symbols) {
      await pause();
      const key = { ownerId: run.feed.user_id ?? 0, source: run.identity.source, symbol };
      const [bar] = await this.deps.history.candlesBefore(key, '1d', midnight, 1);
      if (bar) run.session.setPreviousClose(symbol, bar.close);
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

  /** Evaluate strategies that another process has set running; those that are evaluated stay as they are. */
  startEvaluated(): Promise<void> {
    return this.strategies.startAll(this.deps.users);
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
    return this.replays.start(userId, wanted);
  }

  /** Ends a user's replay; what is still open on it is closed at the last price and says so. */
  stopReplay(userId: number): Promise<void> {
    return this.replays.stop(userId);
  }

  /** Marks applied actions that a list words otherwise. In the transaction that keeps it. */
  async markCorrected(tx: Transaction, userId: number, symbols: readonly string[]): Promise<void> {
    const run = this.replays.of(userId);
    if (!run) return;
    const { runId } = run.identity;
    await markCorrected(tx, this.deps.sinks, { userId, runId, symbols, now: run.session.now });
  }

  /** Carry a user's paper positions over their imported corporate actions. */
  async applyActions(userId: number): Promise<void> {
    await this.replays.of(userId)?.applyActions();
  }

  /** Pauses a user's replay or goes on with it; one that has played all of its days stays as it is. */
  pauseReplay(userId: number, isPaused: boolean): Promise<void> {
    return this.replays.pause(userId, isPaused);
  }

  requireReplay(userId: number): TradingRun {
    return this.replays.require(userId);
  }

  async setSpeed(run: TradingRun, speed: number): Promise<void> {
    await this.deps.database.write(run.feed.user_id ?? HOUSE, (tx) =>
      tx.query.updateTable('feeds').set({ speed }).where('id', '=', run.feed.id).execute(),
    );
    run.session.setSpeed(speed);
    this.publishFeed(run.feed.user_id);
  }

  /** The feed in use by a user, as the contract shows it. */
  feedState(userId: number): FeedState {
    return this.simulatedRun
      ? feedStateOf(this.runOf(userId), this.preparation)
      : preparingState(this.preparation);
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
    this.strategies.end();
    for (const { runner } of this.allRuns()) runner.close();
    await this.strategies.settled();
    await Promise.all(this.allRuns().map((run) => run.session.stop()));
  }
}

/** @throws Refusal `unavailable` while the simulated market is not open */
const requireOpen = (run: TradingRun | null): TradingRun => {
  if (!run) throw new Refusal('unavailable', 'The market is being prepared. Try again in a few seconds.');
  return run;
};
