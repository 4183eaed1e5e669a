import { create } from 'zustand';
import { ARMED_MINUTES } from '../../shared/armed-keys.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { api } from '../api/api.ts';
import { registerReset } from './store-registry.ts';

/** The order that an armed key sends. */
export interface ArmedPreset {
  readonly sizeBy: 'quantity' | 'lots';
  readonly amount: number;
  /** At the market, or at a limit: the price of the row in a ladder, the last price elsewhere. */
  readonly type: 'market' | 'limit';
  readonly product: 'intraday' | 'delivery';
}

/** Consent to orders with real money, which the backend keeps and counts. */
export interface ArmedConsent {
  readonly arming: string;
  /** Orders that may still open something. */
  readonly orders: number;
  /** Money that they may still take, paise. */
  readonly money: number;
}

interface Armed {
  readonly preset: ArmedPreset;
  /** When they are off again, epoch ms. */
  readonly until: number;
  /** Null on paper. */
  readonly consent: ArmedConsent | null;
}

const ARMED_MS = ARMED_MINUTES * MINUTE_MS;

/** Keys that send an order at once. Off at every start, and in every other window. */
export const useArmedKeys = create<{ armed: Armed | null; isAsking: boolean }>(() => ({
  armed: null,
  isAsking: false,
}));

const armedIn = (): Armed | null => useArmedKeys.getState().armed;

/** Armed keys; null while they are off. Their time may be over, though nothing has noticed yet. */
export const armedNow = (now = Date.now()): Armed | null => {
  const armed = armedIn();
  if (!armed) return null;
  if (now < armed.until) return armed;
  disarm();
  return null;
};

/** Ask how keys are to be armed. */
export const askArmedKeys = (): void => useArmedKeys.setState({ isAsking: true });
export const closeArmedKeys = (): void => useArmedKeys.setState({ isAsking: false });

/** Switch them on: on paper, or with a consent to real money. */
export const arm = (preset: ArmedPreset, consent: ArmedConsent | null = null): void =>
  useArmedKeys.setState({ armed: { preset, consent, until: Date.now() + ARMED_MS }, isAsking: false });

/** Begin their time anew: one was used. */
export const prolong = (): void => {
  const armed = armedIn();
  if (armed) useArmedKeys.setState({ armed: { ...armed, until: Date.now() + ARMED_MS } });
};

/** Note what a consent has left. That of an arming of before is left alone. */
export const noteLeft = (consent: ArmedConsent): void => {
  const armed = armedIn();
  if (armed?.consent?.arming === consent.arming) useArmedKeys.setState({ armed: { ...armed, consent } });
};

/** Switch them off in this window. What the backend has ended already is told to nobody. */
export const drop = (): void => useArmedKeys.setState({ armed: null });

/** Switch them off. */
export const disarm = (): void => {
  const armed = armedIn();
  drop();
  // Where it cannot be told, nobody knows the number of the consent any more, and it ends by itself.
  if (armed?.consent) void api.manual.disarmLive({ arming: armed.consent.arming });
};

registerReset(() => useArmedKeys.setState({ armed: null, isAsking: false }));
