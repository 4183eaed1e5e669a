import { create } from 'zustand';
import type { Result } from '../../shared/failure.ts';
import { succeed } from '../../shared/failure.ts';
import { istDate, istMinuteOfDay } from '../../shared/time.ts';
import { AROUND_SESSION_MINUTES, marketHoursOn } from '../../shared/trading-days.ts';
import { api } from '../api/api.ts';
import { brokerAccount } from './broker-account.ts';
import { header, myHome } from './header.ts';
import { createResource } from './resource.ts';
import { riskGuard } from './risk-guard.ts';
import { registerReset } from './store-registry.ts';
import { updates } from './updates.ts';

/** Money at the broker, in paise; or why it could not be asked. */
export type Funds = Readonly<{ available: number } | { problem: string }>;

/** Lead of the backend's clock over this computer's, ms. It is measured by one question and its answer. */
const clockSkew = async (): Promise<number | null> => {
  const asked = Date.now();
  const result = await api.home.summary();
  return result.ok ? Date.parse(result.value.asOf) - (asked + Date.now()) / 2 : null;
};

const fundsAtBroker = async (): Promise<Funds | null> => {
  if (header.get().value?.broker.state !== 'connected') return null;
  const result = await api.live.test();
  return result.ok ? { available: result.value.available } : { problem: result.failure.message };
};

interface Asked {
  skewMs: number | null;
  /** Null without a session at a broker. */
  funds: Funds | null;
}

/** Questions that only the morning check asks. */
export const morningQuestions = createResource(
  async (): Promise<Result<Asked>> => {
    const [skewMs, funds] = await Promise.all([clockSkew(), fundsAtBroker()]);
    return succeed({ skewMs, funds });
  },
  { isQuiet: true },
);

/** Asks for everything that the check goes through. */
export const loadMorningCheck = async (): Promise<void> => {
  await header.load(undefined);
  await Promise.all([
    morningQuestions.load(undefined),
    brokerAccount.load(undefined),
    riskGuard.load(undefined),
    myHome.load(undefined),
    updates.load(undefined),
  ]);
};

/** Whether a moment (epoch ms) is one for the checks before trading. It is until the market closes. */
export const isCheckTime = (now: number): boolean => {
  const hours = marketHoursOn(istDate(now));
  const minute = istMinuteOfDay(now);
  // Until the market closes: what comes after it is no time to look over anything.
  return hours !== null && minute >= hours.from && minute < hours.to - AROUND_SESSION_MINUTES;
};

const useStore = create<{ isOpen: boolean }>(() => ({ isOpen: false }));
registerReset(() => useStore.setState({ isOpen: false }));

/** Whether the check is open; it stands in the frame of the window. */
export const useMorningCheck = (): boolean => useStore(({ isOpen }) => isOpen);

export const openMorningCheck = (): void => {
  useStore.setState({ isOpen: true });
  void loadMorningCheck();
};
export const closeMorningCheck = (): void => useStore.setState({ isOpen: false });
