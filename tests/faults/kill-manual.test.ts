import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { startBackendProcess } from '../support/backend-process.ts';
import { clientAt, startTestBackend, type TestUser } from '../support/test-backend.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 4);
/** Market minutes pass in a second: fills come between any two writes. */
const SPEED = 600;

let folder = '';
let session: Pick<TestUser, 'accessToken' | 'refreshToken' | 'email'>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-kill-manual-'));
  const server = await startTestBackend({ dataDir: folder });
  await server.backend.prepared;
  session = await server.register('killed-by-hand');
  await server.close();
  const database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => tx.query.updateTable('feeds').set({ speed: SPEED }).execute());
  await database.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'orders by hand survive kills between order and fill: each is one, and the books agree',
  { timeout: 240_000 },
  async () => {
    const marks: string[] = [];
    const order = {
      symbol: 'ITC',
      side: 'buy',
      size: { by: 'quantity', amount: 3 },
      type: 'market',
    } as const;
    const place = (user: TestUser, mark: string) =>
      user.ask('manual.place', { ...order, product: 'delivery', mark });
    for (let count = 0; count < KILLS; count++) {
      const backend = await startBackendProcess(folder);
      const user = clientAt(backend.url).as(session);
      await until('the market to open', async () => (await user.ask('manual.account', {})).status === 200);
      // What may have been lost with the last kill is asked for again.
      for (const mark of marks.slice(-3)) await place(user, mark);
      const mine = Array.from({ length: 3 }, (_, index) => `kill-${count}-order-${index}`);
      marks.push(...mine);
      // The kill comes while these are under way.
      const asked = Promise.allSettled(mine.map((mark) => place(user, mark)));
      if (count % 2 === 0) await asked;
      await backend.kill();
      await asked;
    }
    const last = await startBackendProcess(folder);
    const user = clientAt(last.url).as(session);
    await until('the market to open', async () => (await user.ask('manual.account', {})).status === 200);
    const answers = [];
    for (const mark of marks) answers.push(await place(user, mark));
    const ids = answers.flatMap(({ body }) => body.data?.order.orderId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    await until(
      'all to fill',
      async () => (await user.call('manual.account', {})).working.length === 0,
      60_000,
    );
    await last.kill();
    const database = await openTestDatabase(folder);
    const orders = await database.read
      .selectFrom('orders')
      .selectAll()
      .where('manual_json', 'is not', null)
      .execute();
    const positions = await database.read.selectFrom('positions').selectAll().execute();
    await database.close();
    expect(orders.length).toBe(ids.length);
    expect(orders.length).toBeGreaterThanOrEqual(Math.min(6, marks.length));
    const filled = orders.filter(({ state }) => state === 'filled');
    const mine = positions.filter(({ id }) => filled.some((one) => one.position_id === id));
    expect(mine.map(({ entry_quantity: quantity }) => quantity)).toEqual(filled.map(() => 3));
  },
);
