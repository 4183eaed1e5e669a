import type { Timing } from '../../src/backend/brokers/angel-one/timing.ts';

/**
 * Idle turns of the event loop before time may pass. What an answer leads to begins in these turns, in a row without
 * work.
 */
const IDLE_TURNS = 20;

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/**
 * Time that passes only while nothing is under way: a busy machine makes nothing late. What takes time in earnest (calls,
 * writes, messages on their way) is named with `begin` or `during`.
 */
export class IdleTiming implements Timing {
  private time = 0;
  private timers: Timer[] = [];
  private underWay = 0;
  private isOver = false;

  now(): number {
    return this.time;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.time + Math.max(0, ms), action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Mark something as under way until the returned function is called. */
  begin(): () => void {
    this.underWay++;
    let isDone = false;
    return () => {
      if (!isDone) this.underWay--;
      isDone = true;
    };
  }

  async during<T>(work: Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await work;
    } finally {
      end();
    }
  }

  /** Lets time pass, from timer to timer, until `stop`. */
  async run(): Promise<void> {
    while (!this.isOver) {
      for (let turns = 0; turns < IDLE_TURNS && !this.isOver; turns++) {
        await new Promise((resolve) => setImmediate(resolve));
        if (this.underWay > 0) turns = -1;
      }
      const next = this.timers.reduce<Timer | null>(
        (first, timer) => (first && first.at <= timer.at ? first : timer),
        null,
      );
      if (!next || this.isOver) continue;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = Math.max(this.time, next.at);
      next.action();
    }
  }

  stop(): void {
    this.isOver = true;
  }
}
