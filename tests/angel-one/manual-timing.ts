import type { Timing } from '../../src/backend/brokers/angel-one/timing.ts';

/** Time that passes when a test says so, to the millisecond. */
export class ManualTiming implements Timing {
  private time = 0;
  private timers: { readonly at: number; readonly action: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.time + ms, action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Run what falls due on the way. Each at its own moment, and promises may settle in between. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = Math.max(this.time, next.at);
      next.action();
      await settled();
    }
    this.time = end;
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
