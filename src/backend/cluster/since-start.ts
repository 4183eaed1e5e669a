import { uptime } from 'node:os';

const SECOND_MS = 1_000;
/** More than the clocks differ by on a machine awake, ms. */
const GRAIN_MS = 50;

const aheadBy = (): number => uptime() * SECOND_MS - performance.now();
const aheadAtStart = aheadBy();

/**
 * Time on a clock that is never set, in ms. It goes on while the machine is suspended: the monotonic clock stands still
 * then, so a server would wake with leases that another has claimed long since.
 */
export const sinceStart = (): number => {
  const slept = aheadBy() - aheadAtStart;
  return performance.now() + (slept > GRAIN_MS ? slept : 0);
};
