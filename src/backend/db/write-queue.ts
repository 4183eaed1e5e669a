import { AsyncLocalStorage } from 'node:async_hooks';

/** Most commands that share one commit. */
const BATCH = 256;

interface Command {
  readonly run: () => Promise<unknown>;
  readonly settle: (outcome: { value: unknown } | { error: unknown }) => void;
}

/** Statements that bracket a batch and each command in it. */
export interface Brackets {
  begin(): void;
  commit(): void;
  rollback(): void;
  savepoint(): void;
  release(): void;
  undo(): void;
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/**
 * The one door for changes on SQLite. Commands are queued and committed in groups: each runs inside its own
 * savepoint, so that a refused one leaves no trace, and is answered only after the group's commit is on the disk.
 * A commit that fails fails them all.
 */
export class WriteQueue {
  private readonly waiting: Command[] = [];
  private readonly inside = new AsyncLocalStorage<true>();
  private readonly brackets: Brackets;
  private isRunning = false;

  constructor(brackets: Brackets) {
    this.brackets = brackets;
  }

  /** Runs `command` in a transaction; resolves after the commit. Throws when called from inside a command. */
  run<T>(command: () => Promise<T>): Promise<T> {
    if (this.inside.getStore()) throw new Error('A write was begun inside a write.');
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({
        run: command,
        settle: (outcome) => {
          if ('error' in outcome) reject(asError(outcome.error));
          else resolve(outcome.value as T);
        },
      });
      if (!this.isRunning) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isRunning = true;
    // One turn of the event loop, so that requests which arrived together commit together.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) await this.commitBatch(this.waiting.splice(0, BATCH));
    this.isRunning = false;
  }

  private async commitBatch(batch: readonly Command[]): Promise<void> {
    const outcomes: ({ value: unknown } | { error: unknown })[] = [];
    try {
      this.brackets.begin();
      for (const command of batch) outcomes.push(await this.runOne(command));
      this.brackets.commit();
    } catch (error) {
      try {
        this.brackets.rollback();
      } catch (rollbackError) {
        // SQLite has already rolled back by itself (full disk, I/O error): the first error is the one to tell.
        if (!/no transaction/i.test(String(rollbackError))) throw rollbackError;
      }
      for (const command of batch) command.settle({ error });
      return;
    }
    batch.forEach((command, index) =>
      command.settle(outcomes[index] ?? { error: new Error('Command was lost.') }),
    );
  }

  private async runOne(command: Command): Promise<{ value: unknown } | { error: unknown }> {
    this.brackets.savepoint();
    try {
      const value = await this.inside.run(true, command.run);
      this.brackets.release();
      return { value };
    } catch (error) {
      this.brackets.undo();
      return { error };
    }
  }
}
