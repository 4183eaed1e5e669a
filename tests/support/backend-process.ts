import { type ChildProcess, spawn } from 'node:child_process';
import { bundled } from './bundled.ts';
import { TEST_API_TOKEN } from './test-backend.ts';
import { environmentOf } from './test-database.ts';

/** A backend in a process of its own, which can be killed. */
export interface BackendProcess {
  readonly url: string;
  /** Ends it like a power cut: nothing is tidied up. */
  kill(): Promise<void>;
}

/** Source of a backend whose threads run backtests. It is started from its sources, where those are found. */
export const BACKEND_SOURCE = 'src/backend/backend.ts';

/** Starts a backend on a data folder and waits until it listens; `program` is its file. */
export const startBackendProcess = async (dataDir: string, program?: string): Promise<BackendProcess> =>
  startProgram(dataDir, program ?? (await bundled(BACKEND_SOURCE)), await environmentOf(dataDir));

const startProgram = (dataDir: string, program: string, env: NodeJS.ProcessEnv): Promise<BackendProcess> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [program, '--port', '0', '--data', dataDir], {
      env: { ...env, TRICKDESK_API_TOKEN: TEST_API_TOKEN },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
