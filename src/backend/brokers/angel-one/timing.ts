/** Time as a broker connection needs it: something to measure with, and to be woken by. Handed in, so that tests can. */
export interface Timing {
  /** Milliseconds since some moment; never goes back when somebody sets the computer's clock. */
  now(): number;
  /** Runs once after so many milliseconds; answers the way to call it off. */
  after(ms: number, action: () => void): () => void;
}

export const systemTiming: Timing = {
  now: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
