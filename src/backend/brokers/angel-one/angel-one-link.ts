import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { istDate } from '../../../shared/time.ts';
import { BrokerTrouble } from '../broker.ts';
import type { BrokerLink, BrokerSession } from '../broker-link.ts';
import { AngelOneAccount } from './angel-one-account.ts';
import type { AngelOneSession } from './angel-one-session.ts';
import { currentAddress } from './current-address.ts';
import { ANGEL_ONE_HOSTS, type AngelOneHosts } from './hosts.ts';
import type { InstrumentList } from './instrument-list.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface AngelOneLinkNeeds {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instruments: InstrumentList;
  readonly limiter: RateLimiter;
  readonly hosts?: AngelOneHosts;
}

const sessionOf = ({ tokens }: BrokerSession): AngelOneSession => JSON.parse(tokens) as AngelOneSession;

/** The list of the day, or the one of before when that cannot be had. */
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
  { clock, logger, instruments, limiter, hosts }: AngelOneLinkNeeds,
  apiKey: string,
): BrokerLink => {
  const account = new AngelOneAccount({ apiKey, clock, logger, limiter, hosts });
  return {
    logIn: async ({ clientCode, pin, totpSecret }, code) => {
      const totp = totpSecret === null || code !== null ? { code: code ?? '' } : { secret: totpSecret };
      const session = await account.logIn({ clientCode, pin, totp });
      return { tokens: JSON.stringify(session), until: session.until };
    },
    nameOf: async (session) => (await account.profile(sessionOf(session))).name,
    open: (session, listener) => {
      const broker = account.broker(sessionOf(session), listener);
      const feed = account.feed(sessionOf(session), listener);
      return {
        broker,
        feed,
        close: () => {
          feed.close();
          broker.close();
        },
      };
    },
    currentAddress: () => currentAddress((hosts ?? ANGEL_ONE_HOSTS).address),
    logOut: (session) => account.logOut(sessionOf(session)),
    contract: (held) => instruments.contract(held),
    instrumentFor: async (symbol, now) => {
      await upToDate(instruments, now, logger);
      return instruments.instrumentFor(symbol, now);
    },
  };
};
