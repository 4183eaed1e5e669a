/** Numbers that a sweep over legs can vary. In all legs that have them. */
export const LEG_PARAMETERS = ['entry-time', 'exit-time', 'stop', 'target', 'steps'] as const;
export type LegParameter = (typeof LEG_PARAMETERS)[number];

/** Most combinations of a sweep over legs. */
export const MOST_LEG_SETS = 200;
/** Most parameters of it. */
export const MOST_LEG_PARAMETERS = 3;
