import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { AccountLimiters } from './angel-one/account-limiters.ts';
import type { AngelOneHosts } from './angel-one/hosts.ts';
import type { LinkBroker } from './broker-link.ts';

/** Wait before a broker's missing instrument list is asked for again. */
const LIST_RETRY_MS = 30_000;

interface AngelOneDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hosts: AngelOneHosts | undefined;
}

/** Links to Angel One. Its adapter brings sockets along, so it is loaded at the first link. */
export const angelOneOnDemand = ({ database, clock, logger, hosts: given }: AngelOneDeps): LinkBroker => {
  const limiters = new AccountLimiters();
  return async (apiKey) => {
    const [{ angelOneLink }, { InstrumentList }, { ANGEL_ONE_HOSTS }] = await Promise.all([
      import('./angel-one/angel-one-link.ts'),
      import('./angel-one/instrument-list.ts'),
      import('./angel-one/hosts.ts'),
    ]);
    const hosts = given ?? ANGEL_ONE_HOSTS;
    const instruments = new InstrumentList({
      database,
      url: hosts.scripMaster,
      retryAfterMs: LIST_RETRY_MS,
    });
    return angelOneLink({ clock, logger, instruments, limiters, hosts }, apiKey);
  };
};
