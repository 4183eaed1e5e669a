import { availableParallelism } from 'node:os';
import { ThreadPool, threadFile } from '../thread-pool.ts';
import type * as tasks from './run-worker.ts';

const MOST_THREADS = 4;

/** Threads that run the tasks of `run-worker.ts`. */
export class WorkerPool extends ThreadPool<typeof tasks> {
  /** `onLost` is called when an idle thread dies. */
  constructor(
    threads: number = Math.min(MOST_THREADS, availableParallelism()),
    onLost: (error: unknown) => void = () => undefined,
  ) {
    super(threadFile(import.meta, 'run-worker'), threads, onLost);
  }
}
