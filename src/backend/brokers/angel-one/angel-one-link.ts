import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { BrokerLink, BrokerSession, LinkBroker } from '../broker-link.ts';
import { AngelOneAccount } from './angel-one-account.ts';
import type { AngelOneSession } from './angel-one-session.ts';
import type { AngelOneHosts } from './hosts.ts';
import type { InstrumentList } from './instrument-list.ts';

export interface AngelOneLinkNeeds {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instruments: InstrumentList;
  readonly hosts?: AngelOneHosts;
}

const sessionOf = ({ tokens }: BrokerSession): AngelOneSession => JSON.parse(tokens) as AngelOneSession;

/** Links accounts at Angel One. */
export const angelOneLinks =
  ({ clock, logger, instruments, hosts }: AngelOneLinkNeeds): LinkBroker =>
  (apiKey): BrokerLink => {
    const account = new AngelOneAccount({ apiKey, clock, logger, hosts });
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
      logOut: (session) => account.logOut(sessionOf(session)),
      instrumentFor: (symbol, now) => instruments.instrumentFor(symbol, now),
    };
  };
