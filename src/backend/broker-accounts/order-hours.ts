import { type Sendable, sendable, sessionOn } from '../../engine/trading/trading-day.ts';
import type { OrderSlot } from '../../shared/order-states.ts';
import { istDate } from '../../shared/time.ts';
import { tradedAs } from '../market/instrument-master.ts';

/** Whether a slot's order may be sent at `at` (epoch ms). If not, also from when on it may. */
export const sendableAt = (slot: OrderSlot, symbol: string, at: number): Sendable =>
  sendable(slot, tradedAs(symbol), at);

/** When an instrument's session opens on a day, epoch ms. The day is that of `at`; null when it has none. */
export const openOfDay = (symbol: string, at: number): number | null =>
  sessionOn(istDate(at), tradedAs(symbol))?.open ?? null;
