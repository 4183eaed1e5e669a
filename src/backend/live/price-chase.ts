/** Orders that must fill are priced anew this often, each time further away from the last price. */
const EVERY_MS = 2_000;
const ATTEMPTS = 5;

interface Chase {
  attempt: number;
  nextAt: number;
}

export type ChaseTurn = { readonly attempt: number } | 'given-up' | null;

/** How often an order that closes a position has been priced anew, and when it is its turn again. */
export class PriceChase {
  private readonly chases = new Map<number, Chase>();

  /**
   * Whether it is an order's turn: the attempt (from 1), `given-up` once when all were made, null otherwise. The first
   * question about an order starts its clock.
   */
  turn(orderId: number, now: number): ChaseTurn {
    const chase = this.chases.get(orderId);
    if (!chase) {
      this.chases.set(orderId, { attempt: 0, nextAt: now + EVERY_MS });
      return null;
    }
    if (now < chase.nextAt || chase.attempt > ATTEMPTS) return null;
    chase.attempt++;
    chase.nextAt = now + EVERY_MS;
    return chase.attempt > ATTEMPTS ? 'given-up' : { attempt: chase.attempt };
  }

  forget(orderId: number): void {
    this.chases.delete(orderId);
  }
}
