/** Ready-made structures of options, in the order in which they are offered. */
export const OPTION_STRUCTURES = [
  'long-straddle',
  'short-straddle',
  'long-strangle',
  'short-strangle',
  'iron-condor',
  'butterfly',
  'bull-call-spread',
  'bear-put-spread',
  'bull-put-spread',
  'bear-call-spread',
  'calendar',
  'ratio',
] as const;
export type OptionStructure = (typeof OPTION_STRUCTURES)[number];

/** Most legs of one structure. */
export const MOST_LEGS = 12;
/** Most lots of one leg. */
export const MOST_LOTS = 10_000;
/** Limits of what is tried out: percent of the price, points of volatility, calendar days. */
export const WHAT_IF_LIMITS = { pricePercent: 20, volatilityPoints: 30, days: 130 } as const;
