/**
 * How long work kept everybody else waiting at the most, ms: the longest stretch in which no timer came to its turn. In
 * processor time of this thread: a busy machine takes the processor away from it many times, which is none of its making.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const now = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = now();
  let longest = 0;
  const measure = (): void => {
    const at = now();
    longest = Math.max(longest, at - last);
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
