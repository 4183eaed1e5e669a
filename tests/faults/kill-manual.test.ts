import { expect, it } from 'vitest';
import { killedHand } from '../support/killed-hand.ts';
import type { TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 4);

const { start, openBooks } = killedHand('killed-by-hand');

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
      const { backend, user } = await start();
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
    const { backend: last, user } = await start();
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
    const database = await openBooks();
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
