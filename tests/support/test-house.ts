import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, type BackendOptions, createBackend } from '../../src/backend/create-backend.ts';
import type { HouseOptions } from '../../src/backend/cluster/house.ts';
import { createLogger } from '../../src/backend/log.ts';
import { parseKeyList } from '../../src/backend/secrets/key-list.ts';
import { NatsServer, natsProgram } from './nats-server.ts';
import { PostgresServer, postgresPrograms } from './postgres-server.ts';
import { HOUSE_KEYS } from './server-process.ts';
import { clientAt, TEST_API_TOKEN, TEST_SEED, type TestUser } from './test-backend.ts';

/** Program that a house needs and this machine does not have; null when it has all. */
export const missingForHouse = (): string | null => {
  if (postgresPrograms() === null) return 'PostgreSQL 15 or newer';
  return natsProgram() === null ? 'nats-server' : null;
};

const KEYS = {
  session: parseKeyList(HOUSE_KEYS.TRICKDESK_SESSION_KEYS, 'keys'),
  data: parseKeyList(HOUSE_KEYS.TRICKDESK_DATA_KEYS, 'keys'),
};

export const urlOf = ({ port }: Backend): string => `http://127.0.0.1:${port}`;

/** Somebody who calls a server that is not their own. */
export interface Stranger {
  readonly user: TestUser;
  readonly id: number;
  /** The server that serves and trades for them. */
  readonly owner: Backend;
  /** The one that they call. */
  readonly other: Backend;
}

/** House with all of its servers in this process. It has its own database and bus. */
export class TestHouse {
  servers: Backend[] = [];
  readonly bus: NatsServer;
  database = '';
  private readonly postgres: PostgresServer;
  private readonly options: Partial<BackendOptions>;
  private readonly more: Partial<HouseOptions>;
  private readonly folder = mkdtempSync(join(tmpdir(), 'trickdesk-house-'));
  private folders = 0;
  private people = 0;

  private constructor(
    postgres: PostgresServer,
    bus: NatsServer,
    options: Partial<BackendOptions>,
    more: Partial<HouseOptions>,
  ) {
    this.more = more;
    this.postgres = postgres;
    this.bus = bus;
    this.options = options;
  }

  static async start(
    processes: number,
    options: Partial<BackendOptions> = {},
    more: Partial<HouseOptions> = {},
  ): Promise<TestHouse> {
    const postgres = await PostgresServer.start(postgresPrograms() ?? '');
    const house = new TestHouse(postgres, await NatsServer.start(natsProgram() ?? ''), options, more);
    house.database = await postgres.newDatabase('house');
    await house.open(processes);
    return house;
  }

  newFolder(): string {
    return join(this.folder, String(++this.folders));
  }

  /** Starts one more server of so many. */
  async add(processes: number, nats = this.bus.url): Promise<Backend> {
    const server = await createBackend({
      ...{ isShared: true, port: 0, apiToken: TEST_API_TOKEN, seed: TEST_SEED, signInsPerMinute: 100_000 },
      logger: createLogger('error'),
      ...this.options,
      dataDir: this.newFolder(),
      database: this.database,
      house: { processes, nats, ...this.more },
      keys: KEYS,
    });
    this.servers.push(server);
    return server;
  }

  async open(processes: number): Promise<void> {
    for (let index = 0; index < processes; index++) await this.add(processes);
    await Promise.all(this.servers.map(({ prepared }) => prepared));
  }

  /** Ends some of its servers, or all. */
  async close(servers: readonly Backend[] = this.servers): Promise<void> {
    for (const server of servers) await server.close();
    this.servers = this.servers.filter((server) => !servers.includes(server));
  }

  async dispose(): Promise<void> {
    await this.close();
    await this.bus.stop();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** The one server that serves a user. */
  ownerOf(userId: number): Backend {
    const owners = this.servers.filter(({ parts }) => parts.users.has(userId));
    const [owner] = owners;
    if (!owner || owners.length > 1) throw new Error(`User ${userId} has ${owners.length} owners.`);
    return owner;
  }

  async stranger(): Promise<Stranger> {
    const [first] = this.servers as [Backend];
    const user = await clientAt(urlOf(first)).register(`person${++this.people}`);
    const { id } = await user.call('profile.mine');
    const owner = this.ownerOf(id);
    const other = this.servers.find((server) => server !== owner) ?? owner;
    return { user: clientAt(urlOf(other)).as(user), id, owner, other };
  }
}
