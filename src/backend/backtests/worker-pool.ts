import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Piscina } from 'piscina';
import type * as tasks from './run-worker.ts';

type Tasks = typeof tasks;
type TaskName = {
  [Name in keyof Tasks]: Tasks[Name] extends (task: never) => unknown ? Name : never;
}[keyof Tasks];

const MOST_THREADS = 4;
/** A thread that has had nothing to do for so long is ended. */
const IDLE_MS = 30_000;

/** The bundle puts every part beside the worker's entry; straight from the sources they lie together as well. */
const workerFile = (): string =>
  join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'run-worker.ts' : 'run-worker.js');

/** Threads that run the tasks of `run-worker.ts`. Nothing of it is loaded before the first task. */
export class WorkerPool {
  readonly threads: number;
  private pool: Promise<Piscina> | null = null;

  private readonly onLost: (error: unknown) => void;

  /** `onLost` hears of a thread that died while it had nothing to do. */
  constructor(
    threads: number = Math.min(MOST_THREADS, availableParallelism()),
    onLost: (error: unknown) => void = () => undefined,
  ) {
    this.threads = threads;
    this.onLost = onLost;
  }

  private async open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: workerFile(),
      minThreads: 0,
      maxThreads: this.threads,
      idleTimeout: IDLE_MS,
    });
    // A thread that dies with a task rejects it; one that dies without must not take the whole process along.
    pool.on('error', this.onLost);
    return pool;
  }

  /**
   * Does a task on a thread of its own. Aborting `signal` rejects at once and ends that thread. What is in `transferred`
   * goes over without being copied, and is gone here.
   */
  async run<Name extends TaskName>(
    name: Name,
    task: Parameters<Tasks[Name]>[0],
    signal?: AbortSignal,
    transferred: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const pool = await (this.pool ??= this.open());
    return (await pool.run(task, { name, signal, transferList: [...transferred] })) as Awaited<
      ReturnType<Tasks[Name]>
    >;
  }

  /** Ends every thread at once; what they were doing is lost. */
  async close(): Promise<void> {
    const pool = await this.pool;
    await pool?.destroy();
  }
}
