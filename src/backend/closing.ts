import { setTimeout as delay } from 'node:timers/promises';

/** Signal that a part of the program ends. It wakes whatever waits to retry. */
export class Closing {
  private readonly controller = new AbortController();
  private readonly ended = Promise.withResolvers<undefined>();

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    this.controller.abort();
    this.ended.resolve(undefined);
  }

  /** Waits so long (ms), or until the end. */
  async pause(ms: number): Promise<void> {
    await Promise.race([delay(ms, undefined, { ref: false }), this.ended.promise]);
  }
}
