import type { BrokerAccount } from '../../../shared/contract/live.ts';
import { istIso } from '../../../shared/time.ts';
import { BROKER_ID } from '../../../shared/strategy-status.ts';
import type { LiveAccount } from '../../broker-accounts/live-account.ts';
import type { LiveDeps } from './live-deps.ts';

const stateOf = (account: LiveAccount): BrokerAccount['state'] => {
  if (account.isSessionOver || !account.run.isConnected) return 'login-needed';
  return account.addressProblem === null ? 'connected' : 'trouble';
};

const accountView = (deps: LiveDeps, account: LiveAccount): BrokerAccount => ({
  brokerId: BROKER_ID.angelOne,
  clientCode: account.row.client_code_masked,
  linked: true,
  state: stateOf(account),
  sessionUntil: account.row.session_until === null ? null : istIso(account.row.session_until),
  registeredAddress: account.row.registered_address,
  currentAddress: account.currentAddress,
  lastError: account.row.last_error,
  hasTotpSecret: deps.brokerAccounts.hasTotpSecret(account.row),
  lastTickAgeMs: account.run.lastTickAgeMs,
});

/** The brokers there are, and a user's account at Angel One. */
export const accountsOf = (deps: LiveDeps, userId: number) => {
  const { brokerAccounts } = deps;
  const account = brokerAccounts.accountOf(userId);
  return {
    broker_angelone_details: account && accountView(deps, account),
    broker_details: [
      { brokerId: BROKER_ID.paper, name: 'Paper', isLinked: true, isPaper: true },
      { brokerId: BROKER_ID.angelOne, name: 'Angel One', isLinked: account !== null, isPaper: false },
    ],
  };
};
