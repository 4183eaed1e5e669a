import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shardOf, placesOf } from '../../src/backend/cluster/own-users.ts';
import { openReader } from '../../src/backend/db/database.ts';
import { NatsServer, natsProgram } from '../support/nats-server.ts';
import { PayingPerson } from '../support/paying-person.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { callTo, registerAt } from '../support/server-calls.ts';
import { ServerProcess } from '../support/server-process.ts';
import { openStream } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';

const programs = postgresPrograms();
const nats = natsProgram();
const missing = programs === null ? 'PostgreSQL' : nats === null ? 'nats-server' : null;
const PROCESSES = 3;
/** Life of a lease, and what a start takes besides, ms. */
const TAKEOVER_MS = 10_000 + 5_000;
/** Most that it takes after one that ends in order, ms. */
const HANDOVER_MS = 6_000;
/** Kills of the long run: `TRICKDESK_HOUSE_KILLS=60 npx vitest run tests/faults/house-processes`. */
const KILLS = Number(process.env['TRICKDESK_HOUSE_KILLS'] ?? 1);

describe.skipIf(missing !== null)(
  `the servers of a house, each in its process${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    let postgres: PostgresServer;
    let bus: NatsServer;
    let database = '';
    let folder = '';
    let folders = 0;
    let serving: ServerProcess[] = [];
    let spare: ServerProcess;
    const all: ServerProcess[] = [];

    const start = async (...more: string[]): Promise<ServerProcess> => {
      const server = await ServerProcess.start(join(folder, String(++folders)), database, [
        ...['--processes', String(PROCESSES), '--nats', bus.url],
        ...more,
      ]);
      all.push(server);
      return server;
    };
    const standby = async (): Promise<ServerProcess> => {
      const server = await start('--standby');
      await server.standingBy();
      return server;
    };
    /** URL of the server that owns a user, as its leases say. */
    const ownerOf = async (userId: number): Promise<string> => {
      const db = await openReader(database);
      const { address } = await db
        .selectFrom('shards')
        .select('address')
        .where('id', '=', shardOf(userId))
        .executeTakeFirstOrThrow();
      await db.destroy();
      return address;
    };
    const idOf = async (base: string, token: string): Promise<number> =>
      ((await callTo(base, token, 'profile.mine')).body.data as { id: number }).id;

    beforeAll(async () => {
      postgres = await PostgresServer.start(programs ?? '', true);
      bus = await NatsServer.start(nats ?? '');
      database = await postgres.newDatabase('house');
      folder = mkdtempSync(join(tmpdir(), 'trickdesk-house-'));
      for (let index = 0; index < PROCESSES; index++) {
        const server = await start();
        await server.serving();
        serving.push(server);
      }
      spare = await standby();
    });
    afterAll(async () => {
      for (const server of all) server.signal('SIGKILL');
      await Promise.all(all.map((server) => server.ended()));
      await bus.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true });
    });

    /** Disturb the server of a user; returns when the user was served again, and by what is then the spare. */
    const replaced = async (server: ServerProcess, how: NodeJS.Signals, token: string, mostMs: number) => {
      const survivor = serving.find((other) => other !== server) as ServerProcess;
      const base = survivor.url ?? '';
      const next = spare;
      const at = performance.now();
      server.signal(how);
      await next.serving(mostMs + 10_000);
      await until(
        'the user to be served',
        () =>
          callTo(base, token, 'profile.mine').then(
            ({ status }) => status === 200,
            () => false,
          ),
        mostMs,
      );
      const tookMs = performance.now() - at;
      console.log(`After ${how} the users of a server were served again in ${tookMs.toFixed(0)} ms.`);
      serving = [...serving.filter((other) => other !== server), next];
      spare = await standby();
      expect(tookMs).toBeLessThan(mostMs);
    };
    const serverOf = async (userId: number): Promise<ServerProcess> => {
      const address = await ownerOf(userId);
      return serving.find(({ url }) => url === address) as ServerProcess;
    };

    it(
      'follow one that was killed, stopped or frozen; people of the others notice nothing, and no money is lost',
      { timeout: 120_000 * KILLS },
      async () => {
        const anyBase = () => serving[0]?.url ?? '';
        const people: { id: number; token: string }[] = [];
        for (let number = 3; number < 9; number++) {
          const token = await registerAt(anyBase(), number);
          people.push({ token, id: await idOf(anyBase(), token) });
        }
        const [victim] = people as [{ id: number; token: string }];
        const place = placesOf(PROCESSES).find(
          ({ from, to }) => from <= shardOf(victim.id) && shardOf(victim.id) < to,
        );
        const others = people.filter(
          ({ id }) => shardOf(id) < (place?.from ?? 0) || shardOf(id) >= (place?.to ?? 0),
        );
        expect(others.length).toBeGreaterThan(0);
        const payer = await PayingPerson.start(database, () => serving.at(-1)?.url ?? '');
        for (let round = 0; round < KILLS; round++)
          for (const how of ['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const) {
            const server = await serverOf(victim.id);
            let isOver = false;
            let failures = 0;
            // At a server that lives, for people who are not those of the one that does not.
            const watching = (async () => {
              const base = serving.find((other) => other !== server)?.url ?? '';
              while (!isOver) {
                for (const { token } of others)
                  if ((await callTo(base, token, 'strategies.mine').catch(() => null))?.status !== 200)
                    failures++;
                await delay(200);
              }
            })();
            await replaced(server, how, victim.token, how === 'SIGTERM' ? HANDOVER_MS : TAKEOVER_MS);
            isOver = true;
            await watching;
            expect(failures).toBe(0);
            const before = payer.confirmed.size;
            await until('payments to go on', () => Promise.resolve(payer.confirmed.size > before));
            if (how === 'SIGSTOP') server.signal('SIGCONT');
            if (how !== 'SIGKILL') expect(await server.ended()).toBe(how === 'SIGTERM' ? 0 : 1);
          }
        await payer.stop();
        await payer.expectAllIn(database);
      },
    );

    it(
      'go on while NATS is away, and tell windows to load again when it is back',
      { timeout: 60_000 },
      async () => {
        const base = serving[0]?.url ?? '';
        const token = await registerAt(base, 9);
        const stream = await openStream(base, token);
        await bus.stop('SIGKILL');
        for (const server of serving)
          expect((await callTo(server.url ?? '', token, 'strategies.mine')).status).toBe(200);
        const before = stream.received.filter(({ event }) => event.type === 'reload').length;
        await bus.resume();
        await until('the window to be told', () =>
          Promise.resolve(stream.received.filter(({ event }) => event.type === 'reload').length > before),
        );
        stream.close();
        for (const server of serving)
          await until('the log to say so', () =>
            Promise.resolve(server.written.includes('the connection to NATS is back')),
          );
      },
    );
  },
);
