import type { Order } from '../../shared/contract/positions.ts';
import { ORDER_PURPOSE_WORDS, ORDER_STATE_TONES, ORDER_STATE_WORDS } from './trick-words.ts';

/** An order with its states in words, as tables show it. */
export const orderRow = (order: Order) => ({
  ...order,
  stateWords: ORDER_STATE_WORDS[order.state],
  purposeWords: ORDER_PURPOSE_WORDS[order.purpose],
  tone: ORDER_STATE_TONES[order.state],
  life: order.life.map((step) => ({ ...step, stateWords: ORDER_STATE_WORDS[step.state] })),
});
