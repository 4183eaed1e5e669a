import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '../../src/shared/contract/index.ts';
import { until } from '../support/until.ts';

const API_TOKEN = 'bench';

/** A server in its own process, which has reported its address. */
export interface ServerProcess {
  readonly url: string;
  /** Where its metrics are; null where it has none. */
  readonly metrics: string | null;
  stop(): Promise<void>;
}

/** Starts a script and waits until it says where it listens. */
export const startServer = async (script: string, ...args: string[]): Promise<ServerProcess> => {
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, TRICKDESK_API_TOKEN: API_TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listening on (http:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    url,
    metrics: /metrics at (http:\S+)/.exec(output)?.[1] ?? null,
    stop: async () => {
      child.removeAllListeners('exit');
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};

/** The built backend, alone, on a data folder. */
export const startBackend = (root: string, dataDir: string): Promise<ServerProcess> =>
  startServer(join(root, 'out/main/backend.js'), '--port', '0', '--data', dataDir);

/** A call as JSON; throws when it fails. */
export const callOf =
  (url: string, headers: Record<string, string> = {}) =>
  async <T>(path: string, body: object = {}): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { message: string; data: T };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.message}`);
    return answer.data;
  };

let registered = 0;

/** Registers somebody at a backend. */
export const registerUser = async (
  url: string,
): Promise<{ accessToken: string; userId: number; email: string }> => {
  registered++;
  const email = `bench${registered}@example.com`;
  const { accessToken, userData } = await callOf(url, { 'x-api-token': API_TOKEN })<{
    accessToken: string;
    userData: { id: number };
  }>(contract.session.register.path, {
    fullName: 'Bench Person',
    email,
    phone: `98${String(registered).padStart(8, '0')}`,
    password: 'a long enough password',
  });
  return { accessToken, userId: userData.id, email };
};

/** A new user of a backend, and their way to call it. */
export const newUser = async (url: string): Promise<ReturnType<typeof callOf>> =>
  callOf(url, { authorization: `Bearer ${(await registerUser(url)).accessToken}` });

/** Make a data folder after its first start, lend it, delete it. */
export const withPreparedFolder = async <T>(
  root: string,
  use: (dataDir: string) => Promise<T>,
): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  try {
    const first = await startBackend(root, dataDir);
    const call = await newUser(first.url);
    await until(
      'the first start to be prepared',
      async () =>
        (await call<{ feed: { preparing: object | null } }>(contract.market.feed.path)).feed.preparing ===
        null,
      60_000,
    );
    await first.stop();
    return await use(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};
