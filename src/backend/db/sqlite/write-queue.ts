import { AsyncLocalStorage } from 'node:async_hooks';
import { ofThisRequest } from '../../request-scope.ts';
import type { OnWrite } from '../write-events.ts';

/** Most commands that share one commit. */
export const COMMANDS_A_COMMIT = 256;

interface Command {
  readonly run: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Statements that bracket a batch and each command in it. */
export interface Brackets {
  begin(): void;
  commit(): void;
  rollback(): void;
  savepoint(): void;
  release(): void;
  undo(): void;
}

/**
 * The one door for changes on SQLite. Commands are queued and committed in groups: each runs inside its own
 * savepoint, so that a refused one leaves no trace, and is answered only after the group's commit is on the disk.
 * A commit that fails fails them all.
 */
export class WriteQueue {
  private readonly waiting: Command[] = [];
  private readonly inside = new AsyncLocalStorage<true>();
  private readonly brackets: Brackets;
  private readonly most: number;
  private readonly onWrite: OnWrite;
  private isRunning = false;
  /** A transaction that failed could not be rolled back. */
  private isLeftOpen = false;
  private endWait: () => void = () => undefined;

  constructor(brackets: Brackets, most = COMMANDS_A_COMMIT, onWrite: OnWrite = () => undefined) {
    this.brackets = brackets;
    this.most = most;
    this.onWrite = onWrite;
  }

  /**
   * Runs `command` in a transaction; resolves after the commit. One that `isUrgent` waits for no others that could share
   * its commit. Throws when called from inside a command.
   */
  run<T>(command: () => Promise<T>, isUrgent = false): Promise<T> {
    if (this.inside.getStore()) throw new Error('A write was begun inside a write.');
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run: ofThisRequest(command), resolve: (value) => resolve(value as T), reject });
      this.onWrite({ type: 'queued' });
      if (isUrgent) this.endWait();
      if (!this.isRunning) void this.drain(isUrgent);
    });
  }

  private async drain(isUrgent: boolean): Promise<void> {
    this.isRunning = true;
    // One turn of the event loop, so that requests which arrived together commit together.
    if (!isUrgent)
      await new Promise<void>((resolve) => {
        this.endWait = resolve;
        setImmediate(resolve);
      });
    while (this.waiting.length > 0) await this.commitBatch(this.waiting.splice(0, this.most));
    this.isRunning = false;
  }

  private async commitBatch(batch: readonly Command[]): Promise<void> {
    const outcomes: Outcome[] = [];
    const began = performance.now();
    const ended = (isCommitted: boolean): void =>
      this.onWrite({ type: 'ended', ms: performance.now() - began, isCommitted });
    this.onWrite({ type: 'begun', commands: batch.length });
    try {
      if (this.isLeftOpen) this.abandon();
      this.brackets.begin();
      for (const command of batch) outcomes.push(await this.runOne(command));
      this.brackets.commit();
    } catch (error) {
      this.abandon();
      ended(false);
      for (const command of batch) command.reject(error);
      return;
    }
    ended(true);
    batch.forEach((command, index) => {
      const outcome = outcomes[index] ?? { error: new Error('A command was lost.') };
      if ('error' in outcome) command.reject(outcome.error);
      else command.resolve(outcome.value);
    });
  }

  /**
   * Rolls the batch back. After a full disk or an I/O error SQLite may have done so by itself. A rollback that fails is
   * tried again before the next batch; the commands of this one are rejected at once.
   */
  private abandon(): void {
    try {
      this.brackets.rollback();
      this.isLeftOpen = false;
    } catch (error) {
      this.isLeftOpen = !/no transaction/i.test(String(error));
    }
  }

  private async runOne(command: Command): Promise<Outcome> {
    this.brackets.savepoint();
    try {
      const value = await this.inside.run(true, command.run);
      this.brackets.release();
      return { value };
    } catch (error) {
      this.undo(error);
      return { error };
    }
  }

  /** Roll one command back. Where its failure has ended the whole batch, that failure is reported. */
  private undo(failure: unknown): void {
    try {
      this.brackets.undo();
    } catch (error) {
      if (/no such savepoint/i.test(String(error))) throw failure;
      throw error;
    }
  }
}
