/**
 * The life of an order, as one table. Every change of an order's state, on paper and live, goes through `nextState`:
 * what the table does not name is an error, never a silent move.
 */

/** The place an order fills in its position. What it was sent for (`reason`) decides nothing. */
export const ORDER_SLOTS = ['entry', 'resting-stop', 'resting-target', 'leaving'] as const;
export type OrderSlot = (typeof ORDER_SLOTS)[number];

export const ORDER_STATES = [
  'intended',
  'submitted',
  'unknown',
  'accepted',
  'waiting',
  'triggered',
  'open',
  'partially-filled',
  'filled',
  'cancelled',
  'rejected',
  'expired',
  'denied',
  'withdrawn',
  'written-off',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What can happen to an order. */
export const ORDER_EVENTS = [
  /** Sent to the broker; only who writes this sends. */
  'submit',
  /** A guard refused it in the transaction that would have sent it. */
  'deny',
  /** Taken back before it left. */
  'withdraw',
  /** The broker has it: by its answer or by a report. */
  'accept',
  /** The broker or the exchange said no: in the answer or later. */
  'refuse',
  /** No answer, or none that could be read. */
  'lose-answer',
  /** Seen at the broker although it was held not to be there. */
  'find',
  /** Seen as a stop order that waits for its trigger. */
  'rest',
  /** Seen in the market, its trigger reached. */
  'trigger',
  /** Seen in the market. */
  'work',
  /** Filled in part. */
  'fill-part',
  /** Filled to its quantity. */
  'fill',
  /** Its cancellation was seen. */
  'cancel',
  /** Shown by complete books, over a time, never to have arrived. */
  'be-absent',
  /** Its trading day is over. */
  'end-day',
  /** Its owner says that it was never placed. */
  'write-off',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/** What was asked of a working order and is not answered yet; stands beside its state. */
export type PendingRequest = 'change' | 'cancel' | null;

type Row = Partial<Readonly<Record<OrderEvent, OrderState>>>;

/** What any evidence from the broker makes of an order that may be there. */
const EVIDENCE = {
  rest: 'waiting',
  trigger: 'triggered',
  work: 'open',
  'fill-part': 'partially-filled',
  fill: 'filled',
  cancel: 'cancelled',
  refuse: 'rejected',
  'end-day': 'expired',
} as const satisfies Row;

/** A fill is real whenever it is heard of; an order that has ended stays ended unless it is full. */
const LATE_FILLS = (state: OrderState): Row => ({ 'fill-part': state, fill: 'filled' });

/**
 * State × event → state. An order is believed on evidence: `unknown` is left by evidence, by the end of its day or by
 * its owner, and what was held not to be there (`rejected`, `written-off`, `expired`) is found again by `find` alone,
 * which is only said of an order that no report had shown before.
 */
const TABLE: Readonly<Record<OrderState, Row>> = {
  intended: { submit: 'submitted', deny: 'denied', withdraw: 'withdrawn' },
  submitted: {
    ...EVIDENCE,
    accept: 'accepted',
    find: 'accepted',
    'lose-answer': 'unknown',
    withdraw: 'withdrawn',
  },
  unknown: {
    ...EVIDENCE,
    accept: 'accepted',
    find: 'accepted',
    withdraw: 'withdrawn',
    'be-absent': 'rejected',
    'write-off': 'written-off',
  },
  accepted: { ...EVIDENCE },
  waiting: { ...EVIDENCE, rest: 'waiting' },
  triggered: {
    'fill-part': 'partially-filled',
    fill: 'filled',
    cancel: 'cancelled',
    refuse: 'rejected',
    'end-day': 'expired',
  },
  open: {
    'fill-part': 'partially-filled',
    fill: 'filled',
    cancel: 'cancelled',
    refuse: 'rejected',
    'end-day': 'expired',
  },
  'partially-filled': {
    'fill-part': 'partially-filled',
    fill: 'filled',
    cancel: 'cancelled',
    refuse: 'cancelled',
    'end-day': 'expired',
  },
  filled: {},
  cancelled: LATE_FILLS('cancelled'),
  rejected: { ...LATE_FILLS('rejected'), find: 'accepted' },
  expired: { ...LATE_FILLS('expired'), find: 'accepted' },
  denied: {},
  withdrawn: {},
  'written-off': { find: 'accepted' },
};

/** States in which an order can still fill. */
export const WORKING_STATES: readonly OrderState[] = [
  'intended',
  'submitted',
  'unknown',
  'accepted',
  'waiting',
  'triggered',
  'open',
  'partially-filled',
];

/** Whether an order has ended. */
export const isOver = (state: OrderState): boolean => !WORKING_STATES.includes(state);

/** Whether an order is known to be at the broker and has not ended: it can be changed and cancelled. */
export const isAtBroker = (state: OrderState): boolean =>
  !isOver(state) && state !== 'intended' && state !== 'submitted' && state !== 'unknown';

/** Whether an event may happen to an order in a state. */
export const isPossible = (state: OrderState, event: OrderEvent): boolean => event in TABLE[state];

/** An event that an order in its state cannot have. */
export class IllegalOrderEvent extends Error {
  override readonly name = 'IllegalOrderEvent';

  constructor(state: OrderState, event: OrderEvent) {
    super(`An order that is ${state} cannot ${event}.`);
  }
}

/** The state that an event brings an order to. @throws IllegalOrderEvent when the table has no such pair */
export const nextState = (state: OrderState, event: OrderEvent): OrderState => {
  const next = TABLE[state][event];
  if (next === undefined) throw new IllegalOrderEvent(state, event);
  return next;
};

/** The state that events in their order bring an order to. @throws IllegalOrderEvent */
export const stateAfter = (events: readonly OrderEvent[]): OrderState =>
  events.reduce<OrderState>(nextState, 'intended');
