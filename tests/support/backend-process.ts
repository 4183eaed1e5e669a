import { type ChildProcess, spawn } from 'node:child_process';
import { TEST_API_TOKEN } from './test-backend.ts';

/** A backend in a process of its own, which can be killed. */
export interface BackendProcess {
  readonly url: string;
  /** Ends it like a power cut: nothing is tidied up. */
  kill(): Promise<void>;
}

/** Starts a backend from its sources on a data folder and waits until it listens. */
export const startBackendProcess = (dataDir: string): Promise<BackendProcess> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(
      process.execPath,
      ['src/backend/backend.ts', '--port', '0', '--data', dataDir],
      { env: { ...process.env, TRICKDESK_API_TOKEN: TEST_API_TOKEN }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /listening on (http:\S+)/.exec(output)?.[1];
      if (url !== undefined)
        resolve({
          url,
          kill: () =>
            new Promise((gone) => {
              child.removeAllListeners('exit');
              child.once('exit', () => gone());
              child.kill('SIGKILL');
            }),
        });
    });
    child.once('exit', (code) => reject(new Error(`The backend ended with ${code}: ${output}`)));
  });
