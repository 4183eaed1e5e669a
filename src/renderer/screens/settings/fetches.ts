import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { FetchState, market, StoredTimeframe } from '../../../shared/contract/market.ts';
import { api } from '../../api/api.ts';
import { labels } from '../../i18n/translate.ts';
import { createPaneResource, createResource } from '../../state/resource.ts';
import { onStreamEvent } from '../../state/stream.ts';
import type { StatusTone } from '../../ui/status-text.tsx';
import { marketFeed } from './feed.ts';

export type Fetch = OutputOf<typeof market.fetches>['fetches'][number];
export type GapReport = OutputOf<typeof market.gaps>;

/** Fetches under way and ended ones, and the state of the broker. */
export const fetches = createResource(() => api.market.fetches());

/** Gaps of the series in view. */
export const gaps = createPaneResource(api.market.gaps);

const acceptFetch = (fetch: Fetch): void => {
  fetches.patch((value) => {
    const isKnown = value.fetches.some(({ fetchId }) => fetchId === fetch.fetchId);
    return {
      ...value,
      fetches: isKnown
        ? value.fetches.map((known) => (known.fetchId === fetch.fetchId ? fetch : known))
        : [fetch, ...value.fetches],
    };
  });
  // There is something new to replay.
  if (fetch.state === 'done') void marketFeed.reload();
};

/** Follows fetches while a screen shows them. Returns the way to stop. */
export const followFetches = (): (() => void) =>
  onStreamEvent(['fetch', 'reload'], (event) => {
    if (event.type === 'fetch') acceptFetch(event.fetch);
    else void fetches.reload();
  });

export const TIMEFRAME_NAMES: Readonly<Record<StoredTimeframe, string>> = labels({
  '1m': 'Minutes',
  '1d': 'Days',
});

export const STATE_NAMES: Readonly<Record<FetchState, string>> = labels({
  queued: 'Waits for its turn',
  running: 'Fetching',
  waiting: 'Waits',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
});

export const STATE_TONES: Readonly<Record<FetchState, StatusTone>> = {
  queued: 'neutral',
  running: 'neutral',
  waiting: 'warning',
  paused: 'neutral',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

/** Whether a fetch goes on by itself. */
export const isGoing = ({ state }: Fetch): boolean =>
  state === 'queued' || state === 'running' || state === 'waiting';
