import { setTimeout as delay } from 'node:timers/promises';

/** The end of a part of the program, which wakes whatever waits to try something again. */
export class Closing {
  private hasEnded = false;
  private readonly ended = Promise.withResolvers<undefined>();

  get isOver(): boolean {
    return this.hasEnded;
  }

  end(): void {
    this.hasEnded = true;
    this.ended.resolve(undefined);
  }

  /** Waits so long (ms), or until the end. */
  async pause(ms: number): Promise<void> {
    await Promise.race([delay(ms, undefined, { ref: false }), this.ended.promise]);
  }
}
