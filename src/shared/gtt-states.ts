/** Stages of a GTT order that was placed here. Which follows which is the table of `src/engine/trading/gtt.ts`. */
export const GTT_STATES = [
  'submitted',
  'unknown',
  'accepted',
  'resting',
  'sent',
  'cancelled',
  'expired',
  'refused',
  'written-off',
  'left',
] as const;
export type GttState = (typeof GTT_STATES)[number];

/** States in which a GTT order may trigger. */
export const MAY_TRIGGER: readonly GttState[] = ['submitted', 'unknown', 'accepted', 'resting'];

/** The most GTT orders of one person that may wait at once. */
export const MOST_GTT = 50;
/** How long a GTT order waits for its trigger, days. */
export const GTT_DAYS = 365;
