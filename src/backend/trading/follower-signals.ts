import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import type { Notice, Notify } from '../notices/notify.ts';

interface FollowerSignalsDeps {
  readonly database: Database;
  readonly notify: Notify;
  readonly logger: Logger;
}

/** A strategy that may be followed. */
interface Followed {
  readonly id: number;
  readonly ownerId: number;
}

/** Notify those who follow a strategy of its signal. In order, and behind the caller. */
export type NotifyFollowers = (strategy: Followed, signal: Notice) => void;

/**
 * Signals of strategies for those who follow them. Alerts, never orders: each is written by itself, after the commit of
 * what was traded, so that no order waits for a follower or fails for one. A crash in between loses them.
 */
export class FollowerSignals {
  private readonly deps: FollowerSignalsDeps;
  /** By strategy: an exit does not come before its entry. */
  private readonly lanes = new KeyedLanes<number>();

  constructor(deps: FollowerSignalsDeps) {
    this.deps = deps;
  }

  readonly notify: NotifyFollowers = (strategy, signal) => {
    void this.lanes.run(strategy.id, () => this.notifyAll(strategy, signal));
  };

  /** Resolves when nobody is being notified. */
  settled(): Promise<void> {
    return this.lanes.idle();
  }

  private async notifyAll({ id, ownerId }: Followed, signal: Notice): Promise<void> {
    const { database, logger } = this.deps;
    try {
      const followers = await database.read
        .selectFrom('follows')
        .select('user_id')
        .where('strategy_id', '=', id)
        .where('user_id', '!=', ownerId)
        .execute();
      await Promise.all(followers.map(({ user_id: userId }) => this.notifyOne(userId, signal)));
    } catch (error) {
      logger.error({ err: error, strategyId: id }, 'the followers of a strategy could not be told');
    }
  }

  private async notifyOne(userId: number, signal: Notice): Promise<void> {
    const { database, notify, logger } = this.deps;
    try {
      await database.write(userId, (tx) => notify(tx, userId, 'trades', signal));
    } catch (error) {
      logger.error({ err: error, userId }, 'a follower could not be told of a signal');
    }
  }
}
