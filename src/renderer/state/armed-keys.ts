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
  /** Stop-loss of what they open, percent of its price; null of none. */
  readonly stopLossPercent: number | null;
}

/** Consent to orders with real money, which the backend keeps and counts. */
export interface ArmedConsent {
  /** Names it. */
  readonly arming: string;
  /** Orders that may still open something. */
  readonly orders: number;
  /** Money that they may still take, paise. */
  readonly money: number;
}

/** Armed keys. */
export interface Armed {
  /** Drawn for this arming: another one is another person's, or was agreed to anew. */
  readonly id: string;
  readonly preset: ArmedPreset;
  /** When they are off again, epoch ms. */
  readonly until: number;
  /** Null on paper. */
  readonly consent: ArmedConsent | null;
}

const ARMED_MS = ARMED_MINUTES * MINUTE_MS;

interface ArmedKeys {
  readonly armed: Armed | null;
  /** Drawn for each question how they are to be armed; null while none is asked. */
  readonly asking: string | null;
}

/** Keys that send an order at once. Off at every start, and in every other window. */
export const useArmedKeys = create<ArmedKeys>(() => ({ armed: null, asking: null }));

/** React hook: whether B and S order, and do nothing else. */
export const useAreKeysArmed = (): boolean => useArmedKeys(({ armed }) => armed !== null);

/** Change what is armed, where it is that arming still. */
const change = (id: string, changed: Partial<Armed> | null): void => {
  const { armed } = useArmedKeys.getState();
  if (armed?.id === id) useArmedKeys.setState({ armed: changed && { ...armed, ...changed } });
};

/** Time that is left, ms; never more than a whole one, also where the clock was put back. */
const leftOf = ({ until }: Armed, now: number): number => (until - now > ARMED_MS ? 0 : until - now);

/** Armed keys; null while they are off. Their time may be over, though nothing has noticed yet. */
export const armedNow = (now = Date.now()): Armed | null => {
  const { armed } = useArmedKeys.getState();
  if (!armed || leftOf(armed, now) > 0) return armed;
  disarm();
  return null;
};

/** Ask how keys are to be armed. */
export const askArmedKeys = (): void => useArmedKeys.setState({ asking: crypto.randomUUID() });
export const closeArmedKeys = (): void => useArmedKeys.setState({ asking: null });

/** Switch them on: on paper, or with a consent to real money. */
export const arm = (preset: ArmedPreset, consent: ArmedConsent | null = null): void => {
  const armed = { id: crypto.randomUUID(), preset, consent, until: Date.now() + ARMED_MS };
  useArmedKeys.setState({ armed, asking: null });
};

/** Begin the time of an arming anew: it was used at a moment, epoch ms. */
export const prolong = (id: string, usedAt: number): void => change(id, { until: usedAt + ARMED_MS });

/** Note what a consent has left. */
export const noteLeft = (id: string, consent: ArmedConsent): void => change(id, { consent });

/** Switch off an arming in this window. What the backend has ended already is told to nobody. */
export const drop = (id: string): void => change(id, null);

/** Switch them off. */
export const disarm = (): void => {
  const { armed } = useArmedKeys.getState();
  if (!armed) return;
  drop(armed.id);
  if (armed.consent) endConsent(armed.consent.arming);
};

/** End a consent. Where that cannot be told, nobody here knows its name any more, and it ends by itself. */
export const endConsent = (arming: string): void => void api.manual.disarmLive({ arming });

registerReset(() => useArmedKeys.setState({ armed: null, asking: null }));
