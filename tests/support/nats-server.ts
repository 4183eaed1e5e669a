import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { asOrdinary, freePort } from './postgres-server.ts';
import { until } from './until.ts';

/** Where the server of NATS is; null when it is not installed. */
export const natsProgram = (): string | null =>
  ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
    .map((folder) => join(folder, 'nats-server'))
    .find((file) => existsSync(file)) ?? null;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A NATS server of a test's own, on a free port. */
export class NatsServer {
  private readonly program: string;
  private readonly port: number;
  private server: ChildProcess | null = null;

  private constructor(program: string, port: number) {
    this.program = program;
    this.port = port;
  }

  static async start(program: string): Promise<NatsServer> {
    const server = new NatsServer(program, await freePort());
    await server.resume();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** Starts it on its port; a second time after it was killed. */
  async resume(): Promise<void> {
    this.server = spawn(...asOrdinary(this.program, ['--addr', '127.0.0.1', '--port', String(this.port)]), {
      stdio: 'ignore',
    });
    await until('NATS to listen', () => accepts(this.port));
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
}
