/** How often an order that must fill is repriced. Each time it goes further away from the last price. */
const EVERY_MS = 2_000;
/** The changes after which the distance stays as it is. The owner is notified then, and the market is followed. */
export const WIDEST = 5;

interface Chase {
  /** Changes that the broker has taken. */
  changes: number;
  nextAt: number;
  isNotified: boolean;
}

/** Repricings of each closing order, and the time of the next. */
export class PriceChase {
  private readonly chases = new Map<number, Chase>();

  /**
   * The width (1 and up) for repricing an order now, or null. Null means that it is not its turn. The first call
   * about an order starts its clock.
   */
  turn(orderId: number, now: number): number | null {
    const chase = this.chases.get(orderId);
    if (!chase) {
      this.chases.set(orderId, { changes: 0, nextAt: now + EVERY_MS, isNotified: false });
      return null;
    }
    // Further away than a turn: the clock was put back since.
    if (now < chase.nextAt && chase.nextAt - now <= EVERY_MS) return null;
    chase.nextAt = now + EVERY_MS;
    return Math.min(chase.changes + 1, WIDEST);
  }

  /** Counts a change that the broker has taken; one that failed is made again. */
  countChange(orderId: number): void {
    const chase = this.chases.get(orderId);
    if (chase) chase.changes++;
  }

  /** Whether to notify the owner now that an order does not fill. True only once. */
  isNoticeDue(orderId: number): boolean {
    const chase = this.chases.get(orderId);
    if (!chase || chase.isNotified || chase.changes < WIDEST) return false;
    chase.isNotified = true;
    return true;
  }

  forget(orderId: number): void {
    this.chases.delete(orderId);
  }
}
