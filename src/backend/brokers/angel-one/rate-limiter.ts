import type { OrderUrgency } from '../broker.ts';
import { LIMITS, type Lane } from './rate-limits.ts';
import { SentCalls } from './sent-calls.ts';
import type { Timing } from './timing.ts';
import { type Waiter, WaitingLine } from './waiting-line.ts';

/** The pause after the broker says that the account asks too often. Doubled while that continues. */
const PUSH_BACK_MS = 1_000;
const LONGEST_PUSH_BACK_MS = 8_000;

/** A call that would have had to wait longer than it may. */
export class RateExceeded extends Error {
  override readonly name = 'RateExceeded';
}

/** A call that was taken back while it waited; it has used no turn. */
export class TurnWithdrawn extends Error {
  override readonly name = 'TurnWithdrawn';
}

/** Conditions of a call's wait. */
export interface TurnOptions {
  readonly urgency?: OrderUrgency;
  /** The higher goes first among calls of one urgency; 0 unless given. */
  readonly priority?: number;
  /** Give the place of the call back, at once. */
  readonly signal?: AbortSignal;
  /** Asked right before the request. */
  readonly mayLeave?: () => boolean;
}

interface LaneState {
  readonly sent: SentCalls;
  readonly line: WaitingLine;
  /** Calls off the next wake. */
  cancelWake: () => void;
  /** Until then this lane alone is held back. */
  closedUntil: number;
}

/**
 * Keeps an account within what Angel One takes. The broker counts over the last second, not in seconds by the clock,
 * so this remembers when calls were sent: a bucket that refills would let twice as many through around a full one.
 */
export class RateLimiter {
  private readonly timing: Timing;
  private readonly lanes = new Map<Lane, LaneState>();
  private closedUntil = Number.NEGATIVE_INFINITY;
  private pushBackMs = PUSH_BACK_MS;

  constructor(timing: Timing) {
    this.timing = timing;
  }

  /**
   * Resolve when a call may be sent; it is counted as sent then. Exits go before changes and changes before entries,
   * each by priority, else first come, first served. An exit waits as long as it must.
   * @throws RateExceeded at once when it would wait longer than its lane allows, or later when others went before.
   * @throws TurnWithdrawn when its signal takes it back.
   */
  async turn(lane: Lane, { urgency = 'exit', priority = 0, signal }: TurnOptions = {}): Promise<void> {
    if (signal?.aborted) throw new TurnWithdrawn('Taken back.');
    const now = this.timing.now();
    const { sent, line } = this.stateOf(lane);
    const until = now + LIMITS[lane].patienceMs[urgency];
    await new Promise<void>((resolve, reject) => {
      const withdraw = (): void => {
        if (!line.remove(waiter)) return;
        reject(new TurnWithdrawn('Taken back.'));
        this.letGo(lane);
      };
      const done = (): void => signal?.removeEventListener('abort', withdraw);
      const waiter: Waiter = {
        urgency,
        priority,
        until,
        go: () => {
          done();
          resolve();
        },
        refuse: () => {
          done();
          reject(new RateExceeded('Others went before.'));
        },
      };
      if (!line.reachesInTime(waiter, sent, this.from(lane, now))) {
        reject(new RateExceeded('Too many calls are waiting.'));
        return;
      }
      signal?.addEventListener('abort', withdraw);
      line.add(waiter);
      this.letGo(lane);
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
    for (const lane of this.lanes.keys()) this.letGo(lane);
  }

  /** Hold one lane back: what was refused can be done without, and must keep no order waiting. */
  pushBackLane(lane: Lane): void {
    this.stateOf(lane).closedUntil = this.timing.now() + PUSH_BACK_MS;
    this.letGo(lane);
  }

  private stateOf(lane: Lane): LaneState {
    const known = this.lanes.get(lane);
    if (known) return known;
    const state = {
      sent: new SentCalls(LIMITS[lane]),
      line: new WaitingLine(),
      cancelWake: () => undefined,
      closedUntil: Number.NEGATIVE_INFINITY,
    };
    this.lanes.set(lane, state);
    return state;
  }

  private from(lane: Lane, now: number): number {
    return Math.max(now, this.closedUntil, this.stateOf(lane).closedUntil);
  }

  /** Release the calls that may go, and refuse late ones. The wake for the next one is scheduled. */
  private letGo(lane: Lane): void {
    const state = this.stateOf(lane);
    const { sent, line } = state;
    state.cancelWake();
    for (;;) {
      const now = this.timing.now();
      const from = this.from(lane, now);
      const late = line.tooLate(sent, from);
      if (late) {
        line.remove(late);
        late.refuse();
        continue;
      }
      const next = line.next(sent, from);
      if (!next) return;
      const { waiter, at } = next;
      if (at > now) {
        state.cancelWake = this.timing.after(at - now, () => this.letGo(lane));
        return;
      }
      line.remove(waiter);
      sent.add(waiter.urgency, now);
      waiter.go();
    }
  }
}
