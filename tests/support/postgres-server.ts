import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { overPostgres } from './over-postgres.ts';

const INSTALLED = '/usr/lib/postgresql';
const OLDEST = 15;

/** Folder of the newest server that is installed; null when there is none of 15 or newer. */
export const postgresPrograms = (): string | null => {
  if (!existsSync(INSTALLED)) return null;
  const [newest] = readdirSync(INSTALLED)
    .map(Number)
    .filter((version) => version >= OLDEST && existsSync(join(INSTALLED, String(version), 'bin', 'initdb')))
    .sort((a, b) => b - a);
  return newest === undefined ? null : join(INSTALLED, String(newest), 'bin');
};

/** A port that is free at the moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/**
 * Command of an ordinary user, which ends with the tests.
 * PostgreSQL refuses to run as root: there it runs as the user that its package has made.
 */
export const asOrdinary = (program: string, args: readonly string[]): [program: string, args: string[]] => [
  'setpriv',
  [
    '--pdeathsig=QUIT',
    ...(process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []),
    '--',
    program,
    ...args,
  ],
];

/** Time in which a server is ready, on a busy machine. */
const READY_MS = 30_000;
const LOOK_MS = 50;

/** Linux counts CPU in hundredths of a second. */
const TICK_MS = 10;

/** CPU of a process in ms. All but a parent and its children have none. */
const cpuOf = (pid: string, parent: string): number => {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  // After the name in brackets: state, parent, and from the twelfth on user and system time.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return pid === parent || fields[1] === parent ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : 0;
};

/** A PostgreSQL server of a test's own, on a free port. */
export class PostgresServer {
  private readonly programs: string;
  private readonly folder: string;
  private readonly port: number;
  private readonly isDurable: boolean;
  private server: ChildProcess | null = null;

  private constructor(programs: string, folder: string, port: number, isDurable: boolean) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
    this.isDurable = isDurable;
  }

  /**
   * Starts a server with an empty cluster. One that `isDurable` puts each commit on the disk; all others are for logic,
   * and faster.
   */
  static async start(programs: string, isDurable = false): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'trickdesk-postgres-'));
    chmodSync(folder, 0o777);
    const server = new PostgresServer(programs, folder, await freePort(), isDurable);
    try {
      const { status, stderr } = spawnSync(
        ...asOrdinary(join(programs, 'initdb'), [
          ...['-D', server.data, '-U', 'postgres', '-A', 'trust'],
          ...['-E', 'UTF8', '--locale=C', '--no-sync'],
        ]),
        { cwd: '/', encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`initdb ended with ${status}: ${stderr}`);
      await server.resume();
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    return server;
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  /** Address of a database of this server. */
  url(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${name}`;
  }

  /** CPU that the server and its living connections have used, in ms. */
  cpuMs(): number {
    const mine = String(this.server?.pid);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + cpuOf(pid, mine), 0);
  }

  /** Makes a database; returns its address. `how` is the end of the statement. */
  async newDatabase(name: string, how = ''): Promise<string> {
    await overPostgres(this.url('postgres'), (client) => client.query(`create database ${name} ${how}`));
    return this.url(name);
  }

  /** Starts the server again after `halt`. */
  async resume(): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.folder}`,
      'max_connections=400',
      ...(this.isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ];
    const log = join(this.folder, 'log');
    const output = openSync(log, 'a');
    const server = spawn(
      ...asOrdinary(join(this.programs, 'postgres'), [
        ...['-D', this.data, '-p', String(this.port)],
        ...settings.flatMap((setting) => ['-c', setting]),
      ]),
      { cwd: '/', stdio: ['ignore', output, output] },
    );
    this.server = server;
    for (const until = Date.now() + READY_MS; !(await this.isReady()); await delay(LOOK_MS))
      if (server.exitCode !== null || Date.now() > until)
        throw new Error(`The PostgreSQL server did not start: ${readFileSync(log, 'utf8')}`);
  }

  private async isReady(): Promise<boolean> {
    try {
      await overPostgres(this.url('postgres'), () => Promise.resolve());
      return true;
    } catch {
      // It is not up yet.
      return false;
    }
  }

  /** Ends the server as a crash does. */
  async halt(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGQUIT');
    await gone;
  }

  /** Ends the server and clears it away. */
  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
