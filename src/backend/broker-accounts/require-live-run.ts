import { Refusal } from '../refusal.ts';
import type { BrokerAccounts } from './broker-accounts.ts';
import type { LiveRun } from './live-run.ts';

/** The broker account of a user with a session. @throws Refusal `refused` with what to do first */
export const requireLiveRun = (
  { brokerAccounts }: { readonly brokerAccounts: BrokerAccounts },
  userId: number,
): LiveRun => {
  const account = brokerAccounts.requireAccount(userId);
  if (!account.run.isConnected || account.isSessionOver)
    throw new Refusal(
      'refused',
      'There is no session with Angel One today, so nothing can be priced or ordered. Reconnect it in your profile, then do this again.',
    );
  return account.run;
};
