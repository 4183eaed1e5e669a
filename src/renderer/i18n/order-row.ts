import type { Order } from '../../shared/contract/positions.ts';
import { ORDER_PURPOSE_LABELS, ORDER_STATE_TONES, ORDER_STATE_LABELS } from './strategy-labels.ts';

/** An order with its states in words, as tables show it. */
export const orderRow = (order: Order) => ({
  ...order,
  stateText: ORDER_STATE_LABELS[order.state],
  purposeText: ORDER_PURPOSE_LABELS[order.purpose],
  tone: ORDER_STATE_TONES[order.state],
  life: order.life.map((step) => ({ ...step, stateText: ORDER_STATE_LABELS[step.state] })),
});
