import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from './bundled.ts';
import { BACKEND_SOURCE } from './backend-process.ts';
import { TEST_API_TOKEN } from './test-backend.ts';
import { until } from './until.ts';

/** Keys that the servers of one database share. */
export const HOUSE_KEYS = {
  TRICKDESK_SESSION_KEYS: `s1:${Buffer.alloc(32, 1).toString('base64')}`,
  TRICKDESK_DATA_KEYS: `d1:${Buffer.alloc(32, 2).toString('base64')}`,
};

/** A server in a process of its own. It is started as by an operator. */
export class ServerProcess {
  private readonly child: ChildProcess;
  private output = '';

  private constructor(
    program: string,
    dataDir: string,
    database: string,
    more: readonly string[],
    env: NodeJS.ProcessEnv,
    channel: readonly 'ipc'[] = [],
  ) {
    this.child = spawn(
      process.execPath,
      [program, '--port', '0', '--data', dataDir, '--database', database, ...more],
      {
        env: { ...process.env, ...HOUSE_KEYS, TRICKDESK_API_TOKEN: TEST_API_TOKEN, ...env },
        stdio: ['ignore', 'pipe', 'pipe', ...channel],
      },
    );
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static async start(
    dataDir: string,
    database: string,
    more: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<ServerProcess> {
    return new ServerProcess(await bundled(BACKEND_SOURCE), dataDir, database, more, env);
  }

  /** Starts a server that is a program of the tests. It can be notified. */
  static async startNotified(
    source: string,
    dataDir: string,
    database: string,
    more: readonly string[],
    env: NodeJS.ProcessEnv,
  ): Promise<ServerProcess> {
    return new ServerProcess(await bundled(source), dataDir, database, more, env, ['ipc']);
  }

  /** Starts one from its sources: its threads are found there. */
  static startFromSources(dataDir: string, database: string, more: readonly string[]): ServerProcess {
    return new ServerProcess(BACKEND_SOURCE, dataDir, database, more, {});
  }

  /** Everything that it has written. */
  get written(): string {
    return this.output;
  }

  /** Where it serves; null while it does not. */
  get url(): string | null {
    return /listening on (http:\S+)/.exec(this.output)?.[1] ?? null;
  }

  /** Resolves with where it serves. */
  async serving(patienceMs?: number): Promise<string> {
    await until('the server to listen', () => Promise.resolve(this.requireAlive().url !== null), patienceMs);
    return this.url ?? '';
  }

  /** Resolves with where it answers while it stands by. */
  async standingBy(): Promise<string> {
    const urlOf = () => /stands by on (http:\S+)/.exec(this.requireAlive().output)?.[1];
    await until('the server to stand by', () => Promise.resolve(urlOf() !== undefined));
    return urlOf() ?? '';
  }

  /** Sends it a message; one that has ended gets none. */
  notify(message: object): void {
    this.child.send(message, () => undefined);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Resolves with its exit code; null when a signal has ended it. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  private requireAlive(): this {
    if (this.child.exitCode !== null) throw new Error(`The server ended: ${this.output}`);
    return this;
  }
}
