import type { EventHub } from '../../notices/event-hub.ts';
import type { LogLine } from '../../notices/journal.ts';

/** A strategy at 600× writes hundreds of lines a second; whoever follows loads the list at most this often. */
const PAUSE_MS = 1_000;

/**
 * Publish that a log has new lines: the first at once, what comes in the second after it together at
 * its end. The event names the log only; its lines are asked for.
 */
export class LogFollow {
  private readonly hub: EventHub;
  /** Logs published within the last second, and whether more has come since. */
  private readonly resting = new Map<string, { timer: NodeJS.Timeout; hasMore: boolean }>();

  constructor(hub: EventHub) {
    this.hub = hub;
  }

  written({ userId, kind }: LogLine): void {
    const log = `${userId} ${kind}`;
    const rest = this.resting.get(log);
    if (rest) rest.hasMore = true;
    else this.publish(userId, kind, log);
  }

  private publish(userId: number, kind: LogLine['kind'], log: string): void {
    this.hub.publish(userId, { type: 'log', kind });
    const timer = setTimeout(() => {
      const hasMore = this.resting.get(log)?.hasMore;
      this.resting.delete(log);
      if (hasMore) this.publish(userId, kind, log);
    }, PAUSE_MS);
    this.resting.set(log, { timer, hasMore: false });
  }

  close(): void {
    for (const { timer } of this.resting.values()) clearTimeout(timer);
    this.resting.clear();
  }
}
