/** Least share of the processor that a busy machine gives a thread: one in this many. */
const STANDING_STILL = 10;

/**
 * How long work kept everybody else waiting at the most, ms: the longest stretch in which no timer came to its turn. In
 * processor time of this thread, as a busy machine takes the processor away from it many times; or a tenth of the time
 * that passed, so that one which stands still, as for a lock or a disk, is seen too.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return { worked: (user + system) / 1_000, passed: performance.now() };
  };
  let last = now();
  let longest = 0;
  const measure = (): void => {
    const at = now();
    longest = Math.max(longest, at.worked - last.worked, (at.passed - last.passed) / STANDING_STILL);
    last = at;
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  measure();
  return longest;
};
