import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overPostgres } from './over-postgres.ts';
import { asOrdinary, freePort, postgresPrograms } from './postgres-server.ts';
import { until } from './until.ts';

const PATRONI = '/usr/bin/patroni';
const ETCD = '/usr/bin/etcd';
const READY_MS = 60_000;
/** Interval at which the primary is looked for, as by HAProxy. */
const CHECK_MS = 500;
const LOG_LENGTH = 1_500;

/** Whether a cluster can be made here. */
export const hasPatroni = (): boolean =>
  postgresPrograms() !== null && existsSync(PATRONI) && existsSync(ETCD);

interface Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly folder: string;
  process: ChildProcess | null;
}

/** Processes below one, itself first. */
const familyOf = (pid: number): number[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return [[Number(name), Number(fields[1])] as const];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const family = [pid];
  for (const member of family)
    family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child));
  return family;
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
};

/** Three PostgreSQL servers that Patroni watches over. With them are etcd, and a way to the primary. */
export class PatroniCluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'trickdesk-patroni-'));
  private readonly nodes: Node[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly isSynchronous: boolean;
  private etcd: ChildProcess | null = null;
  private way: Server | null = null;
  private wayPort = 0;
  private primary: Node | null = null;
  private watching: NodeJS.Timeout | undefined;

  private constructor(isSynchronous: boolean) {
    this.isSynchronous = isSynchronous;
  }

  /** Starts a cluster; one that is not synchronous confirms what only the primary has. */
  static async start(isSynchronous = true): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(isSynchronous);
    try {
      await cluster.open();
    } catch (error) {
      const logs = cluster.lastLines();
      await cluster.stop();
      throw new Error(logs, { cause: error });
    }
    return cluster;
  }

  /** Last lines of each log, for a cluster that does not start. */
  private lastLines(): string {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => `${name}: ${readFileSync(join(this.folder, name), 'utf8').slice(-LOG_LENGTH)}`)
      .join('\n');
  }

  /** Address of a database by the way that follows the primary. */
  url(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.wayPort}/${name}`;
  }

  private async open(): Promise<void> {
    chmodSync(this.folder, 0o777);
    const [clients, peers] = [await freePort(), await freePort()];
    const peerUrl = `http://127.0.0.1:${peers}`;
    this.etcd = this.run('etcd', ETCD, [
      ...['--data-dir', join(this.folder, 'etcd'), '--name', 'one', '--unsafe-no-fsync', '--enable-v2'],
      ...['--listen-client-urls', `http://127.0.0.1:${clients}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${clients}`],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `one=${peerUrl}`],
    ]);
    for (const name of ['a', 'b', 'c']) {
      const node = {
        ...{ name, port: await freePort(), restPort: await freePort() },
        ...{ folder: join(this.folder, name), process: null },
      };
      this.nodes.push(node);
      this.writeConfig(node, clients);
      this.startNode(node);
      if (this.nodes.length === 1) await this.whenPrimary();
    }
    await this.openWay();
    await this.whenSafe();
  }

  private writeConfig(node: Node, etcdPort: number): void {
    mkdirSync(node.folder, { mode: 0o777 });
    chmodSync(node.folder, 0o777);
    const settings = {
      scope: 'trickdesk',
      name: node.name,
      restapi: { listen: `127.0.0.1:${node.restPort}`, connect_address: `127.0.0.1:${node.restPort}` },
      // By version 2, which compares before it writes: with version 3 and Patroni 3.0 a primary that wakes leads again.
      etcd: { host: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: {
          ...{ ttl: 20, loop_wait: 2, retry_timeout: 5 },
          synchronous_mode: this.isSynchronous,
          synchronous_mode_strict: this.isSynchronous,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
        pg_hba: [
          'host all all 127.0.0.1/32 trust',
          'host replication all 127.0.0.1/32 trust',
          'local all all trust',
        ],
      },
      postgresql: {
        listen: `127.0.0.1:${node.port}`,
        connect_address: `127.0.0.1:${node.port}`,
        data_dir: join(node.folder, 'data'),
        bin_dir: postgresPrograms(),
        authentication: {
          superuser: { username: 'postgres', password: 'secret' },
          replication: { username: 'replicator', password: 'secret' },
          rewind: { username: 'rewinder', password: 'secret' },
        },
        pgpass: join(node.folder, 'pgpass'),
        parameters: { unix_socket_directories: node.folder },
      },
    };
    // JSON is YAML.
    writeFileSync(join(node.folder, 'patroni.yml'), JSON.stringify(settings));
  }

  private run(name: string, program: string, args: readonly string[]): ChildProcess {
    const output = openSync(join(this.folder, `${name}.log`), 'a');
    return spawn(...asOrdinary(program, args), { cwd: this.folder, stdio: ['ignore', output, output] });
  }

  private startNode(node: Node): void {
    node.process = this.run(node.name, PATRONI, [join(node.folder, 'patroni.yml')]);
  }

  private async findPrimary(): Promise<Node | null> {
    const found = await Promise.all(
      this.nodes.map(async (node) => {
        const url = `http://127.0.0.1:${node.restPort}/primary`;
        const answer = await fetch(url, { signal: AbortSignal.timeout(CHECK_MS) }).catch(() => null);
        return answer?.status === 200 ? node : null;
      }),
    );
    return found.find((node) => node !== null) ?? null;
  }

  private whenPrimary(): Promise<Node> {
    return until('a primary', () => this.findPrimary(), READY_MS);
  }

  /** Resolves when a standby confirms each commit, where one is to. */
  async whenSafe(): Promise<void> {
    const isSafe = () =>
      overPostgres(this.url('postgres'), async (client) => {
        const { rows } = await client.query<{ state: string }>(
          'select sync_state as state from pg_stat_replication',
        );
        return (
          rows.length === this.living() - 1 &&
          (!this.isSynchronous || rows.some(({ state }) => state === 'sync'))
        );
      }).catch(() => false);
    await until('a standby that confirms', isSafe, READY_MS);
  }

  private living(): number {
    return this.nodes.filter(({ process: patroni }) => patroni !== null).length;
  }

  private async openWay(): Promise<void> {
    this.primary = await this.whenPrimary();
    this.way = createServer((client) => {
      const { primary } = this;
      if (!primary) return void client.destroy();
      const upstream = connect(primary.port, '127.0.0.1');
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    this.way.listen(0, '127.0.0.1');
    await once(this.way, 'listening');
    this.wayPort = (this.way.address() as { port: number }).port;
    this.watching = setInterval(() => void this.watch(), CHECK_MS);
  }

  private async watch(): Promise<void> {
    const found = await this.findPrimary();
    if (found === this.primary) return;
    this.primary = found;
    for (const socket of this.sockets) socket.destroy();
  }

  private pidsOf(node: Node): number[] {
    const pids = node.process?.pid === undefined ? [] : familyOf(node.process.pid);
    const file = join(node.folder, 'data/postmaster.pid');
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN;
    return Number.isInteger(postmaster) ? [...pids, ...familyOf(postmaster)] : pids;
  }

  /** Kills the primary's machine: Patroni and PostgreSQL at once. Returns what starts it again. */
  async killPrimary(): Promise<() => void> {
    const node = await this.whenPrimary();
    signalAll(this.pidsOf(node), 'SIGKILL');
    node.process = null;
    return () => this.startNode(node);
  }

  /** Freezes the primary's machine. Returns what wakes it. */
  async freezePrimary(): Promise<() => void> {
    const node = await this.whenPrimary();
    const pids = this.pidsOf(node);
    signalAll(pids, 'SIGSTOP');
    return () => signalAll(pids, 'SIGCONT');
  }

  /** Keep what the primary writes from its standbys. So does a slow network. */
  async holdReplication(): Promise<void> {
    const primary = await this.whenPrimary();
    const senders = this.pidsOf(primary).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'),
    );
    signalAll(senders, 'SIGSTOP');
  }

  async stop(): Promise<void> {
    clearInterval(this.watching);
    for (const socket of this.sockets) socket.destroy();
    this.way?.close();
    for (const node of this.nodes) {
      const pids = this.pidsOf(node);
      signalAll(pids, 'SIGCONT');
      signalAll(pids, 'SIGKILL');
    }
    if (this.etcd?.pid !== undefined) signalAll(familyOf(this.etcd.pid), 'SIGKILL');
    await until('the cluster to end', () => Promise.resolve(this.nodes.every((node) => this.hasEnded(node))));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private hasEnded(node: Node): boolean {
    return this.pidsOf(node).every(
      (pid) => !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '),
    );
  }
}
