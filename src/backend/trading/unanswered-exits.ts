import type { OrderRow } from '../db/schema.ts';

const UNANSWERED: readonly OrderRow['state'][] = ['submitted', 'unknown'];

/** Whether the broker has not said yet what became of an order. */
export const isUnanswered = ({ state }: OrderRow): boolean => UNANSWERED.includes(state);

/** Sentence about exits that the broker has not answered. */
export const unansweredText = (orders: readonly OrderRow[]): string =>
  `The broker has not answered yet; TrickDesk asks until it knows what became of the exit of ${[...new Set(orders.map(({ symbol }) => symbol))].join(', ')}. Look into Order history before you close it elsewhere.`;
