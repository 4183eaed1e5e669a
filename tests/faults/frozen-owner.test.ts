import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, HOUSE, openDatabase } from '../../src/backend/db/database.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';
import { intendOrder } from '../../src/backend/trading/order-book.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { FREEZING_TIMES } from '../support/freezing-times.ts';
import { entryOf } from '../support/live-path.ts';
import { addUser } from '../support/new-user.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';

/** Owners that are frozen; all of the proof with 20. */
const FREEZES = Number(process.env['TRICKDESK_FREEZES'] ?? 2);
const programs = postgresPrograms();
const WITHOUT_POSTGRES = '(PostgreSQL 15 or newer is not installed)';
const PAUSE_BETWEEN_ORDERS_MS = 15;
/** Time in which the next owner has sent something. */
const SETTLED_MS = 2_000;
/** Beyond the life of a lease: start of a process on a busy machine. */
const TAKEOVER_MS = FREEZING_TIMES.life + 15_000;

interface Received {
  readonly tag: string;
  readonly by: number;
  readonly at: number;
}

/** Every request that has reached the broker. */
const received: Received[] = [];
const broker = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://broker');
  received.push({ tag: searchParams.get('tag') ?? '', by: Number(searchParams.get('by')), at: Date.now() });
  response.end(`B${received.length}`);
});

let server: PostgresServer;
let database: Database;
let userId = 0;
let url = '';
let keys = 0;
const hub = new EventHub({ now: () => Date.now() });

/** Writes orders to be sent, one after the other. */
const intendUntil = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const key = `frozen ${++keys}`;
    const of = { source: 'broker', mode: 'live', runId: 1, brokerId: 2 } as const;
    await database.write(userId, (tx) =>
      intendOrder(tx, hub, entryOf(of, { userId, symbol: 'ITC', quantity: 10, key, at: Date.now() })),
    );
    await delay(PAUSE_BETWEEN_ORDERS_MS);
  }
};

/** Starts a process that owns the user in the end. */
const startOwner = async (): Promise<{ readonly child: ChildProcess; readonly since: number }> => {
  const { port } = broker.address() as AddressInfo;
  const child = spawn(
    process.execPath,
    ['tests/faults/owner-process.ts', url, `http://127.0.0.1:${port}`, String(userId)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toContain('owner');
  return { child, since: Date.now() };
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

describe.skipIf(programs === null)(`an owner ${programs ? '' : WITHOUT_POSTGRES}`, () => {
  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '');
    url = await server.newDatabase('house');
    database = await openDatabase(url);
    userId = await database.write(HOUSE, async (tx) => {
      await seedHouse(tx, Date.now());
      return addUser(tx, { number: 1 });
    });
    await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    broker.close();
    await database.close();
    await server.stop();
  });

  const replaceOwner = async (
    disturb: (owner: ChildProcess) => void,
    wake: (owner: ChildProcess) => void,
  ) => {
    const random = seededRandom(`freeze ${keys}`);
    const stop = new AbortController();
    const writing = intendUntil(stop.signal);
    const first = await startOwner();
    await delay(300 + random.uniform() * 300);
    disturb(first.child);
    const disturbedAt = Date.now();
    const second = await startOwner();
    await delay(300);
    wake(first.child);
    // It finds out by itself that it owns nothing any more, and ends.
    await ended(first.child);
    await delay(SETTLED_MS);
    stop.abort();
    await writing;
    second.child.kill('SIGKILL');
    await ended(second.child);
    const late = received.filter(({ by, at }) => by === first.child.pid && at > second.since);
    const takenOver = received.filter(({ by }) => by === second.child.pid);
    return { late, takenOver: takenOver.length, tookMs: second.since - disturbedAt };
  };

  const expectOnce = async (): Promise<void> => {
    const tags = received.map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    const orders = await database.read
      .selectFrom('orders')
      .select('tag')
      .where('tag', 'is not', null)
      .execute();
    // Sent twice under two tags, an order would have kept the later one.
    const kept = new Set(orders.map(({ tag }) => tag));
    expect(tags.filter((tag) => !kept.has(tag))).toEqual([]);
  };

  it(
    'that is frozen and wakes after another has taken over sends nothing late, and no order is sent twice',
    { timeout: FREEZES * (TAKEOVER_MS + 5_000) },
    async () => {
      for (let freeze = 0; freeze < FREEZES; freeze++) {
        const { late, takenOver, tookMs } = await replaceOwner(
          (owner) => owner.kill('SIGSTOP'),
          (owner) => owner.kill('SIGCONT'),
        );
        expect(late).toEqual([]);
        expect(takenOver).toBeGreaterThan(0);
        expect(tookMs).toBeLessThan(TAKEOVER_MS);
      }
      await expectOnce();
    },
  );

  it(
    'that is killed is followed by another once its lease has ended, and no order is sent twice',
    { timeout: TAKEOVER_MS + 10_000 },
    async () => {
      const { takenOver, tookMs } = await replaceOwner(
        (owner) => owner.kill('SIGKILL'),
        () => undefined,
      );
      expect(takenOver).toBeGreaterThan(0);
      expect(tookMs).toBeLessThan(TAKEOVER_MS);
      await expectOnce();
    },
  );
});
