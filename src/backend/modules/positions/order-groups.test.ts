import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLiveSample } from '../../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import type { OrderState } from '../../../shared/order-states.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;
let user: TestUser;
let orderId: number;

beforeAll(async () => {
  const links = new SeededLinks(Date.now);
  server = await startTestBackend({ linkBroker: links.link });
  user = await server.register('groups');
  ({ unknownOrderId: orderId } = await addLiveSample(server, user, links));
});
afterAll(() => server.dispose());

/** Groups of the order history that list the order. It is looked for once it has come to a state. */
const groupsIn = async (state: OrderState): Promise<string[]> => {
  const { database } = server.backend.parts;
  await writeForAll(database, (tx) =>
    tx.query.updateTable('orders').set({ state }).where('id', '=', orderId).execute(),
  );
  const found: string[] = [];
  for (const status of ['complete', 'open', 'rejected', 'cancelled'] as const) {
    const { live_orderhistory: list } = await user.call('positions.orders', { isTest: 0, status });
    if (list?.some((order) => order.orderId === orderId)) found.push(status);
  }
  return found;
};

it.each([
  ['filled', 'complete'],
  ['unknown', 'open'],
  ['waiting', 'open'],
  ['rejected', 'rejected'],
  ['denied', 'rejected'],
  ['cancelled', 'cancelled'],
  ['expired', 'cancelled'],
  ['withdrawn', 'cancelled'],
  ['written-off', 'cancelled'],
] as const)(
  'an order that is %s is found in the group %s of the order history, and in no other',
  async (state, group) => {
    expect(await groupsIn(state)).toEqual([group]);
  },
);
