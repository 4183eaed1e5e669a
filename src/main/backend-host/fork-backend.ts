import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import type { BackendProcess } from './backend-host.ts';

/** Starts the built backend as a utility process. It gets no secrets in its arguments or environment. */
export function forkBackend(entry: string, serviceName: string): BackendProcess {
  const child = utilityProcess.fork(entry, [], { serviceName, stdio: 'pipe' });
  return {
    post: (order) => child.postMessage(order),
    kill: () => void child.kill(),
    onMessage: (listener) => void child.on('message', listener),
    onLine: (listener) => {
      for (const stream of [child.stdout, child.stderr])
        if (stream) createInterface({ input: stream }).on('line', listener);
    },
    onExit: (listener) => void child.once('exit', listener),
  };
}
