/** How long a position may be without a price. After that, what is watched here could not be acted on. */
const BLIND_AFTER_MS = 60_000;

interface Gap {
  readonly since: number;
  isNotified: boolean;
}

/** Gaps in the prices of positions while their market trades. */
export class PriceGaps {
  private readonly gaps = new Map<number, Gap>();

  /** Note when the last price of a position came, epoch ms. Returns whether none has come for a minute of trading. */
  isBlind(positionId: number, lastAt: number | null, now: number, isTrading: boolean): boolean {
    if (!isTrading) {
      this.gaps.delete(positionId);
      return false;
    }
    const noted = this.gaps.get(positionId);
    // Since a moment that is still to come: the clock was put back, and nothing is known of how long it lasts.
    const known = noted && noted.since <= now ? noted : undefined;
    const since =
      lastAt !== null && lastAt <= now && (known === undefined || lastAt > known.since)
        ? lastAt
        : known?.since;
    if (since === undefined || since !== known?.since)
      this.gaps.set(positionId, { since: since ?? now, isNotified: false });
    return now - (since ?? now) >= BLIND_AFTER_MS;
  }

  /** Whether the owner is to be told of it: once for each gap. */
  isNoticeDue(positionId: number): boolean {
    const gap = this.gaps.get(positionId);
    if (!gap || gap.isNotified) return false;
    gap.isNotified = true;
    return true;
  }

  forget(positionId: number): void {
    this.gaps.delete(positionId);
  }
}
