import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { contract } from '../../src/shared/contract/index.ts';
import { STREAM_PATH } from '../../src/shared/contract/stream.ts';
import { startFeeding } from '../support/feeding.ts';
import { socketTimes } from '../support/socket-times.ts';
import { startCommitAndCall } from './commit-and-call.ts';
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

/** Times of a commit and a call, to the socket. */
const bareCalls = async (url: string): Promise<number[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const peer = startCommitAndCall(folder, url);
  const sent = socketTimes('/');
  const times: number[] = [];
  try {
    for (let number = 0; number < WARM + MEASURED; number++) {
      const began = performance.timeOrigin + performance.now();
      await peer.send();
      times.push((sent.times.at(-1) ?? Number.NaN) - began);
      await wait(5);
    }
  } finally {
    sent.stop();
    peer.close();
    rmSync(folder, { recursive: true });
  }
  return times.slice(WARM);
};

/**
 * Time of an order by hand, from socket to socket. It begins with the window's call and ends with the order to the
 * broker; a thousand instruments move meanwhile.
 */
export const click = async (): Promise<Row[]> => {
  const feeding = await startFeeding(MOVING, 1, true);
  const stop = feeding.server.stream(TICKS_A_SECOND);
  const calls = socketTimes(contract.manual.placeLive.path);
  try {
    await wait(WARM_UP_MS);
    const call = <T>(path: string, body: object) =>
      callOf(feeding.url, {
        authorization: `Bearer ${feeding.accessToken}`,
        'idempotency-key': randomUUID(),
      })<T>(path, body);
    const reasons: string[] = [];
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
      const { order: placed } = await call<{ order: { orderId: number; reason: string } }>(
        contract.manual.placeLive.path,
        { ...order, mark: `bench-click-${number}`, isUnderstood: true },
      );
      reasons.push(placed.reason);
      await call(contract.positions.cancelOrder.path, { orderId: placed.orderId });
      await wait(EVERY_MS);
    }
    const { ordersSentAt } = await feeding.state();
    if (ordersSentAt.length !== reasons.length)
      throw new Error(
        `${ordersSentAt.length} of ${reasons.length} orders were sent: ${[...new Set(reasons)].join(' ')}`,
      );
    const ours = ordersSentAt.map((sentAt, number) => sentAt - (calls.times[number] ?? NaN)).slice(WARM);
    const bare = await bareCalls(feeding.server.hosts.rest);
    const row = (name: string, share: number): Row => ({
      name: `order by hand, its call on the socket to its order on the socket, beside ${MOVING} moving instruments: ${name}, at most 10 ms (peer: a commit and a call)`,
      unit: 'ms',
      ours: quantile(ours, share),
      peer: quantile(bare, share),
    });
    return [row('median', 0.5), row('p99', 0.99)];
  } finally {
    stop();
    calls.stop();
    await feeding.close();
  }
};
