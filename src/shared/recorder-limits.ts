/** Most strikes on each side of the money of a recorded chain. */
export const MOST_RECORDED_STRIKES = 40;
