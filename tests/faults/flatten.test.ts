import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AngelOneAccount } from '../../src/backend/brokers/angel-one/angel-one-account.ts';
import { RateLimiter } from '../../src/backend/brokers/angel-one/rate-limiter.ts';
import type { LiveExecution } from '../../src/backend/broker-accounts/live-execution.ts';
import { HOUSE, type Database } from '../../src/backend/db/database.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { type AngelOneServer, startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { QUICK_PACE, SBIN, SILENT, until } from '../angel-one/connected.ts';
import { entryOf, livePath, tickOf } from '../support/live-path.ts';
import { IdleTiming } from './idle-timing.ts';
import { openTestDatabase } from '../support/test-database.ts';

const POSITIONS = 100;
const ENTRIES = 1_000;
/** Placements and cancellations together in the limiter's second. */
const A_SECOND = 9;
const SECOND_MS = 1_100;
/** Each stop is taken back, and what it covered is sold. */
const SHORTEST_MS = (Math.ceil((2 * POSITIONS) / A_SECOND) - 1) * SECOND_MS;
const MOST_OF_SHORTEST = 1.1;
const EXIT_WITHIN_MS = 2_000;
const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
const SIGNED_IN = Date.now();
const PRICE = 812_50;
const RUN = { source: 'broker', runId: 900, mode: 'live', brokerId: 2 } as const;
const LONGEST_MS = 60_000;
const LOST_AFTER_MS = 5_000;

/** The market's time, for the limiter and for the server that counts: no work of this machine makes anything late. */
let timing: IdleTiming;
const clock = { now: () => OPEN + timing.now() };

let folder = '';
let database: Database;
let server: AngelOneServer;
let execution: LiveExecution;
let close: () => Promise<void>;

// Calls to the broker count as under way until they are answered.
vi.mock(import('../../src/backend/brokers/angel-one/http-request.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, sendHttp: (request) => timing.during(real.sendHttp(request)) };
});

beforeEach(async () => {
  timing = new IdleTiming();
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-flatten-'));
  const opened = await openTestDatabase(folder);
  database = { ...opened, write: (of, work) => timing.during(opened.write(of, work)) };
  await database.write(HOUSE, (tx) => seedForOne(tx, OPEN));
  server = await startAngelOneServer({
    now: () => SIGNED_IN + timing.now(),
    client: { funds: 100_00_00_000_00 },
  });
  const account = new AngelOneAccount({
    apiKey: server.client.apiKey,
    hosts: server.hosts,
    logger: SILENT,
    clock: { now: () => SIGNED_IN + timing.now() },
    limiter: new RateLimiter(timing),
    // A busy machine may be silent for long: its socket must not be taken for lost.
    pace: { ...QUICK_PACE, pingMs: 1_000, silenceMs: LONGEST_MS },
  });
  const { code: clientCode, pin } = server.client;
  const session = await account.logIn({
    clientCode,
    pin,
    totp: { secret: server.client.totpSecret },
  });
  const broker = account.broker(session);
  execution = livePath({
    database,
    clock,
    logger: SILENT,
    run: RUN,
    broker: () => broker,
    instrumentOf: () => Promise.resolve(SBIN),
  });
  const underWay = new Set<Promise<void>>();
  broker.onReport((report) => {
    onTheirWay.shift()?.();
    const work = execution.orders.onReport(report);
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  await until(() => server.streams.connections.orders === 1);
  const onTheirWay: (() => void)[] = [];
  const report = server.streams.report.bind(server.streams);
  vi.spyOn(server.streams, 'report').mockImplementation((order) => {
    const arrived = timing.begin();
    onTheirWay.push(arrived);
    // One that is lost with its socket must not make time stand for good: the book tells of it.
    setTimeout(arrived, LOST_AFTER_MS).unref();
    report(order);
  });
  await execution.load();
  server.price(SBIN.token, PRICE);
  tick();
  let isBeating = true;
  const beat = (): void => {
    if (!isBeating) return;
    tick();
    void execution.everySecond();
    timing.after(1_000, beat);
  };
  beat();
  const passing = timing.run();
  close = async () => {
    isBeating = false;
    // What still waits for its turn needs time to pass.
    await execution.settled();
    timing.stop();
    await passing;
    vi.restoreAllMocks();
    broker.close();
    await Promise.all(underWay);
    await execution.settled();
    await server.close();
    await database.close();
    rmSync(folder, { recursive: true });
  };
});
afterEach(() => close());

const tick = (): void => execution.onTicks([tickOf(SBIN, PRICE, clock.now())]);

const enter = (number: number) =>
  execution.place(
    entryOf(RUN, { symbol: SBIN.symbol, quantity: 1, key: `enter:${number}`, at: clock.now() }),
  );

/** Positions whose stop rests at the broker. */
const hold = async (count: number): Promise<void> => {
  for (let number = 0; number < count; number++) await enter(number);
  await until(
    () =>
      execution.openPositions().filter(({ protection_state: state }) => state === 'resting').length === count,
    LONGEST_MS,
  );
  // The windows of the limiter are empty again.
  const since = timing.now();
  await until(() => timing.now() - since > 2 * SECOND_MS);
};
const seen = (endpoint: string, side?: string) =>
  server.seen.filter(
    (call) =>
      call.endpoint === endpoint &&
      (side === undefined || (call.body as Record<string, unknown>)['transactiontype'] === side),
  );
const sent = (endpoint: string, side?: string): number => seen(endpoint, side).length;
/** When the last sell order came to the broker, on our clock. */
const lastSale = (): number => (seen('placeOrder', 'SELL').at(-1)?.at ?? 0) - SIGNED_IN + OPEN;
const leave = (positionId: number) =>
  execution.exit(positionId, 'exit', 'Closed by the kill switch', clock.now(), `flat:${positionId}`);

it(
  `${POSITIONS} positions are closed in no more than a tenth above the shortest time that the limits allow, none refused by us or asked twice`,
  { timeout: 120_000 },
  async () => {
    await hold(POSITIONS);
    const [placed, cancelled] = [sent('placeOrder', 'SELL'), sent('cancelOrder')];
    const from = clock.now();
    await Promise.all(execution.openPositions().map(({ id }) => leave(id)));
    await until(() => execution.openPositions().length === 0, LONGEST_MS);
    const took = lastSale() - from;
    console.info(
      `flatten of ${POSITIONS}: ${took} ms, shortest ${SHORTEST_MS} ms, ${(took / SHORTEST_MS).toFixed(3)}`,
    );
    expect([sent('placeOrder', 'SELL') - placed, sent('cancelOrder') - cancelled]).toEqual([
      POSITIONS,
      POSITIONS,
    ]);
    expect(took).toBeLessThanOrEqual(MOST_OF_SHORTEST * SHORTEST_MS);
    const refused = await database.read
      .selectFrom('orders')
      .select('reason')
      .where('slot', '!=', 'entry')
      .where('state', 'in', ['rejected', 'denied'])
      .execute();
    expect(refused).toEqual([]);
    const deemedLost = await database.read
      .selectFrom('order_events')
      .select('order_id')
      .where('event', 'in', ['refuse-cancel', 'lose-answer'])
      .execute();
    expect(deemedLost).toEqual([]);
    expect(server.positions().map(({ netqty }) => netqty)).toEqual(['0']);
  },
);

it(
  `an exit leaves within two seconds beside ${ENTRIES} entries that wait`,
  { timeout: 120_000 },
  async () => {
    await hold(3);
    const placed = sent('placeOrder', 'SELL');
    const entries = Array.from({ length: ENTRIES }, (_, number) => enter(10 + number));
    const from = clock.now();
    await Promise.all(
      execution
        .openPositions()
        .slice(0, 3)
        .map(({ id }) => leave(id)),
    );
    await until(() => sent('placeOrder', 'SELL') - placed >= 3, LONGEST_MS);
    const took = lastSale() - from;
    console.info(`three exits beside ${ENTRIES} entries: ${took} ms`);
    expect(took).toBeLessThanOrEqual(EXIT_WITHIN_MS);
    await Promise.all(entries);
  },
);
