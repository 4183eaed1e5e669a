/** Life of a lease that is not renewed, ms. */
export const LEASE_LIFE_MS = 10_000;

/** Lease of a shard as a row has it: `until` in ms since 1970 by the clock of the database; 0 when it was given back. */
export interface Lease {
  readonly id: number;
  readonly owner: string;
  readonly epoch: number;
  readonly until: number;
}

interface Seen {
  readonly epoch: number;
  readonly until: number;
  /** When it was first seen like this, on the monotonic clock, ms. */
  readonly since: number;
}

/**
 * Leases of others over a time. One has ended when it was given back, or has stood still for its whole life, by the
 * clock of this process that is never set. The clock of the database may be set, or be another after a failover.
 */
export class SeenLeases {
  private readonly life: number;
  private readonly seen = new Map<number, Seen>();

  constructor(lifeMs: number) {
    this.life = lifeMs;
  }

  /** The leases that have ended. `asked` is when their rows were asked for, on the monotonic clock, ms. */
  ended<Row extends Lease>(leases: readonly Row[], asked: number): Row[] {
    return leases.filter((lease) => lease.until === 0 || this.stoodStillUntil(lease, asked));
  }

  private stoodStillUntil({ id, epoch, until }: Lease, asked: number): boolean {
    const before = this.seen.get(id);
    if (before?.epoch === epoch && before.until === until) return asked - before.since > this.life;
    this.seen.set(id, { epoch, until, since: performance.now() });
    return false;
  }
}
