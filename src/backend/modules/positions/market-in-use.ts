import type { PositionsDeps } from './positions-deps.ts';

/** Of no run: while the simulated market is not open nothing on paper stands in the one in use. */
const NO_RUN = -1;

/** What paper trading goes on in; while the simulated market is not open there are live positions all the same. */
export const inUse = (deps: PositionsDeps, userId: number) =>
  deps.marketRuns.isOpen
    ? deps.marketRuns.runOf(userId).identity
    : { runId: NO_RUN, source: 'simulated' as const };
