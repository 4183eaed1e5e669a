import type { z } from 'zod';
import type { FeedStateSchema } from '../../shared/contract/market.ts';
import { istDayStart, istIso } from '../../shared/time.ts';
import type { FeedRow } from '../db/schema.ts';
import type { TradingRun } from './trading-run.ts';

export type FeedState = z.output<typeof FeedStateSchema>;

/** How far the first start's preparation has come; null when it is done. */
export interface Preparation {
  readonly done: number;
  readonly total: number;
  readonly label: string;
}

const DAY_PERCENT = 100;

const progressPercent = (feed: FeedRow, now: number): number => {
  const from = istDayStart(feed.from_day);
  const length = istDayStart(feed.to_day) + 86_400_000 - from;
  return Math.min(DAY_PERCENT, Math.max(0, ((now - from) / length) * DAY_PERCENT));
};

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

/** A feed that is open, as the contract shows it. */
export const feedStateOf = (run: TradingRun, preparation: Preparation | null): FeedState => {
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
    preparing: preparation,
    message: FEED_MESSAGES[feed.user_id === null ? 'simulated' : 'replay'][state],
  };
};

/** The simulated market before it is open. */
export const preparingState = (preparation: Preparation | null): FeedState => {
  return {
    kind: 'simulated',
    state: 'preparing',
    now: istIso(Date.now()),
    lastTickAgeMs: null,
    speed: 0,
    lagMs: 0,
    replay: null,
    preparing: preparation ?? { done: 0, total: 1, label: 'Opening the market' },
    message: 'The simulated market is being prepared.',
  };
};
