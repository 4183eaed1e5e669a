import { setTimeout as delay } from 'node:timers/promises';
import { allOf } from '../all-of.ts';
import { HOUSE, type Transaction } from '../db/database.ts';
import type { FeedRow } from '../db/schema.ts';
import type { MarketRunsDeps } from './market-runs-deps.ts';
import type { TradingRun } from './trading-run.ts';

/** How long a feed may stall before an alert is written. The stream says it at once. */
const STALL_ALERT_MS = 5_000;

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

/** Notifies owners of feeds that end, stall or cannot be opened. */
export class FeedNotices {
  private readonly deps: Pick<MarketRunsDeps, 'database' | 'sinks' | 'logger'>;
  private readonly runs: () => readonly TradingRun[];

  constructor(deps: FeedNotices['deps'], runs: () => readonly TradingRun[]) {
    this.deps = deps;
    this.runs = runs;
  }

  notifyUnopened(feed: FeedRow): Promise<void> {
    return this.notifyHalt(feed, HALTS.unopened);
  }

  /** Notify the end of a replay. At a later start only if more was imported and played since. */
  async notifyEnd(feed: FeedRow): Promise<void> {
    const run = this.runs().find((one) => one.feed.id === feed.id);
    if (feed.state !== 'ended' || run?.session.now !== feed.market_time)
      await this.notifyHalt(feed, HALTS.ended);
  }

  /** Once for each stall that lasts, and once when it is over. */
  async notifyStall(feed: FeedRow): Promise<void> {
    const run = () => this.runs().find((one) => one.feed.id === feed.id);
    const isStalled = () => run()?.session.status === 'stalled';
    await delay(STALL_ALERT_MS, undefined, { ref: false });
    if (!isStalled()) return;
    await this.notifyHalt(feed, HALTS.stalled);
    while (isStalled()) await delay(STALL_ALERT_MS, undefined, { ref: false });
    if (run()?.session.status === 'running') await this.notifyHalt(feed, HALTS.running);
  }

  private async notifyHalt(feed: FeedRow, halt: (typeof HALTS)[keyof typeof HALTS]): Promise<void> {
    const { database, sinks, logger } = this.deps;
    const { id, user_id: ownerId } = feed;
    const notifyOne = (tx: Transaction, userId: number): Promise<void> =>
      sinks.notify(tx, userId, 'system', { ...halt, link: '/settings?section=market' });
    try {
      await database.write(ownerId ?? HOUSE, async (tx) => {
        if (halt === HALTS.ended)
          await tx.query.updateTable('feeds').set({ state: 'ended' }).where('id', '=', id).execute();
        if (ownerId !== null) await notifyOne(tx, ownerId);
      });
      if (ownerId !== null) return;
      await allOf(
        sinks.hub.awaitedUsers().map((userId) => database.write(userId, (tx) => notifyOne(tx, userId))),
      );
    } catch (error) {
      logger.error({ err: error }, 'the state of a feed could not be published');
    }
  }
}
