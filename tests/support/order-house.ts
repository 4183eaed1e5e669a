import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardOf } from '../../src/backend/cluster/own-users.ts';
import { type Database, openDatabase } from '../../src/backend/db/database.ts';
import type { HouseBrokers } from './house-server-main.ts';
import { HouseTrader } from './house-trader.ts';
import { NatsServer, natsProgram } from './nats-server.ts';
import { overPostgres } from './over-postgres.ts';
import { PostgresServer, postgresPrograms } from './postgres-server.ts';
import { ServerProcess } from './server-process.ts';
import { until } from './until.ts';

const SOURCE = 'tests/support/house-server-main.ts';
/** Places of the house; each has one trader. */
const PLACES = 2;
/** Ten in the morning of a trading day, whenever the tests run. */
const AHEAD = Date.parse('2026-11-20T10:00:00+05:30') - Date.now();
const now = () => Date.now() + AHEAD;

/** A server of the house. */
export interface Member {
  readonly server: ServerProcess;
  /** Address of this machine at which it reaches the brokers: they tell servers apart by it. */
  readonly address: string;
}

/** A house of server processes whose people trade live. Each has a broker of their own. */
export class OrderHouse {
  readonly traders: HouseTrader[] = [];
  serving: Member[] = [];
  spares: Member[] = [];
  database!: Database;
  private readonly folder = mkdtempSync(join(tmpdir(), 'trickdesk-house-orders-'));
  private readonly all: Member[] = [];
  private postgres!: PostgresServer;
  private bus!: NatsServer;
  private url = '';
  /** The last number of the newest server's address; 1 is everybody's. */
  private addresses = 1;

  /** Starts a server for each place, two spares, and trading. */
  async open(): Promise<void> {
    this.postgres = await PostgresServer.start(postgresPrograms() ?? '', true);
    this.bus = await NatsServer.start(natsProgram() ?? '');
    this.url = await this.postgres.newDatabase('house');
    for (let place = 0; place < PLACES; place++)
      this.traders.push(await HouseTrader.open(place, now, () => this.database));
    for (let place = 0; place < PLACES; place++) this.spares.push(await this.start());
    await this.followed(PLACES);
    this.database = await openDatabase(this.url);
    const spares = Promise.all(this.traders.map(() => this.addSpare()));
    // Users that follow each other are of different places.
    for (const [place, trader] of this.traders.entries()) await trader.join(this.base, `trader${place}`);
    await spares;
    if (new Set(await Promise.all(this.traders.map((trader) => this.ownerOf(trader)))).size < PLACES)
      throw new Error('A place has no trader.');
  }

  /** Where a server answers. */
  get base(): string {
    return this.serving.at(-1)?.server.url ?? '';
  }

  async addSpare(): Promise<void> {
    const member = await this.start();
    await member.server.standingBy();
    this.spares.push(member);
  }

  /** Waits until so many spares have taken a place. */
  async followed(count: number, patienceMs?: number): Promise<void> {
    const taken = () => this.spares.filter(({ server }) => server.url !== null);
    await until('spares to serve', () => Promise.resolve(taken().length >= count), patienceMs);
    const followers = taken();
    this.spares = this.spares.filter((member) => !followers.includes(member));
    this.serving.push(...followers);
  }

  /** Forgets a server that is to be followed by a spare. */
  leave(gone: Member): void {
    this.serving = this.serving.filter((member) => member !== gone);
  }

  /** Waits until everybody is served. */
  async served(patienceMs: number): Promise<void> {
    const areServed = async () =>
      (await Promise.all(this.traders.map((trader) => trader.isServed(this.base)))).every(Boolean);
    await until('everybody to be served', areServed, patienceMs);
  }

  /** Server of a trader by its leases; undefined while a place is handed over. */
  async findOwner({ userId }: HouseTrader): Promise<Member | undefined> {
    const { address } = await this.database.read
      .selectFrom('shards')
      .select('address')
      .where('id', '=', shardOf(userId))
      .executeTakeFirstOrThrow();
    return this.serving.find(({ server }) => server.url === address);
  }

  ownerOf(trader: HouseTrader): Promise<Member> {
    return until('a place to have a server', () => this.findOwner(trader));
  }

  /** Do something while no server hears how its leases stand: its own clock is all that it has. */
  whileUnheard(work: () => Promise<unknown>): Promise<void> {
    return overPostgres(this.url, async (client) => {
      await client.query('begin');
      await client.query('lock table shards in exclusive mode');
      await work();
      await client.query('rollback');
    });
  }

  async close(): Promise<void> {
    for (const { server } of this.all) server.signal('SIGKILL');
    await Promise.all(this.all.map(({ server }) => server.ended()));
    await Promise.all(this.traders.map((trader) => trader.close()));
    await this.database.close();
    await this.bus.stop();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Starts a server that takes a place once one is free. */
  private async start(): Promise<Member> {
    const address = `127.0.0.${++this.addresses}`;
    const brokers: HouseBrokers = {
      ahead: AHEAD,
      hosts: Object.fromEntries(
        this.traders.map(({ broker }) => [broker.client.apiKey, broker.hostsAt(address)]),
      ),
    };
    const server = await ServerProcess.startNotified(
      SOURCE,
      join(this.folder, address),
      this.url,
      ['--processes', String(PLACES), '--nats', this.bus.url, '--standby'],
      { TRICKDESK_TEST_BROKERS: JSON.stringify(brokers) },
    );
    const member = { server, address };
    this.all.push(member);
    return member;
  }
}
