import type { OrderUrgency } from '../broker.ts';
import { LIMITS, type Lane } from './rate-limits.ts';
import type { Timing } from './timing.ts';

/** How long the account is left alone after it was told that it asks too often; doubled while that goes on. */
const PUSH_BACK_MS = 1_000;
const LONGEST_PUSH_BACK_MS = 8_000;

/** A call that would have had to wait for longer than it may. */
export class RateExceeded extends Error {
  override readonly name = 'RateExceeded';
}

interface Sent {
  readonly at: number;
  readonly urgency: OrderUrgency;
}

interface Waiter {
  readonly urgency: OrderUrgency;
  readonly until: number;
  go(): void;
  refuse(): void;
}

/** When the next call may be sent after those that were, epoch of `Timing.now`. */
const earliest = (sent: readonly Sent[], lane: Lane, urgency: OrderUrgency, from: number): number => {
  let at = from;
  const notBefore = (calls: readonly Sent[], count: number, windowMs: number): void => {
    const first = calls.at(-count);
    if (first) at = Math.max(at, first.at + windowMs);
  };
  const entries = urgency === 'entry' ? sent.filter((call) => call.urgency === 'entry') : [];
  for (const { count, entryCount, windowMs } of LIMITS[lane].windows) {
    notBefore(sent, count, windowMs);
    if (entryCount !== undefined) notBefore(entries, entryCount, windowMs);
  }
  return at;
};

/**
 * Keeps an account within what Angel One takes. The broker counts over the last second, not in seconds by the clock,
 * so this remembers when calls were sent: a bucket that refills would let twice as many through around a full one.
 */
export class RateLimiter {
  private readonly timing: Timing;
  private readonly sent = new Map<Lane, Sent[]>();
  private readonly waiting = new Map<Lane, Waiter[]>();
  private readonly wakes = new Map<Lane, () => void>();
  private closedUntil = Number.NEGATIVE_INFINITY;
  private pushBackMs = PUSH_BACK_MS;

  constructor(timing: Timing) {
    this.timing = timing;
  }

  /**
   * Resolves when a call may be sent, which is then counted as sent. Exits go before entries, else first come, first
   * served.
   * @throws RateExceeded at once when it would wait longer than its lane allows.
   */
  async turn(lane: Lane, urgency: OrderUrgency = 'exit'): Promise<void> {
    const now = this.timing.now();
    const until = now + LIMITS[lane].patienceMs;
    const queue = this.queueOf(lane);
    const ahead = queue.filter((other) => urgency === 'entry' || other.urgency === 'exit');
    const expected = this.turnAfter(lane, ahead, urgency, now);
    if (expected > until) throw new RateExceeded('Too many calls are waiting.');
    if (expected <= now) {
      this.count(lane, urgency, now);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => reject(new RateExceeded('Others went before.'));
      queue.splice(ahead.length, 0, { urgency, until, go: resolve, refuse });
      this.wakeFor(lane);
    });
  }

  /** Nothing is sent for a while: the broker has said that this account asks too often. */
  pushBack(): void {
    const now = this.timing.now();
    // The others that were on their way hear the same.
    if (now < this.closedUntil) return;
    const goesOn = now < this.closedUntil + LONGEST_PUSH_BACK_MS;
    this.pushBackMs = goesOn ? Math.min(this.pushBackMs * 2, LONGEST_PUSH_BACK_MS) : PUSH_BACK_MS;
    this.closedUntil = now + this.pushBackMs;
    for (const lane of this.waiting.keys()) this.wakeFor(lane);
  }

  private queueOf(lane: Lane): Waiter[] {
    const queue = this.waiting.get(lane) ?? [];
    this.waiting.set(lane, queue);
    return queue;
  }

  /** When a call comes to its turn if those ahead go as soon as they may. */
  private turnAfter(lane: Lane, ahead: readonly Waiter[], urgency: OrderUrgency, now: number): number {
    const sent = [...(this.sent.get(lane) ?? [])];
    let at = Math.max(now, this.closedUntil);
    for (const other of ahead) {
      at = earliest(sent, lane, other.urgency, at);
      sent.push({ at, urgency: other.urgency });
    }
    return earliest(sent, lane, urgency, at);
  }

  private count(lane: Lane, urgency: OrderUrgency, now: number): void {
    const longest = Math.max(...LIMITS[lane].windows.map((window) => window.windowMs));
    const sent = (this.sent.get(lane) ?? []).filter((call) => call.at > now - longest);
    sent.push({ at: now, urgency });
    this.sent.set(lane, sent);
  }

  /** Lets go whoever may, and asks to be woken for the next. */
  private wakeFor(lane: Lane): void {
    this.wakes.get(lane)?.();
    this.wakes.delete(lane);
    const queue = this.queueOf(lane);
    for (;;) {
      const next = queue[0];
      if (!next) return;
      const now = this.timing.now();
      const at = this.turnAfter(lane, [], next.urgency, now);
      if (at > next.until) {
        queue.shift();
        next.refuse();
      } else if (at > now) {
        this.wakes.set(
          lane,
          this.timing.after(at - now, () => this.wakeFor(lane)),
        );
        return;
      } else {
        queue.shift();
        this.count(lane, next.urgency, now);
        next.go();
      }
    }
  }
}
