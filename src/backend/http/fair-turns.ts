/** Longest turn of the event loop before it has too much. */
const TURN_MS = 15;
/** Most calls that a user begins in a quick turn. */
const MOST_A_TURN = 64;

/**
 * Shares the event loop between users. Most calls run from beginning to end in one go, so hundreds that arrive at once
 * would run before everybody else's. Each user begins a few calls in a turn of the loop, one where calls are slow; the
 * rest wait. The first call of a user in a turn begins at once.
 */
export class FairTurns {
  private readonly waiting = new Map<number, (() => void)[]>();
  private readonly begun = new Map<number, number>();
  private share = 1;
  private turnBegan: number | null = null;

  /** Resolves when a call of the user may begin. */
  async enter(userId: number): Promise<void> {
    const queue = this.waiting.get(userId);
    if (!queue && this.mayBegin(userId)) return;
    await new Promise<void>((begin) => {
      if (queue) queue.push(begin);
      else this.waiting.set(userId, [begin]);
    });
  }

  private mayBegin(userId: number): boolean {
    const count = this.begun.get(userId) ?? 0;
    if (count >= this.share) return false;
    this.begun.set(userId, count + 1);
    this.beginTurn();
    return true;
  }

  private beginTurn(): void {
    if (this.turnBegan !== null) return;
    this.turnBegan = performance.now();
    setImmediate(() => this.nextTurn());
  }

  private nextTurn(): void {
    const took = performance.now() - (this.turnBegan ?? 0);
    this.turnBegan = null;
    this.begun.clear();
    if (this.waiting.size === 0) {
      this.share = 1;
      return;
    }
    this.share = took > TURN_MS ? 1 : Math.min(2 * this.share, MOST_A_TURN);
    for (const [userId, queue] of this.waiting) {
      for (const begin of queue.splice(0, this.share)) {
        this.mayBegin(userId);
        begin();
      }
      if (queue.length === 0) this.waiting.delete(userId);
    }
  }
}
