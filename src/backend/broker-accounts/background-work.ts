import type { Logger } from 'pino';

/** Work that nobody waits for: a defect in it is logged, not lost. */
export class BackgroundWork {
  private readonly running = new Set<Promise<unknown>>();
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  start(work: Promise<unknown>): void {
    this.running.add(work);
    work
      .catch((error: unknown) => this.logger.error({ err: error }, 'what follows from an order failed'))
      .finally(() => this.running.delete(work));
  }

  get isIdle(): boolean {
    return this.running.size === 0;
  }

  /** Resolves when nothing that was begun is under way. */
  async settled(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled([...this.running]);
  }
}
