import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { contract } from '../../src/shared/contract/index.ts';
import { STREAM_PATH } from '../../src/shared/contract/stream.ts';
import { socketTimes, steadyMs } from '../support/socket-times.ts';
import { startCommitAndCall } from './commit-and-call.ts';
import { callOf } from './server-process.ts';

/** Task of the process, as JSON in its first argument. */
export interface ClickTask {
  readonly url: string;
  readonly accessToken: string;
  /** The broker's server, which the peer calls too. */
  readonly brokerUrl: string;
  readonly symbol: string;
  /** Limit, in paise. */
  readonly price: number;
  readonly orders: number;
}

/** Orders that were pressed, and the peer beside them. */
export interface Clicks {
  /** When the calls were written to the socket, by `steadyMs`. */
  readonly calledAt: readonly number[];
  /** Why an order stands as it does. */
  readonly reasons: readonly string[];
  /** Milliseconds of a commit and a call, to the socket: one beside each order. */
  readonly bare: readonly number[];
}

/** No order waits for its turn in the limiter: 9 are let through in 1.1 seconds, and each is cancelled. */
const EVERY_MS = 300;

/** Send orders by hand as a window does, and each cancelled; the peer has its turn between them. */
const press = async ({ url, accessToken, brokerUrl, symbol, price, orders }: ClickTask): Promise<Clicks> => {
  const call = <T>(path: string, body: object) =>
    callOf(url, { authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() })<T>(path, body);
  const request = get(`${url}${STREAM_PATH}`, { headers: { authorization: `Bearer ${accessToken}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await call(contract.stream.watch.path, { symbols: [symbol] });
  const order = {
    ...{ symbol, side: 'buy', size: { by: 'quantity', amount: 1 } },
    ...{ type: 'limit', price, product: 'intraday' },
  };
  const calls = socketTimes(contract.manual.placeLive.path);
  const bareCalls = socketTimes('/');
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const peer = startCommitAndCall(folder, brokerUrl);
  const reasons: string[] = [];
  const bare: number[] = [];
  try {
    for (let number = 0; number < orders; number++) {
      // As in the window: the ticket shows cost and need before anybody can press it.
      await call(contract.manual.previewLive.path, order);
      const { order: placed } = await call<{ order: { orderId: number; reason: string } }>(
        contract.manual.placeLive.path,
        { ...order, mark: `bench-click-${number}`, isUnderstood: true },
      );
      reasons.push(placed.reason);
      await call(contract.positions.cancelOrder.path, { orderId: placed.orderId });
      await wait(EVERY_MS / 2);
      const began = steadyMs();
      await peer.send();
      bare.push((bareCalls.times.at(-1) ?? Number.NaN) - began);
      await wait(EVERY_MS / 2);
    }
  } finally {
    calls.stop();
    bareCalls.stop();
    peer.close();
    rmSync(folder, { recursive: true });
    request.destroy();
  }
  return { calledAt: calls.times, reasons, bare };
};

const task = JSON.parse(process.argv[2] ?? '') as ClickTask;
process.on('disconnect', () => process.exit(1));
process.on('message', (what) => {
  if (what === 'end') process.exit(0);
  void press(task).then((clicks) => process.send?.(clicks));
});
process.send?.({});
