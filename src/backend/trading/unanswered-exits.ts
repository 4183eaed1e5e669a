import { SHORT_STATES } from '../../shared/order-states.ts';
import type { OrderRow } from '../db/schema.ts';

const UNANSWERED: readonly OrderRow['state'][] = ['submitted', 'unknown'];

/** Whether the broker has not said yet what became of an order. */
export const isUnanswered = ({ state }: OrderRow): boolean => UNANSWERED.includes(state);

/** Whether an order with real money is written and not sent yet. */
export const isUnsent = ({ mode, state }: Pick<OrderRow, 'mode' | 'state'>): boolean =>
  mode === 'live' && state === 'intended';

const namesOf = (orders: readonly OrderRow[]): string =>
  [...new Set(orders.map(({ symbol }) => symbol))].join(', ');

/** Sentence about answered exits of one symbol with real money. */
export const answeredText = (orders: readonly OrderRow[]): string => {
  const units = orders.reduce((sum, { quantity }) => sum + quantity, 0);
  const exit = `${units} ${namesOf(orders)}`;
  if (orders.every(({ state }) => state === 'filled')) return `The exit of ${exit} is filled.`;
  return orders.some(({ state }) => SHORT_STATES.includes(state))
    ? `The broker did not take the whole exit of ${exit}. TrickDesk tries the rest again; see Order history.`
    : `The exit of ${exit} is at the broker.`;
};

/** Sentence about exits that are not sent yet. */
export const unsentText = (orders: readonly OrderRow[]): string =>
  `${namesOf(orders)} is being closed: the exit goes out once a stop-loss at the broker has made room for it. See Order history.`;

/** Sentence about exits that the broker has not answered. */
export const unansweredText = (orders: readonly OrderRow[]): string =>
  `The broker has not answered yet; TrickDesk asks until it knows what became of the exit of ${namesOf(orders)}. Look into Order history before you close it elsewhere.`;
