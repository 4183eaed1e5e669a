import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { istDate } from '../../../shared/time.ts';
import { BrokerTrouble } from '../broker.ts';
import type { BrokerLink, BrokerSession } from '../broker-link.ts';
import type { AccountLimiters } from './account-limiters.ts';
import { AngelOneAccount, type ConnectionListener } from './angel-one-account.ts';
import type { AngelOneSession } from './angel-one-session.ts';
import { currentAddress } from './current-address.ts';
import { ANGEL_ONE_HOSTS, type AngelOneHosts } from './hosts.ts';
import type { InstrumentList } from './instrument-list.ts';

export interface AngelOneLinkDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instruments: InstrumentList;
  readonly limiters: AccountLimiters;
  readonly hosts?: AngelOneHosts;
}

const sessionOf = ({ tokens }: BrokerSession): AngelOneSession => JSON.parse(tokens) as AngelOneSession;

/** Update the list to the day; the previous one stays if that fails. */
const upToDate = async (instruments: InstrumentList, now: number, logger: Logger): Promise<void> => {
  try {
    await instruments.bringUpTo(istDate(now));
  } catch (error) {
    if (!(error instanceof BrokerTrouble)) throw error;
    logger.warn({ kind: error.kind, said: error.said }, error.message);
  }
};

/** The link of one account at Angel One. */
export const angelOneLink = (
  { clock, logger, instruments, limiters, hosts }: AngelOneLinkDeps,
  apiKey: string,
): BrokerLink => {
  const accountOf = (clientCode: string): AngelOneAccount =>
    new AngelOneAccount({ apiKey, clock, logger, limiter: limiters.of(clientCode), hosts });
  return {
    logIn: async ({ clientCode, pin, totpSecret }, code, turn) => {
      const totp = totpSecret === null || code !== null ? { code: code ?? '' } : { secret: totpSecret };
      const session = await accountOf(clientCode).logIn({ clientCode, pin, totp }, turn);
      return { tokens: JSON.stringify(session), until: session.until };
    },
    nameOf: async (opened) => {
      const session = sessionOf(opened);
      return (await accountOf(session.clientCode).profile(session)).name;
    },
    open: (opened, listener) => {
      const session = sessionOf(opened);
      const account = accountOf(session.clientCode);
      let isClosed = false;
      const connection: ConnectionListener = {
        onConnected: () => {
          if (!isClosed) listener.onConnected(opened);
        },
        onTrouble: (trouble) => {
          if (!isClosed) listener.onTrouble(trouble, opened);
        },
      };
      const broker = account.broker(session, connection);
      const feed = account.feed(session, connection);
      return {
        broker,
        feed,
        close: () => {
          isClosed = true;
          feed.close();
          broker.close();
        },
      };
    },
    currentAddress: () => currentAddress((hosts ?? ANGEL_ONE_HOSTS).address),
    logOut: (opened, turn) => {
      const session = sessionOf(opened);
      return accountOf(session.clientCode).logOut(session, turn);
    },
    contract: async (held) => {
      const now = clock.now();
      await upToDate(instruments, now, logger);
      return instruments.contract(held, now);
    },
    contractsOn: async (underlying, now) => {
      await upToDate(instruments, now, logger);
      return instruments.contractsOn(underlying, now);
    },
    instrumentFor: async (symbol, now) => {
      await upToDate(instruments, now, logger);
      return instruments.instrumentFor(symbol, now);
    },
  };
};
