import { join } from 'node:path';
import type { Piscina } from 'piscina';

type TaskName<Tasks> = {
  [Name in keyof Tasks]: Tasks[Name] extends (task: never) => unknown ? Name : never;
}[keyof Tasks] &
  string;
type TaskOf<Task> = Task extends (task: infer Given) => unknown ? Given : never;
type DoneOf<Task> = Task extends (task: never) => infer Done ? Awaited<Done> : never;

/** Time after which an idle thread is ended. */
const IDLE_MS = 30_000;

/** The file of a thread's tasks: beside its owner in the sources, and in the bundle as well. */
export const threadFile = ({ dirname, filename }: ImportMeta, name: string): string =>
  join(dirname, `${name}${filename.endsWith('.ts') ? '.ts' : '.js'}`);

/** Threads that run the tasks of one file. Nothing of it is loaded before the first task. */
export class ThreadPool<Tasks> {
  readonly threads: number;
  private readonly file: string;
  private readonly onLost: (error: unknown) => void;
  private pool: Promise<Piscina> | null = null;

  /** `onLost` is called when an idle thread dies. */
  constructor(file: string, threads: number, onLost: (error: unknown) => void) {
    this.file = file;
    this.threads = threads;
    this.onLost = onLost;
  }

  private async open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: this.file,
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
  async run<Name extends TaskName<Tasks>>(
    name: Name,
    task: TaskOf<Tasks[Name]>,
    signal?: AbortSignal,
    transferred: readonly ArrayBuffer[] = [],
  ): Promise<DoneOf<Tasks[Name]>> {
    const pool = await (this.pool ??= this.open());
    return (await pool.run(task, { name, signal, transferList: [...transferred] })) as DoneOf<Tasks[Name]>;
  }

  /** Ends every thread at once; what they were doing is lost. */
  async close(): Promise<void> {
    const pool = await this.pool;
    await pool?.destroy();
  }
}
