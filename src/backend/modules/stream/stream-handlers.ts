import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { stream } from '../../../shared/contract/stream.ts';
import type { CallContext } from '../../call-context.ts';
import type { WatchedPrices } from '../../trading/watched-prices.ts';

/** Contents of the streams of a session. */
export const streamHandlers = ({
  watchedPrices,
}: {
  readonly watchedPrices: WatchedPrices;
}): Handlers<typeof stream, CallContext> => ({
  watch: async ({ symbols }, { userId, sessionId }) => ({
    unknown: await watchedPrices.watch(userId, sessionId, symbols),
  }),
});
