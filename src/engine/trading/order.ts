import { type OrderState, WORKING_STATES } from '../../shared/order-states.ts';

/**
 * The life of an order, as one table. Every change of an order's state, on paper and live, goes through `nextState`:
 * what the table does not name is an error, never a silent move.
 */

/** Events in the life of an order. */
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

/** Requests about an order at the broker, and their answers. They stand beside its state and never move it. */
export const REQUEST_EVENTS = [
  'ask-change',
  'take-change',
  'refuse-change',
  'ask-cancel',
  'refuse-cancel',
] as const;
export type RequestEvent = (typeof REQUEST_EVENTS)[number];

/** Request about a working order that is not answered yet. */
export type PendingRequest = 'change' | 'cancel' | null;

/** State of an order. */
export interface OrderLife {
  readonly state: OrderState;
  readonly pending: PendingRequest;
}

export const NEW_ORDER: OrderLife = { state: 'intended', pending: null };

type Row = Partial<Readonly<Record<OrderEvent, OrderState>>>;

/** State that the broker's evidence gives an order that may be there. */
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
 * which is only said of an order that no report had shown before, or whose day had ended here too early.
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

/** Whether an order has ended. */
export const isOver = (state: OrderState): boolean => !WORKING_STATES.includes(state);

/** Whether an order is at the broker and has not ended. This is known; it can be changed and cancelled. */
export const isAtBroker = (state: OrderState): boolean =>
  !isOver(state) && state !== 'intended' && state !== 'submitted' && state !== 'unknown';

/** Whether an event may happen to an order in a state. */
export const isPossible = (state: OrderState, event: OrderEvent): boolean => event in TABLE[state];

/** An event that an order in its state cannot have. */
export class IllegalOrderEvent extends Error {
  override readonly name = 'IllegalOrderEvent';

  constructor({ state, pending }: OrderLife, event: OrderEvent | RequestEvent) {
    super(`An order that is ${state}${pending ? ` (${pending} pending)` : ''} cannot ${event}.`);
  }
}

/** The state that an event brings an order to. @throws IllegalOrderEvent when the table has no such pair */
export const nextState = (state: OrderState, event: OrderEvent): OrderState => {
  const next = TABLE[state][event];
  if (next === undefined) throw new IllegalOrderEvent({ state, pending: null }, event);
  return next;
};

/** Request × what is pending → what is pending then. A cancellation may be asked again, and wins over a change. */
const REQUESTS: Readonly<
  Record<RequestEvent, Partial<Readonly<Record<'none' | 'change' | 'cancel', PendingRequest>>>>
> = {
  'ask-change': { none: 'change' },
  // A change whose answer was lost may be seen in a book later.
  'take-change': { none: null, change: null, cancel: 'cancel' },
  'refuse-change': { change: null, cancel: 'cancel' },
  'ask-cancel': { none: 'cancel', change: 'cancel', cancel: 'cancel' },
  'refuse-cancel': { cancel: null },
};

const isRequest = (event: OrderEvent | RequestEvent): event is RequestEvent =>
  (REQUEST_EVENTS as readonly string[]).includes(event);

/** State of an order after an event. @throws IllegalOrderEvent */
export const nextLife = (life: OrderLife, event: OrderEvent | RequestEvent): OrderLife => {
  if (isRequest(event)) {
    const pending = REQUESTS[event][life.pending ?? 'none'];
    if (pending === undefined || !isAtBroker(life.state)) throw new IllegalOrderEvent(life, event);
    return { state: life.state, pending };
  }
  const state = nextState(life.state, event);
  return { state, pending: isOver(state) ? null : life.pending };
};
