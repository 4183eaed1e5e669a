import { setTimeout as wait } from 'node:timers/promises';
import { startFeeding } from '../support/feeding.ts';
import { startTalkingChild } from '../support/talking-child.ts';
import type { Clicks, ClickTask } from './click-process.ts';
import { quantile, type Row } from './measure.ts';

/** With the one that is ordered, as many as the broker streams. */
const MOVING = 999;
const TICKS_A_SECOND = 10;
const WARM_UP_MS = 5_000;
/** Orders before the measured ones, so that compiled code is measured. */
const WARM = 30;
const MEASURED = 200;
/** A limit that the made-up prices do not reach. */
const FAR = 0.9;

/**
 * Time of an order by hand, from socket to socket. It begins with the window's call and ends with the order to the
 * broker; a thousand instruments move meanwhile. Market, backend and window are processes of their own: a market that
 * sends a thousand prices would keep the window's call from the socket, and the time would be its own.
 */
export const click = async (): Promise<Row[]> => {
  const feeding = await startFeeding(MOVING, 1, true);
  const stop = feeding.server.stream(TICKS_A_SECOND);
  const share = feeding.instruments.at(-1);
  if (!share) throw new Error('No share was made up');
  const task: ClickTask = {
    ...{ url: feeding.url, accessToken: feeding.accessToken, brokerUrl: feeding.server.hosts.rest },
    ...{ symbol: share.name, price: Math.round((share.close * FAR) / share.tick) * share.tick },
    orders: WARM + MEASURED,
  };
  const window = await startTalkingChild<object, Clicks>('tests/bench/click-process.ts', task);
  try {
    await wait(WARM_UP_MS);
    const { calledAt, reasons, bare } = await window.ask('press');
    const { ordersSentAt } = await feeding.state();
    if (ordersSentAt.length !== reasons.length)
      throw new Error(
        `${ordersSentAt.length} of ${reasons.length} orders were sent: ${[...new Set(reasons)].join(' ')}`,
      );
    const ours = ordersSentAt.map((sentAt, number) => sentAt - (calledAt[number] ?? Number.NaN)).slice(WARM);
    const row = (name: string, share: number): Row => ({
      name: `order by hand, its call on the socket to its order on the socket, beside ${MOVING} moving instruments: ${name}, at most 10 ms (peer: a commit and a call)`,
      unit: 'ms',
      ours: quantile(ours, share),
      peer: quantile(bare.slice(WARM), share),
    });
    return [row('median', 0.5), row('p99', 0.99)];
  } finally {
    stop();
    await window.end();
    await feeding.close();
  }
};
