import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CONNECTIONS = 64;
const REQUESTS = 3_000;

/** Request that is sent again and again. */
export interface Asked {
  readonly url: string;
  readonly path: string;
  readonly body: string;
  readonly token: string;
}

/** Microseconds a request takes under load. The connections are those of a process of its own. */
export const loadOn = (root: string, asked: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const { url, path, body, token } = asked;
    const child = spawn(
      process.execPath,
      [
        join(root, 'tests/bench/load.ts'),
        ...['--url', url, '--path', path, '--token', token, '--body', body],
        ...['--connections', String(CONNECTIONS), '--requests', String(REQUESTS)],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('exit', (code) => {
      if (code === 0) resolve(Number(output));
      else reject(new Error(`The load on ${path} ended with ${code}.`));
    });
  });
