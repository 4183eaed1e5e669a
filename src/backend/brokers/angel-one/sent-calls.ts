import type { OrderUrgency } from '../broker.ts';
import type { LaneLimits } from './rate-limits.ts';

interface Moments {
  readonly all: number[];
  readonly others: number[];
  readonly change: number[];
  readonly entry: number[];
}

/** The times at which a lane's calls were sent, oldest first. Kept as its limits count them. */
export class SentCalls {
  private readonly limits: LaneLimits;
  private readonly moments: Moments;

  constructor(limits: LaneLimits, moments: Moments = { all: [], others: [], change: [], entry: [] }) {
    this.limits = limits;
    this.moments = moments;
  }

  /** The same calls, to try out what would come of more. */
  copy(): SentCalls {
    const { all, others, change, entry } = this.moments;
    return new SentCalls(this.limits, {
      all: [...all],
      others: [...others],
      change: [...change],
      entry: [...entry],
    });
  }

  /** Count a call sent at `at`, the latest so far. Forgets what no window reaches back to. */
  add(urgency: OrderUrgency, at: number): void {
    const { all, others } = this.moments;
    all.push(at);
    if (urgency !== 'exit') {
      others.push(at);
      this.moments[urgency].push(at);
    }
    const oldest = at - Math.max(...this.limits.windows.map(({ windowMs }) => windowMs));
    for (const moments of Object.values(this.moments) as number[][]) {
      const kept = moments.findIndex((moment) => moment > oldest);
      if (kept > 0) moments.splice(0, kept);
    }
  }

  /** When the next call may be sent, from a moment on. */
  earliest(urgency: OrderUrgency, from: number): number {
    let at = from;
    const notBefore = (moments: readonly number[], count: number, windowMs: number): void => {
      const first = moments.at(-count);
      if (first !== undefined) at = Math.max(at, first + windowMs);
    };
    for (const { count, shares, windowMs } of this.limits.windows) {
      notBefore(this.moments.all, count, windowMs);
      if (urgency === 'exit' || !shares) continue;
      notBefore(this.moments.others, shares.others, windowMs);
      notBefore(this.moments[urgency], shares[urgency], windowMs);
    }
    return at;
  }
}
