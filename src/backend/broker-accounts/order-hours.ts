import { type Sendable, sendable, sessionOn } from '../../engine/trading/trading-day.ts';
import type { OrderSlot } from '../../shared/order-states.ts';
import { istDate } from '../../shared/time.ts';
import { tradedAs } from '../market/instrument-master.ts';

/** Whether an order of a slot may be sent at a moment (epoch ms), and from when on where it may not. */
export const sendableAt = (slot: OrderSlot, symbol: string, at: number): Sendable =>
  sendable(slot, tradedAs(symbol), at);

/** When the session of an instrument begins on the day of a moment, epoch ms; null when it has none. */
export const openOfDay = (symbol: string, at: number): number | null =>
  sessionOn(istDate(at), tradedAs(symbol))?.open ?? null;
