import type { OrderUrgency } from '../broker.ts';
import type { SentCalls } from './sent-calls.ts';

/** A call that waits for its turn. */
export interface Waiter {
  readonly urgency: OrderUrgency;
  /** The higher goes first among calls of one urgency. */
  readonly priority: number;
  /** It does not wait beyond this moment. */
  readonly until: number;
  go(): void;
  refuse(): void;
}

/** Who goes first where several may. */
const IN_ORDER: readonly OrderUrgency[] = ['exit', 'change', 'entry'];

type Queues = Readonly<Record<OrderUrgency, Waiter[]>>;

/** The calls of a lane that wait: each urgency in its own queue, by priority and then by when they came. */
export class WaitingLine {
  private readonly queues: Queues;

  constructor(queues: Queues = { exit: [], change: [], entry: [] }) {
    this.queues = queues;
  }

  add(waiter: Waiter): void {
    const queue = this.queues[waiter.urgency];
    const behind = queue.findIndex(({ priority }) => priority < waiter.priority);
    queue.splice(behind < 0 ? queue.length : behind, 0, waiter);
  }

  /** Remove a waiter; false when it does not wait any more. */
  remove(waiter: Waiter): boolean {
    const queue = this.queues[waiter.urgency];
    const index = queue.indexOf(waiter);
    if (index >= 0) queue.splice(index, 1);
    return index >= 0;
  }

  /**
   * Who goes next, and when. What waits for a share of its own holds nobody else up; where several may go at once the
   * more urgent does.
   */
  next(sent: SentCalls, from: number): { readonly waiter: Waiter; readonly at: number } | null {
    let best: { waiter: Waiter; at: number } | null = null;
    for (const urgency of IN_ORDER) {
      const [waiter] = this.queues[urgency];
      if (!waiter) continue;
      const at = sent.earliest(urgency, from);
      if (!best || at < best.at) best = { waiter, at };
    }
    return best;
  }

  /** The first in a queue that can no longer go in time. Null if there is none. */
  tooLate(sent: SentCalls, from: number): Waiter | null {
    const heads = IN_ORDER.map((urgency) => this.queues[urgency][0]);
    return heads.find((waiter) => waiter && sent.earliest(waiter.urgency, from) > waiter.until) ?? null;
  }

  /** Whether a new waiter would get its turn in time. Assumes that no other comes after it. */
  reachesInTime(waiter: Waiter, sent: SentCalls, from: number): boolean {
    if (waiter.until === Number.POSITIVE_INFINITY) return true;
    const { exit, change, entry } = this.queues;
    const line = new WaitingLine({ exit: [...exit], change: [...change], entry: [...entry] });
    line.add(waiter);
    const calls = sent.copy();
    for (let at = from; ;) {
      const next = line.next(calls, at);
      if (!next || next.at > waiter.until) return false;
      if (next.waiter === waiter) return true;
      at = next.at;
      line.remove(next.waiter);
      calls.add(next.waiter.urgency, at);
    }
  }
}
