import { Reply } from '../../../shared/contract/endpoint.ts';
import type { Transaction } from '../../db/database.ts';
import { refusedBy } from '../../broker-accounts/refused-by.ts';
import { Refusal } from '../../refusal.ts';
import { accountsOf } from './account-view.ts';
import type { LiveCalls, LiveDeps } from './live-deps.ts';

/** @throws Refusal `invalid` for an address that no order of this server would come from */
const requireOurAddress = ({ ordersLeaveFrom }: LiveDeps, address: string | undefined): void => {
  if (address === undefined || ordersLeaveFrom === null || ordersLeaveFrom.includes(address)) return;
  const ours = ordersLeaveFrom.join(', ');
  throw new Refusal(
    'invalid',
    `Orders leave from ${ours} here, and Angel One would refuse them. Register that address for your API key, and enter it.`,
    { fields: { registeredAddress: `enter ${ours}` } },
  );
};

/** Links an account at Angel One, with a session for today. */
export const linkAccount =
  (deps: LiveDeps): LiveCalls['link'] =>
  async (input, { userId }) => {
    const { brokerAccounts, logActivity } = deps;
    const { clientCode, apiKey, pin, totp, totpSecret, registeredAddress } = input;
    if (totp === undefined && totpSecret === undefined)
      throw new Refusal('invalid', 'totp is needed: enter the code of this moment.', {
        fields: { totp: 'enter the code of this moment' },
      });
    requireOurAddress(deps, registeredAddress);
    const credentials = {
      clientCode: clientCode.toUpperCase(),
      apiKey,
      pin,
      totpSecret: totpSecret?.replaceAll(/\s/g, '').toUpperCase() ?? null,
    };
    const log = (tx: Transaction) => logActivity(tx, userId, 'broker', 'Linked an account at Angel One.');
    await refusedBy(brokerAccounts.link(userId, credentials, totp ?? null, registeredAddress ?? null, log));
    return new Reply(accountsOf(deps, userId), 'Angel One is linked.');
  };

/** Opens the session of the day. */
export const reconnectAccount =
  (deps: LiveDeps): LiveCalls['reconnect'] =>
  async ({ totp }, { userId }) => {
    const { database, brokerAccounts, logActivity } = deps;
    await refusedBy(brokerAccounts.reconnect(userId, totp ?? null));
    await database.write(userId, (tx) =>
      logActivity(tx, userId, 'broker', 'Opened the session of the day at Angel One.'),
    );
    return new Reply(accountsOf(deps, userId), 'Connected to Angel One for today.');
  };

/** Unlinks the account and drops all that was kept of it. */
export const unlinkAccount =
  (deps: LiveDeps): LiveCalls['unlink'] =>
  async (_input, { userId }) => {
    const { database, brokerAccounts, logActivity } = deps;
    await refusedBy(brokerAccounts.unlink(userId));
    await database.write(userId, (tx) =>
      logActivity(tx, userId, 'broker', 'Unlinked the account at Angel One.'),
    );
    return new Reply(accountsOf(deps, userId), 'Angel One is unlinked. Nothing of the account is kept here.');
  };
