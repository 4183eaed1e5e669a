import type { REPLAY_SPEEDS as ReplaySpeeds } from '../../../shared/contract/market.ts';
import { api } from '../../api/api.ts';
import { acceptHeaderFeed } from '../../state/header.ts';
import { onStreamEvent } from '../../state/stream.ts';
import { createResource } from '../../state/resource.ts';
import type { Feed } from '../../state/feed-clock.ts';

/** The contract's bounds, held to the same numbers by their literal types. */
export const SPEEDS: typeof ReplaySpeeds = { min: 1, max: 600 };

/** The feed in use, and what has been imported. */
export const marketFeed = createResource(() => api.market.feed());

/** Apply a newer state of the feed, everywhere it is shown. */
export const acceptFeed = (feed: Feed): void => {
  marketFeed.patch((value) => ({ ...value, feed }));
  acceptHeaderFeed(feed);
};

/** Follows the feed while a screen shows it. Returns the way to stop. */
export const followFeed = (): (() => void) => onStreamEvent(['market'], ({ feed }) => acceptFeed(feed));
