import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayingPerson } from '../support/paying-person.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { callTo, sendTo } from '../support/server-calls.ts';
import { ServerProcess } from '../support/server-process.ts';

const programs = postgresPrograms();
/** Life of a lease, and what a start takes besides, ms. */
const TAKEOVER_MS = 10_000 + 5_000;
/** Most that it takes after one that ends in order, ms. */
const HANDOVER_MS = 3_000;
/** Rounds of the long run: `TRICKDESK_TAKEOVERS=20 npx vitest run tests/faults/standby`. */
const ROUNDS = Number(process.env['TRICKDESK_TAKEOVERS'] ?? 1);

describe.skipIf(programs === null)('a server that stands by (PostgreSQL)', () => {
  let postgres: PostgresServer;
  let database = '';
  let folder = '';
  let folders = 0;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    postgres = await PostgresServer.start(programs ?? '', true);
    database = await postgres.newDatabase('house');
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-standby-'));
  });
  afterAll(async () => {
    for (const server of servers) server.signal('SIGKILL');
    await Promise.all(servers.map((server) => server.ended()));
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  const start = async (...more: string[]): Promise<ServerProcess> => {
    const server = await ServerProcess.start(join(folder, String(++folders)), database, more);
    servers.push(server);
    return server;
  };
  const standby = async (): Promise<ServerProcess> => {
    const server = await start('--standby');
    await server.standingBy();
    return server;
  };

  it('reports that it is alive and not ready, and refuses calls', { timeout: 60_000 }, async () => {
    const first = await start();
    await first.serving();
    const second = await standby();
    const base = await second.standingBy();
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    const ready = await fetch(`${base}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, failing: ['standby'] }]);
    const call = await sendTo(base, '/userapi/mytrick', '{}');
    expect([call.status, call.body.message]).toEqual([
      503,
      'This server stands by while another one works. Try again in a moment.',
    ]);
    // Through many looks at leases that are alive, and a renewal of them.
    await delay(4_000);
    expect([second.url, (await fetch(`${base}/readyz`)).status]).toEqual([null, 503]);
    second.signal('SIGTERM');
    await second.ended();
    first.signal('SIGTERM');
    expect(await first.ended()).toBe(0);
  });

  it('refuses at its start what it could not take over', { timeout: 60_000 }, async () => {
    const first = await start();
    const ofFirst = folders;
    await first.serving();
    const refusal = async (at: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
      const server = await ServerProcess.start(join(folder, String(++folders)), at, ['--standby'], env);
      servers.push(server);
      expect(await server.ended()).toBe(1);
      return server.written;
    };
    const others = `d9:${Buffer.alloc(32, 9).toString('base64')}`;
    expect(await refusal(database, { TRICKDESK_DATA_KEYS: others })).toContain('sealed with other keys');
    expect(await refusal(postgres.url('nowhere'))).toContain('There is no such database on the server.');
    const beside = await ServerProcess.start(join(folder, String(ofFirst)), database, ['--standby']);
    servers.push(beside);
    expect(await beside.ended()).toBe(1);
    expect(beside.written).toContain('TrickDesk is already open with this data folder');
    first.signal('SIGTERM');
    await first.ended();
  });

  it(
    'takes over from one that was killed, stopped or frozen: nothing confirmed is lost or doubled, and one that wakes ends',
    { timeout: 120_000 * ROUNDS },
    async () => {
      let active = await start();
      await active.serving();
      const person = await PayingPerson.start(database, () => active.url ?? '');
      const takenOver = async (how: NodeJS.Signals, mostMs: number): Promise<ServerProcess> => {
        const [from, next] = [active, await standby()];
        await delay(1_000);
        const at = performance.now();
        from.signal(how);
        const url = await next.serving(mostMs + 10_000);
        const tookMs = performance.now() - at;
        active = next;
        console.log(`After ${how} the next served in ${tookMs.toFixed(0)} ms.`);
        expect(tookMs).toBeLessThan(mostMs);
        // The session of before is known to it.
        expect((await callTo(url, person.token, 'profile.mine')).status).toBe(200);
        return from;
      };
      for (let round = 0; round < ROUNDS; round++) {
        await takenOver('SIGKILL', TAKEOVER_MS);
        const stopped = await takenOver('SIGTERM', HANDOVER_MS);
        expect(await stopped.ended()).toBe(0);
        const frozen = await takenOver('SIGSTOP', TAKEOVER_MS);
        frozen.signal('SIGCONT');
        expect(await frozen.ended()).toBe(1);
      }
      await delay(500);
      await person.stop();
      expect(person.confirmed.size).toBeGreaterThan(10);
      await person.expectAllIn(database);
    },
  );
});
