import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATES, type OrderState, WORKING_STATES } from '../../shared/order-states.ts';
import {
  IllegalOrderEvent,
  isAtBroker,
  isOver,
  isPossible,
  NEW_ORDER,
  nextLife,
  nextState,
  ORDER_EVENTS,
  type OrderEvent,
  type OrderLife,
  type PendingRequest,
  REQUEST_EVENTS,
  type RequestEvent,
} from './order.ts';

/** Every pair that is allowed, written out a second time: a change of the table must be made here as well. */
const ALLOWED: readonly (readonly [OrderState, OrderEvent, OrderState])[] = [
  ['intended', 'submit', 'submitted'],
  ['intended', 'deny', 'denied'],
  ['intended', 'withdraw', 'withdrawn'],
  ['submitted', 'accept', 'accepted'],
  ['submitted', 'find', 'accepted'],
  ['submitted', 'refuse', 'rejected'],
  ['submitted', 'lose-answer', 'unknown'],
  ['submitted', 'withdraw', 'withdrawn'],
  ['submitted', 'rest', 'waiting'],
  ['submitted', 'trigger', 'triggered'],
  ['submitted', 'work', 'open'],
  ['submitted', 'fill-part', 'partially-filled'],
  ['submitted', 'fill', 'filled'],
  ['submitted', 'cancel', 'cancelled'],
  ['submitted', 'end-day', 'expired'],
  ['unknown', 'accept', 'accepted'],
  ['unknown', 'find', 'accepted'],
  ['unknown', 'refuse', 'rejected'],
  ['unknown', 'withdraw', 'withdrawn'],
  ['unknown', 'rest', 'waiting'],
  ['unknown', 'trigger', 'triggered'],
  ['unknown', 'work', 'open'],
  ['unknown', 'fill-part', 'partially-filled'],
  ['unknown', 'fill', 'filled'],
  ['unknown', 'cancel', 'cancelled'],
  ['unknown', 'be-absent', 'rejected'],
  ['unknown', 'end-day', 'expired'],
  ['unknown', 'write-off', 'written-off'],
  ['accepted', 'rest', 'waiting'],
  ['accepted', 'trigger', 'triggered'],
  ['accepted', 'work', 'open'],
  ['accepted', 'fill-part', 'partially-filled'],
  ['accepted', 'fill', 'filled'],
  ['accepted', 'cancel', 'cancelled'],
  ['accepted', 'refuse', 'rejected'],
  ['accepted', 'end-day', 'expired'],
  ['waiting', 'rest', 'waiting'],
  ['waiting', 'trigger', 'triggered'],
  ['waiting', 'work', 'open'],
  ['waiting', 'fill-part', 'partially-filled'],
  ['waiting', 'fill', 'filled'],
  ['waiting', 'cancel', 'cancelled'],
  ['waiting', 'refuse', 'rejected'],
  ['waiting', 'end-day', 'expired'],
  ['triggered', 'fill-part', 'partially-filled'],
  ['triggered', 'fill', 'filled'],
  ['triggered', 'cancel', 'cancelled'],
  ['triggered', 'refuse', 'rejected'],
  ['triggered', 'end-day', 'expired'],
  ['open', 'fill-part', 'partially-filled'],
  ['open', 'fill', 'filled'],
  ['open', 'cancel', 'cancelled'],
  ['open', 'refuse', 'rejected'],
  ['open', 'end-day', 'expired'],
  ['partially-filled', 'fill-part', 'partially-filled'],
  ['partially-filled', 'fill', 'filled'],
  ['partially-filled', 'cancel', 'cancelled'],
  ['partially-filled', 'refuse', 'cancelled'],
  ['partially-filled', 'end-day', 'expired'],
  ['cancelled', 'fill-part', 'cancelled'],
  ['cancelled', 'fill', 'filled'],
  ['rejected', 'fill-part', 'rejected'],
  ['rejected', 'fill', 'filled'],
  ['rejected', 'find', 'accepted'],
  ['expired', 'fill-part', 'expired'],
  ['expired', 'fill', 'filled'],
  ['expired', 'find', 'accepted'],
  ['written-off', 'find', 'accepted'],
];

const allowed = new Map(ALLOWED.map(([state, event, next]) => [`${state} ${event}`, next]));

describe('the table of an order’s life', () => {
  it.each(ALLOWED)('brings an order that is %s by "%s" to %s', (state, event, next) => {
    expect(nextState(state, event)).toBe(next);
  });

  const refused = ORDER_STATES.flatMap((state) =>
    ORDER_EVENTS.filter((event) => !allowed.has(`${state} ${event}`)).map((event) => [state, event] as const),
  );
  it.each(refused)('refuses for an order that is %s the event "%s"', (state, event) => {
    expect(() => nextState(state, event)).toThrow(IllegalOrderEvent);
    expect(isPossible(state, event)).toBe(false);
  });

  it('names a pair for every state and event, allowed or refused', () => {
    expect(allowed.size + refused.length).toBe(ORDER_STATES.length * ORDER_EVENTS.length);
  });

  it('splits the states into working ones and those that are over', () => {
    for (const state of ORDER_STATES) expect(isOver(state)).toBe(!WORKING_STATES.includes(state));
  });

  it('holds only what was seen at the broker, and has not ended, to be there', () => {
    expect(ORDER_STATES.filter(isAtBroker)).toEqual([
      'accepted',
      'waiting',
      'triggered',
      'open',
      'partially-filled',
    ]);
  });

  it('lets every working order end, and ends it with its day wherever it may be at the broker', () => {
    for (const state of WORKING_STATES)
      if (state !== 'intended') expect(nextState(state, 'end-day')).toBe('expired');
  });

  it('submits an order once, whatever happens between', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER_EVENTS), { maxLength: 30 }), (wanted) => {
        let state: OrderState = 'intended';
        let submissions = 0;
        for (const event of wanted) {
          if (!isPossible(state, event)) continue;
          state = nextState(state, event);
          if (event === 'submit') submissions++;
        }
        expect(submissions).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('leads from one event to the next', () => {
    const events: OrderEvent[] = ['submit', 'lose-answer', 'rest', 'trigger', 'fill-part', 'fill'];
    expect(events.reduce<OrderLife>(nextLife, NEW_ORDER)).toEqual({ state: 'filled', pending: null });
  });
});

const REQUESTED: readonly (readonly [PendingRequest, RequestEvent, PendingRequest])[] = [
  [null, 'ask-change', 'change'],
  [null, 'ask-cancel', 'cancel'],
  [null, 'take-change', null],
  ['change', 'take-change', null],
  ['change', 'refuse-change', null],
  ['change', 'ask-cancel', 'cancel'],
  ['cancel', 'take-change', 'cancel'],
  ['cancel', 'refuse-change', 'cancel'],
  ['cancel', 'ask-cancel', 'cancel'],
  ['cancel', 'refuse-cancel', null],
];

describe('what is asked of an order at the broker', () => {
  const AT_BROKER = ORDER_STATES.filter(isAtBroker);
  const known = new Map(REQUESTED.map(([before, event, after]) => [`${before} ${event}`, after]));
  const pairs = ([null, 'change', 'cancel'] as const).flatMap((pending) =>
    REQUEST_EVENTS.map((event) => ({ pending, event })),
  );

  it.each(pairs)('with $pending pending, "$event" is answered as the table says', ({ pending, event }) => {
    const after = known.get(`${pending} ${event}`);
    for (const state of AT_BROKER) {
      if (after === undefined) expect(() => nextLife({ state, pending }, event)).toThrow(IllegalOrderEvent);
      else expect(nextLife({ state, pending }, event)).toEqual({ state, pending: after });
    }
  });

  it('is possible only of an order that is there', () => {
    for (const state of ORDER_STATES)
      if (!isAtBroker(state))
        for (const event of REQUEST_EVENTS)
          expect(() => nextLife({ state, pending: null }, event)).toThrow(IllegalOrderEvent);
  });

  it('is over with the order', () => {
    expect(nextLife({ state: 'open', pending: 'cancel' }, 'cancel')).toEqual({
      state: 'cancelled',
      pending: null,
    });
    expect(nextLife({ state: 'open', pending: 'cancel' }, 'fill-part').pending).toBe('cancel');
  });
});
