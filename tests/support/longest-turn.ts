/** How long work kept everybody else waiting at the most, ms: the longest stretch in which no timer came to its turn. */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let last = performance.now();
  let longest = 0;
  const measure = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
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

/**
 * The same in processor time of this thread, ms. For work of seconds: a busy machine takes the processor away from it many
 * times, which is none of its making.
 */
export const longestWork = async (work: () => Promise<unknown>): Promise<number> => {
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
