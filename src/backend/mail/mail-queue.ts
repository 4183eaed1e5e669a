import type { Logger } from 'pino';
import type { Mail, Mailer } from './mailer.ts';

/**
 * Sends mail behind the answers: whoever asks must not learn from the time an answer takes whether a mail went out.
 * A mail that could not be sent is an error in the log; the person asks again.
 */
export class MailQueue {
  private readonly mailer: Mailer;
  private readonly logger: Logger;
  private readonly underWay = new Set<Promise<void>>();

  constructor(mailer: Mailer, logger: Logger) {
    this.mailer = mailer;
    this.logger = logger;
  }

  /** Mail is left in a folder instead of being sent. */
  get isOutbox(): boolean {
    return this.mailer.isOutbox;
  }

  /** Mails that have not gone out yet. */
  get waiting(): number {
    return this.underWay.size;
  }

  post(mail: Mail): void {
    const sending = this.mailer
      .send(mail)
      .catch((error: unknown) => this.logger.error({ err: error }, 'a mail could not be sent'))
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  /** Resolves when everything that was posted has gone out or failed. */
  async close(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
