import { create } from 'zustand';
import type { Order } from '../../shared/contract/positions.ts';
import { registerReset } from './store-registry.ts';

/** Prices that an order is dragged to, paise. */
export interface WishedPrices {
  readonly price?: number;
  readonly triggerPrice?: number;
}

/** A working order by hand whose change is asked about. */
export interface ManualChange {
  readonly order: Order;
  readonly wished: WishedPrices;
}

/** The change that the window asks about; null while it asks about none. */
export const useManualChange = create<{ change: ManualChange | null }>(() => ({ change: null }));

/** Ask about other figures of a working order by hand. Nothing is sent before its owner says so there. */
export const askManualChange = (order: Order, wished: WishedPrices = {}): void =>
  useManualChange.setState({ change: { order, wished } });
export const closeManualChange = (): void => useManualChange.setState({ change: null });

registerReset(closeManualChange);
