import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Transaction } from '../db/database.ts';
import { isPassingTrouble } from '../db/storage-trouble.ts';
import type { RuleChange } from './rule-change.ts';

interface ChangeWriterDeps {
  readonly database: Database;
  readonly logger: Logger;
  readonly write: (tx: Transaction, change: RuleChange) => Promise<void>;
}

/** Changes of one user that share a transaction. Nobody's command waits for more. */
const AT_ONCE = 50;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Writes what evaluations have found, each user's in order. What cannot be written for now, as on a full disk, is tried
 * until it is; what cannot be written at all costs its own rule and no other.
 */
export class ChangeWriter {
  private readonly deps: ChangeWriterDeps;
  private readonly queues = new Map<number, RuleChange[]>();
  private readonly working = new Map<number, Promise<void>>();
  private isClosing = false;

  constructor(deps: ChangeWriterDeps) {
    this.deps = deps;
  }

  add(change: RuleChange): void {
    const { userId } = change;
    const queue = this.queues.get(userId) ?? [];
    this.queues.set(userId, queue);
    queue.push(change);
    if (!this.working.has(userId))
      this.working.set(
        userId,
        this.drain(userId, queue).finally(() => this.working.delete(userId)),
      );
  }

  /** Resolves when all that was added is written, or was given up. */
  async settled(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  /** Give up what cannot be written now, and resolve. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.settled();
  }

  private async drain(userId: number, queue: RuleChange[]): Promise<void> {
    // What a tick fires together is written together.
    await Promise.resolve();
    for (let pause = FIRST_PAUSE_MS; queue.length > 0;) {
      const some = queue.slice(0, AT_ONCE);
      try {
        await this.deps.database.write(userId, async (tx) => {
          for (const change of some) await this.deps.write(tx, change);
        });
        queue.splice(0, some.length);
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        const isPassing = isPassingTrouble(error);
        this.deps.logger.error({ err: error, userId }, 'alerts that fired could not be written');
        if (!isPassing) await this.writeEach(userId, queue.splice(0, some.length));
        else if (this.isClosing) queue.length = 0;
        else {
          await delay(pause, undefined, { ref: false });
          pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        }
      }
    }
    this.queues.delete(userId);
  }

  /** One by one: what cannot be written of one keeps no other from being written. */
  private async writeEach(userId: number, changes: readonly RuleChange[]): Promise<void> {
    for (const change of changes)
      try {
        await this.deps.database.write(userId, (tx) => this.deps.write(tx, change));
      } catch (error) {
        this.deps.logger.error(
          { err: error, userId, ruleId: change.ruleId },
          'an alert could not be written',
        );
      }
  }
}
