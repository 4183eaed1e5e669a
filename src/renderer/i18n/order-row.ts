import type { Order } from '../../shared/contract/positions.ts';
import { ORDER_STATE_TONES, ORDER_STATE_WORDS } from './trick-words.ts';

/** An order with its states in words, as tables show it. */
export const orderRow = (order: Order) => ({
  ...order,
  stateWords: ORDER_STATE_WORDS[order.state],
  tone: ORDER_STATE_TONES[order.state],
  life: order.life.map((step) => ({ ...step, stateWords: ORDER_STATE_WORDS[step.state] })),
});
