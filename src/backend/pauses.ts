/** Nobody notices that somebody else's work comes first for so long. */
export const TURN_MS = 15;

/** Awaited between the steps of long work. */
export type Pause = () => Promise<void>;

/** Between the steps of long work: lets everybody else in whenever a turn is over. */
export const pauses = (turnMs = TURN_MS): Pause => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turnMs) return;
    await new Promise(setImmediate);
    began = performance.now();
  };
};
