import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader } from '../../src/backend/db/database.ts';
import { clientAt, type TestUser } from '../support/test-backend.ts';
import { missingForHouse, TestHouse, urlOf } from '../support/test-house.ts';
import { until } from '../support/until.ts';

const missing = missingForHouse();
const ORDER = {
  symbol: 'ITC',
  side: 'buy',
  size: { by: 'quantity', amount: 10 },
  type: 'market',
  product: 'delivery',
} as const;

describe.skipIf(missing !== null)(
  `orders by hand at a house of two servers${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    let house: TestHouse;
    beforeAll(async () => {
      house = await TestHouse.start(2);
      await until('all markets to be open', () =>
        Promise.resolve(house.servers.every(({ parts }) => parts.marketRuns.isOpen)),
      );
    });
    afterAll(() => house.dispose());
    const everywhere = (user: TestUser): TestUser[] =>
      house.servers.map((server) => clientAt(urlOf(server)).as(user));
    const ordersOf = async (userId: number) => {
      const db = await openReader(house.database);
      try {
        return await db
          .selectFrom('orders')
          .selectAll()
          .where('user_id', '=', userId)
          .orderBy('id')
          .execute();
      } finally {
        await db.destroy();
      }
    };
    /** A limit well below the market, and in its band. */
    const restingPrice = async (user: TestUser) => {
      const { lastPrice } = await user.call('manual.preview', ORDER);
      return Math.floor((lastPrice * 0.97) / 100) * 100;
    };

    it('are one for a mark, whichever servers are asked in one moment', async () => {
      const { user, id } = await house.stranger();
      const answers = await Promise.all(
        [...everywhere(user), ...everywhere(user)].map((at) =>
          at.ask('manual.place', { ...ORDER, mark: 'asked-everywhere' }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.data?.order.orderId)).size).toBe(1);
      expect(await ordersOf(id)).toHaveLength(1);
    });

    it('never count on the same money twice', async () => {
      const { user, id } = await house.stranger();
      const { lastPrice } = await user.call('manual.preview', ORDER);
      await user.call('manual.setAccount', { capital: lastPrice * 15, maxLossPerDay: null });
      const answers = await Promise.all(
        everywhere(user).flatMap((at, server) =>
          [1, 2].map((count) => at.ask('manual.place', { ...ORDER, mark: `money-${server}-${count}-times` })),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
      expect(await ordersOf(id)).toHaveLength(1);
    });

    it('are changed and cancelled once, also at the server that does not serve their owner', async () => {
      const { user, id } = await house.stranger();
      const price = await restingPrice(user);
      const { order } = await user.call('manual.place', {
        ...ORDER,
        type: 'limit',
        price,
        mark: 'rests-in-a-house',
      });
      const change = { orderId: order.orderId, quantity: 12, price };
      const answers = await Promise.all(everywhere(user).map((at) => at.ask('manual.change', change)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const cancelled = await Promise.all(
        everywhere(user).map((at) => at.ask('positions.cancelOrder', { orderId: order.orderId })),
      );
      expect(cancelled.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await ordersOf(id)).toMatchObject([{ state: 'cancelled', quantity: 12, filled_quantity: 0 }]);
    });

    it(
      'go on at the server that takes over: one order for a mark, with its terms',
      { timeout: 120_000 },
      async () => {
        const { user, id, owner, other } = await house.stranger();
        const price = await restingPrice(user);
        const rests = { ...ORDER, type: 'limit', price, mark: 'taken-over-by-another' } as const;
        const { order } = await user.call('manual.place', rests);
        const ask = () => clientAt(urlOf(other)).as(user).ask('manual.place', rests);
        // Another takes the place of the one that closes.
        const closing = house.close([owner]).then(() => house.add(2));
        // Asked again all the time while it moves.
        const answers: Awaited<ReturnType<typeof ask>>[] = [];
        await until(
          'the other server to take over',
          async () => {
            // While it moves, a connection may break off.
            const [asked] = await Promise.allSettled([ask()]);
            if (asked.status === 'fulfilled') answers.push(asked.value);
            return answers.at(-1)?.status === 200;
          },
          60_000,
        );
        await closing;
        expect(answers.at(-1)?.body.data?.order.orderId).toBe(order.orderId);
        const at = clientAt(urlOf(other)).as(user);
        await at.call('manual.change', { orderId: order.orderId, quantity: 11, price });
        expect(await ordersOf(id)).toMatchObject([{ state: 'open', quantity: 11 }]);
        await at.call('positions.cancelOrder', { orderId: order.orderId });
      },
    );
  },
);
