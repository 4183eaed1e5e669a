import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

/** An order by hand as it is typed. */
export interface ManualOrderForm {
  /** On paper, or with real money. Each order begins on paper. */
  mode: 'test' | 'live';
  symbol: string;
  side: 'buy' | 'sell';
  sizeBy: 'quantity' | 'lots' | 'money' | 'risk';
  amount: string;
  /** `gtt` waits at the broker over days, with real money only. */
  type: 'market' | 'limit' | 'stop' | 'gtt';
  price: string;
  triggerPrice: string;
  product: 'intraday' | 'delivery';
  stopLoss: string;
  target: string;
}

/** An order before anything is typed. */
export const EMPTY_ORDER: ManualOrderForm = {
  mode: 'test',
  ...{ symbol: '', side: 'buy', sizeBy: 'quantity', amount: '', type: 'market', price: '' },
  ...{ triggerPrice: '', product: 'intraday', stopLoss: '', target: '' },
};

/** The order that the window asks about; null while it asks about none. */
export const useManualOrder = create<{ draft: ManualOrderForm | null }>(() => ({ draft: null }));

/** Ask about an order by hand. Nothing is sent before its owner says so there. */
export const askManualOrder = (draft: Partial<ManualOrderForm> = {}): void =>
  useManualOrder.setState({ draft: { ...EMPTY_ORDER, ...draft } });
export const closeManualOrder = (): void => useManualOrder.setState({ draft: null });

registerReset(closeManualOrder);
