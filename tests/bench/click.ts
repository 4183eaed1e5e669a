import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { contract } from '../../src/shared/contract/index.ts';
import { STREAM_PATH } from '../../src/shared/contract/stream.ts';
import { startFeeding } from '../support/feeding.ts';
import type { Row } from './measure.ts';
import { callOf } from './server-process.ts';

/** With the one that is ordered, as many as the broker streams. */
const MOVING = 999;
const TICKS_A_SECOND = 10;
const WARM_UP_MS = 5_000;
/** Orders before the measured ones, so that compiled code is measured. */
const WARM = 30;
const MEASURED = 200;
/** No order waits for its turn in the limiter: 9 are let through in 1.1 seconds, and each is cancelled. */
const EVERY_MS = 300;
/** A limit that the made-up prices do not reach. */
const FAR = 0.9;

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** The least that any program does: a call by HTTP to a server of this computer, of the same size. */
const bareCalls = async (count: number): Promise<number[]> => {
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived = performance.now();
    request.resume();
    response.end('{}');
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const times: number[] = [];
  for (let number = 0; number < count; number++) {
    const began = performance.now();
    await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })).text();
    times.push(arrived - began);
    await wait(5);
  }
  server.close();
  return times.slice(WARM);
};

/**
 * Time of an order by hand from call to broker. A thousand instruments move meanwhile. The broker is the
 * test's, on this computer; the peer is two bare calls, one to the backend and one to the broker.
 */
export const click = async (): Promise<Row[]> => {
  const feeding = await startFeeding(MOVING, 1, true);
  const stop = feeding.server.stream(TICKS_A_SECOND);
  try {
    await wait(WARM_UP_MS);
    const call = <T>(path: string, body: object) =>
      callOf(feeding.url, {
        authorization: `Bearer ${feeding.accessToken}`,
        'idempotency-key': randomUUID(),
      })<T>(path, body);
    const times: number[] = [];
    const share = feeding.instruments.at(-1);
    if (!share) throw new Error('No share was made up');
    const price = Math.round((share.close * FAR) / share.tick) * share.tick;
    const request = get(`${feeding.url}${STREAM_PATH}`, {
      headers: { authorization: `Bearer ${feeding.accessToken}` },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await call(contract.stream.watch.path, { symbols: [share.name] });
    const order = {
      ...{ symbol: share.name, side: 'buy', size: { by: 'quantity', amount: 1 } },
      ...{ type: 'limit', price, product: 'intraday' },
    };
    for (let number = 0; number < WARM + MEASURED; number++) {
      // As in the window: the ticket shows cost and need before anybody can press it.
      await call(contract.manual.previewLive.path, order);
      const before = feeding.server.seen.length;
      const began = feeding.now();
      const { order: placed } = await call<{ order: { orderId: number; reason: string } }>(
        contract.manual.placeLive.path,
        { ...order, mark: `bench-click-${number}`, isUnderstood: true },
      );
      const sent = feeding.server.seen.slice(before).find(({ endpoint }) => endpoint === 'placeOrder');
      if (!sent) throw new Error(`The order did not reach the broker: ${placed.reason}`);
      times.push(sent.at - began);
      await call(contract.positions.cancelOrder.path, { orderId: placed.orderId });
      await wait(EVERY_MS);
    }
    const ours = times.slice(WARM);
    const bare = await bareCalls(WARM + MEASURED);
    const row = (name: string, share: number): Row => ({
      name: `order by hand, call to broker, beside ${MOVING} moving instruments: ${name} (peer: two bare calls)`,
      unit: 'ms',
      ours: quantile(ours, share),
      peer: quantile(bare, share) * 2,
    });
    return [row('median', 0.5), row('p99', 0.99)];
  } finally {
    stop();
    await feeding.close();
  }
};
