import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../clock.ts';
import type { BrokerTrouble } from '../broker.ts';
import { AngelOneBroker } from './angel-one-broker.ts';
import { AngelOneFeed } from './angel-one-feed.ts';
import {
  type AngelOneLogin,
  type AngelOneProfile,
  type AngelOneSession,
  logIn,
  logOut,
  profileOf,
  refresh,
} from './angel-one-session.ts';
import { ANGEL_ONE_HOSTS, type AngelOneHosts } from './hosts.ts';
import { RateLimiter, type TurnOptions } from './rate-limiter.ts';
import type { SocketPace } from './reconnecting-socket.ts';
import { RestClient } from './rest-client.ts';
import { systemTiming, type Timing } from './timing.ts';

export interface AngelOneAccountOptions {
  readonly apiKey: string;
  readonly logger: Pick<Logger, 'warn'>;
  readonly hosts?: AngelOneHosts;
  readonly clock?: Clock;
  readonly timing?: Timing;
  /** The limiter of all calls of the account. Given where the account is called from elsewhere too. */
  readonly limiter?: RateLimiter;
  readonly pace?: SocketPace;
  /** How long an answer is waited for, ms. */
  readonly patienceMs?: number;
}

/** Who is told when a session ends or a connection is lost. */
export interface ConnectionListener {
  onConnected?(): void;
  onTrouble?(trouble: BrokerTrouble): void;
}

/**
 * One Angel One account of a user: keep one of these for as long as the account is linked, over all its sessions,
 * since the broker counts calls by account.
 */
export class AngelOneAccount {
  readonly #apiKey: string;
  readonly #rest: RestClient;
  readonly #options: Required<Pick<AngelOneAccountOptions, 'logger' | 'hosts' | 'clock' | 'timing'>>;
  readonly #pace: SocketPace | undefined;

  constructor(options: AngelOneAccountOptions) {
    const { apiKey, logger, hosts = ANGEL_ONE_HOSTS, clock = systemClock, timing = systemTiming } = options;
    this.#apiKey = apiKey;
    this.#options = { logger, hosts, clock, timing };
    this.#pace = options.pace;
    const { patienceMs, limiter = new RateLimiter(timing) } = options;
    this.#rest = new RestClient({ root: hosts.rest, limiter, apiKey, patienceMs, timing });
  }

  /** Opens a session of the day. @throws BrokerTrouble */
  logIn(login: AngelOneLogin, turn?: TurnOptions): Promise<AngelOneSession> {
    return logIn(this.#rest, login, this.#options.clock.now(), turn);
  }

  /** New tokens for a session that still lives. @throws BrokerTrouble */
  refresh(session: AngelOneSession): Promise<AngelOneSession> {
    return refresh(this.#rest, session);
  }

  /** @throws BrokerTrouble */
  logOut(session: AngelOneSession, turn?: TurnOptions): Promise<void> {
    return logOut(this.#rest, session, turn);
  }

  /** @throws BrokerTrouble */
  profile(session: AngelOneSession): Promise<AngelOneProfile> {
    return profileOf(this.#rest, session);
  }

  /** The order side of a session. */
  broker(session: AngelOneSession, listener: ConnectionListener = {}): AngelOneBroker {
    const { hosts, clock, timing, logger } = this.#options;
    return new AngelOneBroker({
      rest: this.#rest,
      session,
      apiKey: this.#apiKey,
      orderSocket: hosts.orderSocket,
      clock,
      timing,
      pace: this.#pace,
      logger,
      onConnected: () => listener.onConnected?.(),
      onTrouble: (trouble) => listener.onTrouble?.(trouble),
    });
  }

  /** The prices of a session; connects at once. */
  feed(session: AngelOneSession, listener: ConnectionListener = {}): AngelOneFeed {
    const { hosts, clock, timing, logger } = this.#options;
    return new AngelOneFeed({
      url: hosts.marketSocket,
      apiKey: this.#apiKey,
      session,
      clock,
      timing,
      pace: this.#pace,
      onTrouble: (trouble) => {
        logger.warn({ kind: trouble.kind, said: trouble.said }, trouble.message);
        listener.onTrouble?.(trouble);
      },
      onDepthTrouble: (trouble) =>
        logger.warn({ kind: trouble.kind, said: trouble.said }, 'market depth does not come'),
    });
  }
}
