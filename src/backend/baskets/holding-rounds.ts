import type { Logger } from 'pino';

/** Recurring work on baskets, each holding by itself: whatever one waits for or fails at keeps no other. */
export class HoldingRounds {
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  /** Do work for a holding that waits for nothing outside. It is awaited before the next; a failure is logged. */
  async alone(holdingId: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error({ err: error, holdingId }, 'a basket could not be seen to');
    }
  }

  /** The rows that meet a condition. A row that cannot be read is left out, and does not hold up the others. */
  those<Row extends { readonly holding_id: number }>(
    rows: readonly Row[],
    holds: (row: Row) => boolean,
  ): Row[] {
    return rows.filter((row) => {
      try {
        return holds(row);
      } catch (error) {
        this.logger.error({ err: error, holdingId: row.holding_id }, 'a basket could not be read');
        return false;
      }
    });
  }

  /** Start work for a holding that may wait for a broker. Nothing is started while its earlier work is under way. */
  begin(holdingId: number, work: () => Promise<void>): void {
    if (this.underWay.has(holdingId)) return;
    const task = this.alone(holdingId, work).finally(() => this.underWay.delete(holdingId));
    this.underWay.set(holdingId, task);
  }

  /** Resolves when nothing that was begun is under way. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }
}
