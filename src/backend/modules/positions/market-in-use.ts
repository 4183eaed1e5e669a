import type { PositionsDeps } from './positions-deps.ts';

/** The id of no run. Until the simulated market is open no paper position counts as in use. */
const NO_RUN = -1;

/** The run in which paper trading goes on. Live positions are there even while the simulated market is not open. */
export const inUse = (deps: PositionsDeps, userId: number) =>
  deps.marketRuns.isOpen
    ? deps.marketRuns.runOf(userId).identity
    : { runId: NO_RUN, source: 'simulated' as const };
