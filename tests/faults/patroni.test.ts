import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overPostgres } from '../support/over-postgres.ts';
import { hasPatroni, PatroniCluster } from '../support/patroni-cluster.ts';
import { PayingPerson } from '../support/paying-person.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

/**
 * Minutes long, so on demand: `TRICKDESK_PATRONI=1 npx vitest run tests/faults/patroni`, where Debian's packages
 * patroni and etcd-server are installed.
 */
const isWanted = process.env['TRICKDESK_PATRONI'] === '1' && hasPatroni();
const MINUTES = 60_000;
/** Time in which money moves again after the loss of a primary: Patroni's 20 s, its turns, and a start. */
const BACK_MS = 90_000;
const SOME = 20;

/** A server that is started again whenever it ends, as systemd does. */
class WatchedServer {
  private readonly folder: string;
  private readonly database: string;
  private current: ServerProcess | null = null;
  private isOver = false;
  starts = 0;

  constructor(folder: string, database: string) {
    this.folder = folder;
    this.database = database;
    void this.run();
  }

  get url(): string {
    return this.current?.url ?? 'http://127.0.0.1:1';
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      this.starts++;
      this.current = await ServerProcess.start(this.folder, this.database, ['--standby']);
      await this.current.ended();
      await delay(1_000);
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    this.current?.signal('SIGKILL');
    await this.current?.ended();
  }
}

describe.skipIf(!isWanted)(
  'a database whose primary is lost (Patroni, on demand: TRICKDESK_PATRONI=1)',
  () => {
    let folder = '';
    let cluster: PatroniCluster;
    let server: WatchedServer;
    const endings: (() => Promise<void>)[] = [];
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'trickdesk-lost-'));
    });
    afterEach(async () => {
      for (const end of endings.splice(0).reverse()) await end();
      rmSync(folder, { recursive: true });
    });

    const begin = async (isSynchronous: boolean): Promise<PayingPerson> => {
      cluster = await PatroniCluster.start(isSynchronous);
      endings.push(() => cluster.stop());
      await overPostgres(cluster.url('postgres'), (client) =>
        client.query(`create database house template template0 encoding 'UTF8' locale 'C'`),
      );
      server = new WatchedServer(folder, cluster.url('house'));
      endings.push(() => server.stop());
      await until(
        'the server to serve',
        async () => (await fetch(`${server.url}/readyz`).catch(() => null))?.status === 200,
        MINUTES,
      );
      return PayingPerson.start(cluster.url('house'), () => server.url);
    };
    /** Waits until so many more transfers are confirmed. */
    const more = (person: PayingPerson): Promise<unknown> => {
      const before = person.confirmed.size;
      return until('money to move', () => Promise.resolve(person.confirmed.size >= before + SOME), BACK_MS);
    };

    it(
      'synchronous: killed or frozen, nothing that was confirmed is lost, and all goes on by itself',
      { timeout: 15 * MINUTES },
      async () => {
        const person = await begin(true);
        await more(person);
        for (const lose of ['killPrimary', 'freezePrimary'] as const) {
          const at = performance.now();
          const giveBack = await cluster[lose]();
          await more(person);
          console.log(`${lose}: money moved again after ${((performance.now() - at) / 1_000).toFixed(1)} s.`);
          giveBack();
          await cluster.whenSafe();
        }
        await person.stop();
        console.log(
          `${person.confirmed.size} transfers were confirmed; the server started ${server.starts} times.`,
        );
        await person.expectAllIn(cluster.url('house'));
      },
    );

    it(
      'control, not synchronous: what only the primary had is lost with it',
      { timeout: 15 * MINUTES },
      async () => {
        const person = await begin(false);
        await more(person);
        await cluster.holdReplication();
        await more(person);
        await cluster.killPrimary();
        await person.stop();
        await until(
          'another primary',
          async () => (await person.lostIn(cluster.url('house')).catch(() => null)) !== null,
          BACK_MS,
        );
        const lost = await person.lostIn(cluster.url('house'));
        console.log(`${lost.length} of ${person.confirmed.size} confirmed transfers were lost.`);
        expect(lost.length).toBeGreaterThan(0);
      },
    );
  },
);
