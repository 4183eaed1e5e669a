import type { OrderSlot, OrderState } from '../../shared/order-states.ts';
import type { ProtectionState } from '../../shared/protection-state.ts';
import type { Side } from '../protection.ts';
import { isAtBroker, type PendingRequest } from './order.ts';

/** A working order of a position, as the plan needs it. Prices in paise. */
export interface PlannedOrder {
  readonly id: number;
  readonly slot: OrderSlot;
  readonly state: OrderState;
  readonly pending: PendingRequest;
  /** Not filled yet. */
  readonly remaining: number;
  /** The most that may be left of it at the broker: a change whose answer is out or lost may have happened. */
  readonly most: number;
  readonly trigger: number | null;
  /** The wish that it is an attempt at; null of what is none. */
  readonly exitId: number | null;
  /** Not changed again before; epoch ms. 0 when it may be changed now. */
  readonly nextAt: number;
  /** The same of its cancellation. That waits for no change. */
  readonly cancelNextAt: number;
}

/** An exit that is wanted and not done yet. */
export interface WantedExit {
  readonly id: number;
  /** Still to be taken off; null for everything. */
  readonly quantity: number | null;
  /** The next attempt is not made before; epoch ms. */
  readonly nextAt: number;
}

/** Wishes for a live position, and its actual state. */
export interface PositionCase {
  readonly quantity: number;
  /**
   * Quantity that the account holds for it; less than `quantity` while the two differ. Nothing beyond it is ever sold.
   */
  readonly covered: number;
  /** Units that the exchange takes in one order today; infinite without a limit. */
  readonly most: number;
  /** The level at which a stop must rest, on today's tick; null when the position has none. */
  readonly stop: number | null;
  /** Whether the last price is beyond that level. Then no stop can rest there. */
  readonly isPassed: boolean;
  /** A stop is not placed before, because earlier ones were refused; epoch ms. Infinity when it is given up. */
  readonly stopNextAt: number;
  readonly exits: readonly WantedExit[];
  readonly orders: readonly PlannedOrder[];
  readonly now: number;
  /** Whether orders can be sent now: a session with the broker, and a market that takes them. */
  readonly canSend: boolean;
  /** The account shows something else than is written here: nothing new is sent, what rests keeps resting. */
  readonly isHeldBack: boolean;
}

export type PositionStep =
  | { readonly do: 'nothing' }
  /** Withdraw an order that was never sent. */
  | { readonly do: 'withdraw'; readonly orderId: number }
  | { readonly do: 'cancel'; readonly orderId: number }
  /** Sends the written attempt of an exit. */
  | { readonly do: 'send-exit'; readonly orderId: number; readonly quantity: number }
  /** Writes a further attempt of an exit. */
  | { readonly do: 'attempt-exit'; readonly exitId: number; readonly quantity: number }
  /** The price is beyond the stop and nothing leaves: the exit is wanted now. */
  | { readonly do: 'want-exit' }
  | { readonly do: 'place-stop'; readonly quantity: number; readonly trigger: number }
  | {
      readonly do: 'change-stop';
      readonly orderId: number;
      readonly quantity: number;
      readonly trigger: number;
    };

/** Waits before the attempts after the first, ms; the last one repeats. */
const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/** Wait before the next attempt, ms, by failures in a row. */
export const backOffMs = (failures: number): number =>
  BACK_OFF_MS[Math.min(Math.max(failures, 1), BACK_OFF_MS.length) - 1] ?? 30_000;

/**
 * Whether a moment that was set by a back-off has come. One that is further away than any back-off was set by a clock
 * that has been put back since: it has come. `Infinity` never does.
 */
export const isDue = (at: number, now: number): boolean =>
  at <= now || (Number.isFinite(at) && at - now > backOffMs(Number.POSITIVE_INFINITY));

const NOTHING: PositionStep = { do: 'nothing' };

/** Sent, with the answer out or lost: it may be there, and nothing may be sent that must not stand beside it. */
const isInDoubt = ({ state }: PlannedOrder): boolean => state === 'submitted' || state === 'unknown';

const isIdle = (order: PlannedOrder, now: number): boolean =>
  isAtBroker(order.state) && order.pending === null && isDue(order.nextAt, now);

const canCancel = ({ state, pending, cancelNextAt }: PlannedOrder, now: number): boolean =>
  isAtBroker(state) && pending === null && isDue(cancelNextAt, now);

const withdraw = (order: PlannedOrder, now: number): PositionStep | null => {
  if (order.state === 'intended') return { do: 'withdraw', orderId: order.id };
  // The answer to the change of an entry may take long or be lost, and until then it opens more.
  const isChanging = order.slot === 'entry' && order.pending === 'change';
  return canCancel(isChanging ? { ...order, pending: null } : order, now)
    ? { do: 'cancel', orderId: order.id }
    : null;
};

const sumOf = (orders: readonly PlannedOrder[]): number => orders.reduce((sum, { most }) => sum + most, 0);

/** Shares that exits want off together; a full exit wants all. */
const wantedOff = ({ exits, quantity }: PositionCase): number =>
  exits.reduce(
    (sum, exit) => (exit.quantity === null ? quantity : Math.min(quantity, sum + exit.quantity)),
    0,
  );

const isFull = ({ exits }: PositionCase): boolean => exits.some(({ quantity }) => quantity === null);

/** Clear what a closed position still has at the broker. The rest of its entry goes too: its signal is over. */
const clearStep = ({ orders, now }: PositionCase): PositionStep => {
  for (const order of orders) {
    const step = withdraw(order, now);
    if (step) return step;
  }
  return NOTHING;
};

/**
 * Withdraw exits of wishes that are no longer open. It is tried until they are gone, and their price is followed no
 * further.
 */
const unwantedStep = ({ orders, exits, now }: PositionCase): PositionStep | null => {
  for (const order of orders) {
    const { slot, exitId } = order;
    if (slot !== 'leaving' || exitId === null || exits.some(({ id }) => id === exitId)) continue;
    const step = withdraw(order, now);
    if (step) return step;
  }
  return null;
};

/** Brings the resting stop to a quantity and a trigger; not while it is in doubt or was just asked. */
const changeStop = (
  resting: PlannedOrder,
  quantity: number,
  trigger: number | null,
  now: number,
): PositionStep | null => {
  if (resting.state === 'intended' || quantity === 0 || trigger === null) return withdraw(resting, now);
  // In the market already: it is on its way out at its own price.
  if (resting.state === 'triggered' || resting.state === 'partially-filled') return null;
  if (!isIdle(resting, now)) return null;
  const isCertain = resting.most === resting.remaining;
  if (isCertain && resting.remaining === quantity && resting.trigger === trigger) return null;
  return { do: 'change-stop', orderId: resting.id, quantity, trigger };
};

/** Make room at the stop first, then send what is wanted off. */
const leaveStep = (position: PositionCase): PositionStep => {
  const { orders, exits, covered, most, now, canSend, isHeldBack } = position;
  // Overnight and before the open nothing can leave, so what rests keeps resting.
  if (!canSend || isHeldBack) return NOTHING;
  const entry = orders.find(({ slot }) => slot === 'entry');
  if (entry && isFull(position)) {
    const step = withdraw(entry, now);
    if (step) return step;
  }
  const stops = orders.filter(({ slot }) => slot === 'resting-stop');
  const leaving = orders.filter(({ slot, state }) => slot === 'leaving' && state !== 'intended');
  const written = orders.find(({ slot, state }) => slot === 'leaving' && state === 'intended');
  const off = Math.min(wantedOff(position), covered);
  const keep = Math.max(0, covered - off);
  const [resting] = stops;
  if (resting && sumOf(stops) > keep) {
    const step = changeStop(resting, Math.min(keep, most), resting.trigger, now);
    if (step) return step;
  }
  // One that was held never to have arrived has turned up: what was sent in its place goes back.
  if (sumOf(stops) + sumOf(leaving) > covered && leaving.length > 1) {
    const newest = leaving.findLast((order) => canCancel(order, now));
    if (newest) return { do: 'cancel', orderId: newest.id };
  }
  // What is in the market of a triggered stop leaves as well.
  const missing = off - sumOf(leaving);
  const room = covered - sumOf(stops) - sumOf(leaving);
  // The rest of a larger one follows beside it.
  const quantity = Math.min(missing, room, most);
  if (written) {
    if (missing <= 0) return { do: 'withdraw', orderId: written.id };
    return quantity > 0 && isDue(written.nextAt, now)
      ? { do: 'send-exit', orderId: written.id, quantity: Math.min(quantity, written.remaining) }
      : NOTHING;
  }
  if (quantity <= 0) return NOTHING;
  for (const { id, quantity: wanted, nextAt } of exits) {
    // A full exit takes the parts with it, in its own time.
    if (!isDue(nextAt, now) || (isFull(position) && wanted !== null)) continue;
    const left = wanted === null ? quantity : wanted - sumOf(leaving.filter(({ exitId }) => exitId === id));
    if (left > 0) return { do: 'attempt-exit', exitId: id, quantity: Math.min(quantity, left) };
  }
  return NOTHING;
};

/** Place a stop for what stays while a part leaves. It does so where none rests any more. */
const restStep = (position: PositionCase): PositionStep => {
  const { orders, covered, most, stop, isPassed, stopNextAt, now, canSend, isHeldBack } = position;
  const hasStop = orders.some(({ slot }) => slot === 'resting-stop');
  if (hasStop || stop === null || isPassed || !canSend || isHeldBack || !isDue(stopNextAt, now))
    return NOTHING;
  const leaving = orders.filter(({ slot, state }) => slot === 'leaving' && state !== 'intended');
  const quantity = covered - Math.max(Math.min(wantedOff(position), covered), sumOf(leaving));
  return quantity > 0 ? { do: 'place-stop', quantity: Math.min(quantity, most), trigger: stop } : NOTHING;
};

/** Let the stop of what stays follow its level. How many it is for is decided by what leaves. */
const followStep = (position: PositionCase): PositionStep => {
  const { orders, stop, now, canSend, isHeldBack } = position;
  const resting = orders.find(({ slot }) => slot === 'resting-stop');
  if (!resting || resting.trigger === stop || isFull(position) || !canSend || isHeldBack) return NOTHING;
  return changeStop(resting, resting.remaining, stop, now) ?? NOTHING;
};

/** The next step of a position with exits: what is wanted off leaves, and what stays is protected. */
const exitStep = (position: PositionCase): PositionStep => {
  for (const next of [leaveStep, followStep]) {
    const step = next(position);
    if (step.do !== 'nothing') return step;
  }
  return restStep(position);
};

/** The next step of a position that is to be kept: its stop rests for all of it at its level. */
const stopStep = (position: PositionCase): PositionStep => {
  const { orders, covered, most, stop, isPassed, stopNextAt, now, canSend, isHeldBack } = position;
  const stops = orders.filter(({ slot }) => slot === 'resting-stop');
  const [resting, surplus] = stops;
  if (surplus) return withdraw(surplus, now) ?? NOTHING;
  const leaving = orders.filter(({ slot }) => slot === 'leaving');
  const unsent = leaving.find(({ state }) => state === 'intended');
  if (unsent) return { do: 'withdraw', orderId: unsent.id };
  // An exit that is not wanted any more may still fill until its end is seen.
  const room = Math.max(0, covered - sumOf(leaving));
  if (resting) {
    if (!canSend) return NOTHING;
    // What the account shows less was taken out of it; after a restart that is not known before it is compared.
    const quantity = isHeldBack ? Math.min(room, resting.remaining) : room;
    return changeStop(resting, Math.min(quantity, most), stop, now) ?? NOTHING;
  }
  if (stop === null || room === 0 || !canSend || isHeldBack) return NOTHING;
  if (isPassed) return { do: 'want-exit' };
  return isDue(stopNextAt, now)
    ? { do: 'place-stop', quantity: Math.min(room, most), trigger: stop }
    : NOTHING;
};

/**
 * The next thing to do about a live position. It follows from what is stored alone: the same after a restart. What is
 * on its way out and what rests never sum to more than the account holds. Nothing is sent beside an order of which it
 * is not known whether it is there, unless there is room for both.
 */
export const nextStep = (position: PositionCase): PositionStep => {
  if (position.quantity === 0) return clearStep(position);
  return unwantedStep(position) ?? (position.exits.length > 0 ? exitStep(position) : stopStep(position));
};

/** Present protection of a position. */
export interface ProtectionReport {
  readonly state: ProtectionState;
  /** A sentence; empty while a stop rests as it should. */
  readonly why: string;
}

/** Further facts on which the protection of a position depends. */
export interface ProtectionSituation {
  /** Prices come and orders can be decided on: the program is connected. */
  readonly isConnected: boolean;
  /** Why no stop rests, as the broker or the plan said last; empty when nothing was said. */
  readonly problem: string;
  /** Why the last exit was not taken, as the broker said; empty when none was refused. */
  readonly refused: string;
  /** Why nothing can be sent now, such as a closed market; empty when it can. */
  readonly closed: string;
  /** Why the position has no stop level at all. */
  readonly noStop: string;
  /** Why nothing of it is sent while it is held back. */
  readonly heldBack: string;
  /** Why no level would be noticed, else empty. Prices that do not come are one reason. */
  readonly blind: string;
}

/** Why nothing is sent for a position that the account shows otherwise. */
export const DIFFERS = 'The account shows something else than TrickDesk: see Reconciliation.';

/** Which protection a position has, from what is written: exactly one, with the reason where it is not a resting stop. */
export const protectionOf = (
  { quantity, covered, most, stop, exits, orders, isHeldBack }: PositionCase,
  { isConnected, problem, refused, closed, noStop, heldBack, blind }: ProtectionSituation,
): ProtectionReport => {
  if (quantity === 0) return { state: 'none', why: 'The position is closed.' };
  const isOut = (order: PlannedOrder): boolean =>
    order.slot === 'leaving' ||
    (order.slot === 'resting-stop' && ['triggered', 'partially-filled'].includes(order.state));
  if (orders.some((order) => isOut(order) && order.state !== 'intended'))
    return { state: 'leaving', why: '' };
  // Accepted is not resting yet: the exchange may still refuse it.
  const resting = orders.find(({ slot, state }) => slot === 'resting-stop' && state === 'waiting');
  if (resting && covered > 0 && resting.remaining >= covered) {
    if (exits.length > 0 && !isConnected)
      return { state: 'resting', why: 'The exit waits until there is a session with the broker.' };
    const isWhole = covered >= quantity;
    return {
      state: 'resting',
      why: isWhole ? '' : `The account holds ${covered} of them: see Reconciliation.`,
    };
  }
  // Nothing of it can be sold, whatever is wanted.
  if (covered === 0) return { state: 'none', why: DIFFERS };
  // Nothing is sent for it before it is known, or decided, what is so.
  if (isHeldBack && isConnected) return { state: 'none', why: heldBack };
  if (exits.length > 0 && isConnected) return { state: 'leaving', why: closed || refused };
  if (stop === null) return { state: 'none', why: noStop };
  if (!isConnected)
    return {
      state: 'none',
      why: resting
        ? `There is no session with the broker. A stop rests there for ${resting.remaining} of ${covered}.`
        : 'There is no session with the broker, and no stop rests there.',
    };
  if (blind) return { state: 'none', why: blind };
  if (resting && most < covered)
    return {
      state: 'watched',
      why: `A stop rests for ${resting.remaining} of ${covered}: the exchange takes no more in one order.`,
    };
  const doubt = orders.some((order) => order.slot === 'resting-stop' && isInDoubt(order))
    ? 'It is not known whether the stop reached the broker.'
    : '';
  return { state: 'watched', why: problem || doubt || closed || 'The stop is on its way to the broker.' };
};

/** Smallest move of a trailing level at the broker, percent of price. */
const LEAST_MOVE_PERCENT = 0.1;

/**
 * The trigger that a stop should rest at: the wanted level, unless it has moved from where the stop rests by less than
 * a minimum step. Every change counts against the orders of the hour.
 */
export const steppedTrigger = (side: Side, resting: number | null, wanted: number): number => {
  if (resting === null) return wanted;
  const gain = side === 'long' ? wanted - resting : resting - wanted;
  // A level that was loosened on purpose, by a change of its settings, is followed at once.
  if (gain <= 0) return wanted;
  return gain * 100 >= LEAST_MOVE_PERCENT * resting ? wanted : resting;
};

/** Failures in a row after which the owner is notified. A stop is then not tried again on that day. */
export const MOST_FAILURES = 5;
