/** Levels of a session and of what came before it. Weeks run from Monday to Sunday. */
export const LEVELS = [
  'session-open',
  'session-high',
  'session-low',
  'previous-day-open',
  'previous-day-high',
  'previous-day-low',
  'previous-day-close',
  'previous-week-open',
  'previous-week-high',
  'previous-week-low',
  'previous-week-close',
  'gap-percent',
  'pivot',
  'pivot-r1',
  'pivot-r2',
  'pivot-r3',
  'pivot-s1',
  'pivot-s2',
  'pivot-s3',
] as const;
export type Level = (typeof LEVELS)[number];

export const DAYS_OF_WEEK = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type DayOfWeek = (typeof DAYS_OF_WEEK)[number];

/** Indices with expiries that rules may count the days to. */
export const EXPIRY_INDICES = ['NIFTY', 'BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY', 'SENSEX'] as const;
