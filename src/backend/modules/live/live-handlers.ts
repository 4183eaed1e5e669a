import { Reply } from '../../../shared/contract/endpoint.ts';
import { refusedBy } from '../../broker-accounts/refused-by.ts';
import { accountDifferences, settleDifference } from './account-differences.ts';
import { accountsOf } from './account-view.ts';
import { linkAccount, reconnectAccount, unlinkAccount } from './link-account.ts';
import { listBrokerOrders, settleOrder } from './broker-orders.ts';
import { liveChecklist, goLive } from './go-live.ts';
import { killSwitch } from './kill-switch.ts';
import { changeRiskGuard } from './guard-limits.ts';
import type { LiveCalls, LiveDeps } from './live-deps.ts';

/** Real money: the account at the broker, the way to live, and what stops it. */
export const liveHandlers = (deps: LiveDeps): LiveCalls => ({
  link: linkAccount(deps),
  reconnect: reconnectAccount(deps),
  account: (_input, { userId }) => Promise.resolve(accountsOf(deps, userId)),
  test: async (_input, { userId }) => {
    const tested = await refusedBy(deps.brokerAccounts.requireAccount(userId).test());
    return new Reply(tested, `Angel One answers: the account of ${tested.name}.`);
  },
  unlink: unlinkAccount(deps),
  brokerOrders: listBrokerOrders(deps),
  resolve: settleOrder(deps),
  differences: (_input, { userId }) => accountDifferences(deps, userId),
  settleDifference: async (input, { userId }) => settleDifference(deps, userId, input),
  checklist: liveChecklist(deps),
  goLive: goLive(deps),
  killSwitch: killSwitch(deps),
  riskGuard: changeRiskGuard(deps),
});
