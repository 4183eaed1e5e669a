import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { WORKING_STATES } from '../../src/shared/order-states.ts';
import { startBackendProcess } from '../support/backend-process.ts';
import { clientAt, startTestBackend, type TestUser } from '../support/test-backend.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 5);
/** Market minutes pass in a second: fills come between any two writes. */
const SPEED = 600;
/** Latest kill after the calls have begun, ms. */
const WITHIN_MS = 40;

let folder = '';
let session: Pick<TestUser, 'accessToken' | 'refreshToken' | 'email'>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-kill-changes-'));
  const server = await startTestBackend({ dataDir: folder });
  await server.backend.prepared;
  session = await server.register('killed-amid-changes');
  await server.close();
  const database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => tx.query.updateTable('feeds').set({ speed: SPEED }).execute());
  await database.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BUY = { symbol: 'ITC', side: 'buy', type: 'market', product: 'delivery' } as const;

it(
  'changes, cancellations and closes in part survive kills: each happens once or not at all, and the books agree',
  { timeout: 300_000 },
  async () => {
    for (let count = 0; count < KILLS; count++) {
      const backend = await startBackendProcess(folder);
      const user = clientAt(backend.url).as(session);
      await until('the market to open', async () => (await user.ask('manual.account', {})).status === 200);
      const place = (order: object, name: string) =>
        user.ask('manual.place', {
          ...BUY,
          size: { by: 'quantity', amount: 30 },
          ...order,
          mark: `changes-${count}-${name}`,
        });
      await place({}, 'held');
      await until(
        'it to fill',
        async () => (await user.call('positions.open', { place: 'by-hand' })).list.length > 0,
        60_000,
      );
      const { lastPrice } = await user.call('manual.preview', {
        ...BUY,
        size: { by: 'quantity', amount: 1 },
      });
      const price = Math.floor((lastPrice * 0.97) / 100) * 100;
      const ids: number[] = [];
      for (const name of ['one', 'two', 'three']) {
        const { body } = await place({ type: 'limit', price }, name);
        if (body.data) ids.push(body.data.order.orderId);
      }
      const held = (await user.call('positions.open', { place: 'by-hand' })).list;
      // The kill comes while these are under way.
      const asked = Promise.allSettled([
        ...ids.map((orderId, index) =>
          user.ask('manual.change', { orderId, quantity: 5 + index, price: price + 100 }),
        ),
        ...ids.slice(0, 2).map((orderId) => user.ask('positions.cancelOrder', { orderId })),
        ...held.map(({ positionId }) => user.ask('manual.close', { positionId, quantity: 7 })),
        ...held.map(({ positionId }) => user.ask('manual.close', { positionId })),
      ]);
      await new Promise((resolve) => setTimeout(resolve, (count * WITHIN_MS) / KILLS));
      await backend.kill();
      await asked;
    }
    const last = await startBackendProcess(folder);
    const user = clientAt(last.url).as(session);
    await until('the market to open', async () => (await user.ask('manual.account', {})).status === 200);
    // All is flattened at last: nothing that was left half-way stands in the way.
    await until(
      'nothing to be held or ordered',
      async () => {
        const { working } = await user.call('manual.account', {});
        const { list } = await user.call('positions.open', { place: 'by-hand' });
        for (const { orderId, terms } of working)
          if (terms) await user.ask('positions.cancelOrder', { orderId });
        for (const { positionId } of list) await user.ask('manual.close', { positionId });
        return working.length + list.length === 0;
      },
      60_000,
    );
    await last.kill();
    const database = await openTestDatabase(folder);
    const { read } = database;
    const orders = await read.selectFrom('orders').selectAll().execute();
    const fills = await read.selectFrom('fills').selectAll().execute();
    const trades = await read.selectFrom('trades').selectAll().execute();
    const positions = await read.selectFrom('positions').selectAll().execute();
    const [account] = await read
      .selectFrom('strategies')
      .select('attention')
      .where('kind', '=', 'manual')
      .execute();
    await database.close();
    expect(account?.attention).toBeNull();
    const mine = new Set(
      orders.filter(({ manual_json: byHand }) => byHand !== null).map(({ strategy_id: id }) => id),
    );
    const byHand = positions.filter(({ strategy_id: id }) => mine.has(id));
    expect(byHand.length).toBeGreaterThan(0);
    for (const order of orders.filter(({ strategy_id: id }) => mine.has(id))) {
      const filled = fills.reduce(
        (sum, { order_id: id, quantity }) => sum + (id === order.id ? quantity : 0),
        0,
      );
      expect([order.id, filled]).toEqual([order.id, order.filled_quantity]);
      expect(WORKING_STATES).not.toContain(order.state);
    }
    for (const position of byHand) {
      const own = orders.filter(({ position_id: id }) => id === position.id);
      const sumOf = (isEntry: boolean) =>
        own.reduce((sum, one) => sum + ((one.slot === 'entry') === isEntry ? one.filled_quantity : 0), 0);
      expect([position.status, sumOf(true), sumOf(false)]).toEqual([
        'closed',
        position.entry_quantity,
        position.entry_quantity,
      ]);
      const gross = trades.reduce((sum, one) => sum + (one.position_id === position.id ? one.gross : 0), 0);
      expect(gross).toBe(position.exit_value - position.entry_value);
    }
  },
);
