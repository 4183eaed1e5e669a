// A process of a house that sends the written orders of one user, for as long as it owns them. Its broker is an HTTP
// server of the test, before which an order waits for its turn as before the real one.
import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { ShardLeases } from '../../src/backend/cluster/shard-leases.ts';
import type { Broker, BrokerOrder, OrderTurn } from '../../src/backend/brokers/broker.ts';
import { systemClock } from '../../src/backend/clock.ts';
import { openDatabase } from '../../src/backend/db/database.ts';
import { openPostgresAside } from '../../src/backend/db/postgres/open-postgres.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { FREEZING_TIMES } from '../support/freezing-times.ts';
import { orderSender, TEN_ITC } from '../support/order-sender.ts';

const [url = '', brokerUrl = '', userText = ''] = process.argv.slice(2);
const userId = Number(userText);
/** Wait of an order for its turn at the broker's rate limit. */
const TURN_MS = 400;

const database = await openDatabase(url);
const leases = await ShardLeases.claim(openPostgresAside(url), () => process.exit(3), {
  times: FREEZING_TIMES,
});
process.stdout.write('owner\n');

const agent = new http.Agent({ keepAlive: true });
const broker = {
  place: async (order: BrokerOrder, turn: OrderTurn) => {
    await delay(TURN_MS);
    const request = http.request(`${brokerUrl}/?tag=${order.tag}&by=${process.pid}`, { agent });
    // What is withdrawn ends in an error that nobody waits for.
    request.on('error', () => undefined);
    const [socket] = (await once(request, 'socket')) as [Socket];
    if (socket.connecting) await once(socket, 'connect');
    // Asked in the very turn in which the request is written.
    if (turn.mayLeave?.() === false) {
      request.destroy();
      return { outcome: 'refused', kind: 'withdrawn', reason: 'Too late.' } as const;
    }
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return { outcome: 'accepted', brokerOrderId: await text(response) } as const;
  },
} as unknown as Broker;

const hub = new EventHub(systemClock);
const sinks = {
  hub,
  notify: () => Promise.resolve(),
  writeLog: () => Promise.resolve(),
  notifyFollowers: () => undefined,
};
const sending = orderSender(broker, { database, userId, clock: systemClock, sinks, ownership: leases });

for (;;) {
  const intended = await database.read
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'intended')
    .orderBy('id')
    .limit(3)
    .execute();
  await Promise.allSettled(intended.map((order) => sending.submit(order, TEN_ITC, 'entry')));
  if (intended.length === 0) await delay(5);
}
