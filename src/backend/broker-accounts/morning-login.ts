import type { Logger } from 'pino';
import { istDate } from '../../shared/time.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { BrokerCredentials } from '../brokers/broker-link.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { BrokerAccountRow } from '../db/schema.ts';
import type { EventSinks } from '../trading/announce.ts';
import type { LiveAccount } from './live-account.ts';
import { isLoginTime, morningStep } from './morning.ts';

export interface MorningLoginDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  readonly logger: Logger;
  readonly credentialsOf: (row: BrokerAccountRow) => BrokerCredentials | null;
  /** Opens the session of the day, unless it is open by then. @throws BrokerTrouble */
  readonly logIn: (account: LiveAccount, credentials: BrokerCredentials) => Promise<void>;
}

/** Attempts to log an account in since its session ended. */
interface Tries {
  at: number;
  isRefused: boolean;
}

/** Sees to the session of the day: logs in by itself where the secret for codes is kept, and reminds whoever must. */
export class MorningLogin {
  private readonly deps: MorningLoginDeps;
  private readonly tries = new Map<number, Tries>();
  private readonly underWay = new Map<number, Promise<void>>();

  constructor(deps: MorningLoginDeps) {
    this.deps = deps;
  }

  /** Looks at one account. A login takes its time, and nobody else's clock waits for it. */
  poll(account: LiveAccount): void {
    const { id } = account.row;
    if (this.underWay.has(id)) return;
    if (!account.isSessionOver) {
      this.tries.delete(id);
      return;
    }
    if (!isLoginTime(this.deps.clock.now())) return;
    const work = this.pollAccount(account)
      .catch((error: unknown) =>
        this.deps.logger.error(
          { err: error, userId: account.userId },
          'the session of the day was not seen to',
        ),
      )
      .finally(() => this.underWay.delete(id));
    this.underWay.set(id, work);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  private async pollAccount(account: LiveAccount): Promise<void> {
    const { clock, credentialsOf } = this.deps;
    const credentials = credentialsOf(account.row);
    const tries = this.tries.get(account.row.id);
    const step = morningStep({
      now: clock.now(),
      hasTotpSecret: (credentials?.totpSecret ?? null) !== null,
      isNeeded: await account.isWaitedFor(),
      triedAt: tries?.at ?? null,
      isRefused: tries?.isRefused ?? false,
      remindedOn: account.row.reminded_on,
    });
    if (step === 'remind') await this.remind(account);
    if (step === 'log-in' && credentials) await this.logIn(account, credentials);
  }

  private async logIn(account: LiveAccount, credentials: BrokerCredentials): Promise<void> {
    const { clock, database, sinks, logger } = this.deps;
    // Written down before it is tried: whatever goes wrong, the next try waits for its time.
    const tries: Tries = { at: clock.now(), isRefused: false };
    this.tries.set(account.row.id, tries);
    try {
      await this.deps.logIn(account, credentials);
      logger.info({ userId: account.userId }, 'logged in for the day');
    } catch (error) {
      if (!(error instanceof BrokerTrouble)) throw error;
      tries.isRefused = error.kind === 'credentials';
      await account.write({ last_error: error.message });
      logger.warn({ userId: account.userId, kind: error.kind }, 'the login of the morning failed');
      if (!tries.isRefused) return;
      await database.write(account.userId, (tx) =>
        sinks.notify(tx, account.userId, 'broker', {
          title: 'Angel One did not take the stored login',
          body: `${error.message} It is not tried again today; reconnect with a code of your own.`,
          link: '/profile/broker',
          isCritical: true,
        }),
      );
    }
  }

  private async remind(account: LiveAccount): Promise<void> {
    const { clock, database, sinks } = this.deps;
    await account.write({ reminded_on: istDate(clock.now()) });
    await database.write(account.userId, (tx) =>
      sinks.notify(tx, account.userId, 'broker', {
        title: 'Reconnect Angel One',
        body: 'The session is over. Until you reconnect, live strategies enter nothing, and stop-losses that rested at the broker are not placed again.',
        link: '/profile/broker',
        isCritical: true,
      }),
    );
  }
}
