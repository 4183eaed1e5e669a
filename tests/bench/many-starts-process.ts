import { setTimeout as wait } from 'node:timers/promises';
import { startTestBackend } from '../support/test-backend.ts';
import { addCopies } from './running-copies.ts';

/** Task of the process, as JSON in its first argument. */
export interface StartsTask {
  /** Running strategies: copies of the shipped ones, of a user each. */
  readonly strategies: number;
}

export interface StartsReady {
  /** Milliseconds until the last is evaluated, and of the processor meanwhile. */
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Start them all again, and measure it. */
const measure = async (task: StartsTask): Promise<StartsReady> => {
  const first = await startTestBackend();
  await first.backend.prepared;
  const before = first.backend.parts.marketRuns.simulated.runner.runningCount;
  await addCopies(first.backend.parts.database, task.strategies);
  await first.close();
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  const server = await startTestBackend({ dataDir: first.dataDir });
  await server.backend.prepared;
  const { runner } = server.backend.parts.marketRuns.simulated;
  while (runner.runningCount < before + task.strategies) await wait(10);
  const { user, system } = process.cpuUsage(cpuBefore);
  const wallMs = performance.now() - began;
  await server.dispose();
  return { wallMs, cpuMs: (user + system) / 1_000 };
};

const result = await measure(JSON.parse(process.argv[2] ?? '') as StartsTask);
process.on('message', () => process.exit(0));
process.send?.(result);
if (!process.send) console.log(result);
