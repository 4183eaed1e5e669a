/** Where a leg of a structure stands. */
export const LEG_STATES = [
  /** Not asked for yet. */
  'idle',
  /** Its strike is chosen; it waits for the premium to move. */
  'waiting',
  /** Its entry order is out. */
  'entering',
  /** Its entry order is out, and is no longer wanted. */
  'withdrawing',
  'open',
  /** Its exit order is out. */
  'leaving',
  /** Left; it waits for its entry price to come back. */
  'returning',
  /** Over: it was left, or never entered. */
  'over',
] as const;
export type LegState = (typeof LEG_STATES)[number];

export const LEG_EVENTS = [
  /** An entry order goes out. */
  'enter',
  /** Its entry waits for the premium. */
  'wait',
  /** After a stop or target it waits for its entry price. */
  'await-return',
  /** Its entry order has filled. */
  'filled',
  /** Its entry order will not fill (any more). */
  'refused',
  /** An exit order goes out. */
  'leave',
  /** Its exit order will not fill (any more): the leg is still held. */
  'exit-refused',
  /** It is not held any more. A stop, the program or a person has closed it. */
  'left',
  /** Nothing more is wanted of it. */
  'end',
] as const;
export type LegEvent = (typeof LEG_EVENTS)[number];

/**
 * Life of a leg: state × event. A pair that is not here cannot happen, and is refused. `end` is possible in every state: to
 * close a structure, each leg is ended, and those that are held are left.
 */
const TABLE: Readonly<Record<LegState, Partial<Record<LegEvent, LegState>>>> = {
  idle: { enter: 'entering', wait: 'waiting', end: 'over' },
  waiting: { enter: 'entering', end: 'over' },
  entering: { filled: 'open', refused: 'over', end: 'withdrawing' },
  // What fills all the same is held, and has to be left.
  withdrawing: { filled: 'open', refused: 'over', end: 'withdrawing' },
  open: { leave: 'leaving', left: 'over', end: 'open' },
  leaving: { left: 'over', 'exit-refused': 'open', leave: 'leaving', end: 'leaving' },
  returning: { enter: 'entering', end: 'over' },
  over: { enter: 'entering', 'await-return': 'returning', end: 'over' },
};

/** State of a leg after an event; null for a pair that cannot happen. */
export const nextLegState = (state: LegState, event: LegEvent): LegState | null =>
  TABLE[state][event] ?? null;

/** Whether a leg is held, or an order may make it so. */
export const isAtRisk = (state: LegState): boolean =>
  state === 'entering' || state === 'withdrawing' || state === 'open' || state === 'leaving';
