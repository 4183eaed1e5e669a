import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import type { BackendProcess } from './backend-host.ts';

const FORCE_AFTER_MS = 3_000;

const endAtOnce = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself meanwhile, and that is not told yet.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Starts the built backend as a utility process. It gets no secrets in its arguments or environment. */
export function forkBackend(entry: string, serviceName: string): BackendProcess {
  const child = utilityProcess.fork(entry, [], { serviceName, stdio: 'pipe' });
  let isThere = true;
  child.once('exit', () => (isThere = false));
  return {
    post: (order) => child.postMessage(order),
    kill: () => {
      const { pid } = child;
      child.kill();
      // One that does not listen, since it is in the middle of something that does not end.
      const force = setTimeout(() => pid !== undefined && isThere && endAtOnce(pid), FORCE_AFTER_MS);
      force.unref();
    },
    onMessage: (listener) => void child.on('message', listener),
    onLine: (listener) => {
      for (const stream of [child.stdout, child.stderr])
        if (stream) createInterface({ input: stream }).on('line', listener);
    },
    onExit: (listener) => void child.once('exit', listener),
  };
}
