import { create } from 'zustand';
import type { Source } from '../../shared/contract/fields.ts';
import { registerReset } from './store-registry.ts';

/** An instrument on one market. */
export interface OnMarket {
  readonly symbol: string;
  readonly source: Source;
}

/** Target of flattening: one instrument, or all by hand. */
export type FlattenWish = OnMarket | 'all';

/** The flattening that the window asks about; null while it asks about none. */
export const useManualFlatten = create<{ wish: FlattenWish | null }>(() => ({ wish: null }));

/** Ask about closing what is held by hand. */
export const askFlatten = (wish: FlattenWish): void => useManualFlatten.setState({ wish });
export const closeFlatten = (): void => useManualFlatten.setState({ wish: null });

registerReset(closeFlatten);
