import { expect, it } from 'vitest';
import { WORKING_STATES } from '../../src/shared/order-states.ts';
import { killedHand } from '../support/killed-hand.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 5);
/** Latest kill after the calls have begun, ms. */
const WITHIN_MS = 40;

const { start, openBooks } = killedHand('killed-amid-changes');

const BUY = { symbol: 'ITC', side: 'buy', type: 'market', product: 'delivery' } as const;

it(
  'changes, cancellations and closes in part survive kills: each happens once or not at all, and the books agree',
  { timeout: 300_000 },
  async () => {
    for (let count = 0; count < KILLS; count++) {
      const { backend, user } = await start();
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
    const { backend: last, user } = await start();
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
    const database = await openBooks();
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
