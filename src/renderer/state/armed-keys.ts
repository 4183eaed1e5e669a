import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

/** The order that an armed key sends. */
export interface ArmedPreset {
  readonly sizeBy: 'quantity' | 'lots';
  readonly amount: number;
  /** At the market, or at a limit: the price of the row in a ladder, the last price elsewhere. */
  readonly type: 'market' | 'limit';
  readonly product: 'intraday' | 'delivery';
}

interface Armed {
  readonly preset: ArmedPreset;
  /** When they are off again, epoch ms. */
  readonly until: number;
}

/** How long they stay on without being used, minutes. */
export const ARMED_MINUTES = 10;
const ARMED_MS = ARMED_MINUTES * 60_000;

/** Keys that send an order on paper at once. Off at every start, and in every other window. */
export const useArmedKeys = create<{ armed: Armed | null; isAsking: boolean }>(() => ({
  armed: null,
  isAsking: false,
}));

/** The preset while they are on; null when their time is over, though nothing has noticed yet. */
export const armedNow = (now = Date.now()): ArmedPreset | null => {
  const { armed } = useArmedKeys.getState();
  if (!armed) return null;
  if (now < armed.until) return armed.preset;
  disarm();
  return null;
};

/** Ask how keys are to be armed. */
export const askArmedKeys = (): void => useArmedKeys.setState({ isAsking: true });
export const closeArmedKeys = (): void => useArmedKeys.setState({ isAsking: false });

/** Switch them on; again, or when one is used, their time begins anew. */
export const arm = (preset: ArmedPreset): void =>
  useArmedKeys.setState({ armed: { preset, until: Date.now() + ARMED_MS }, isAsking: false });

/** Switch them off. */
export const disarm = (): void => useArmedKeys.setState({ armed: null });

registerReset(() => useArmedKeys.setState({ armed: null, isAsking: false }));
