import type { Logger } from 'pino';
import { istDate, istMinuteOfDay } from '../../shared/time.ts';
import type { Broker } from '../brokers/broker.ts';
import { isLoginTime } from './morning.ts';
import { type DeliveredSale, type Sale, unauthorisedSales } from './sale-authorisation.ts';

export interface DepositoryReminderDeps {
  readonly logger: Logger;
  /** Null while there is no session. */
  readonly broker: () => Broker | null;
  /** Delivery positions whose exits may come today without their owner. */
  readonly sales: () => readonly Sale[];
  /** Notify the owner of what the depository must let go of. */
  readonly notify: (missing: readonly DeliveredSale[]) => Promise<void>;
}

/** When it is asked, in minutes of the day: with the first session, and shortly before the open. */
const ROUNDS = [0, 9 * 60 + 5] as const;

/**
 * Asks the depository each morning whether it lets strategies' shares go. Without the owner's authorisation every
 * stop and exit from the second day on would be refused. A doubtful answer is not reported.
 */
export class DepositoryReminder {
  private readonly deps: DepositoryReminderDeps;
  private asked = '';

  constructor(deps: DepositoryReminderDeps) {
    this.deps = deps;
  }

  /** Asks when a round is due; nothing waits for the answer. */
  async check(now: number): Promise<void> {
    const { broker, sales, notify, logger } = this.deps;
    const session = broker();
    if (!session || !isLoginTime(now)) return;
    const round = ROUNDS.filter((from) => istMinuteOfDay(now) >= from).length;
    const name = `${istDate(now)} ${round}`;
    if (this.asked === name) return;
    try {
      const held = sales();
      if (held.length === 0) return;
      this.asked = name;
      const missing = await unauthorisedSales(session, held);
      if (missing.length > 0) await notify(missing);
    } catch (error) {
      // Asked again in the next round; a sale that is refused is told of by itself.
      logger.warn({ err: error }, 'the depository could not be asked');
    }
  }
}
