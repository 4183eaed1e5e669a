import { Cron } from 'croner';
import type { Logger } from 'pino';

/** Work that comes round by itself. A round that takes longer than its turn has the next one left out. */
export class Rounds {
  private readonly crons: Cron[] = [];
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  /** Do `work` now, then at every turn of a cron pattern. The pattern has seconds. */
  every(pattern: string, name: string, work: () => Promise<void>): void {
    const turn = (): void => {
      if (this.underWay.has(name)) return;
      const round = work()
        .catch((error: unknown) => this.logger.error({ err: error, round: name }, 'a round failed'))
        .finally(() => this.underWay.delete(name));
      this.underWay.set(name, round);
    };
    turn();
    this.crons.push(new Cron(pattern, { unref: true }, turn));
  }

  /** Ends the turns; resolves when none is under way. */
  async close(): Promise<void> {
    for (const cron of this.crons) cron.stop();
    await Promise.all(this.underWay.values());
  }
}
