import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sseReader } from '../../src/shared/sse.ts';
import { connect, until } from '../angel-one/connected.ts';
import { madeUpShares } from '../angel-one/instruments.ts';
import { FeedWindow, startFeeding } from '../support/feeding.ts';
import { startTalkingChild } from '../support/talking-child.ts';
import type { Row } from './measure.ts';
import type { ForwarderState, ForwarderTask } from './official-forwarder.ts';

/** Length of the feed: `TRICKDESK_FEED_SECONDS=10 npm run bench -- feed`. */
const SECONDS = Number(process.env['TRICKDESK_FEED_SECONDS'] ?? 60);
const WARM_UP_MS = 5_000;
const TOKENS = 1_000;
const TICKS_A_SECOND = 10;
const PATIENCE_MS = 60_000;
const MEGABYTE = 1024 * 1024;

/** One side's cost of a minute of the feed, and price lateness. */
interface Side {
  /** Milliseconds from the exchange's stamp to the reader, of every price. */
  readonly lags: readonly number[];
  /** Processor time of each tick that was dealt with, microseconds. */
  readonly cpuPerTick: number;
  readonly grownMb: number;
}

interface Load {
  readonly cpuMs: number;
  readonly rss: number;
  /** Ticks dealt with so far. */
  readonly seen: number;
}

/** Lets the feed run, first for warmth and then for the measure. */
const measure = async (state: () => Promise<Load>, startLags: () => void): Promise<Omit<Side, 'lags'>> => {
  await wait(WARM_UP_MS);
  startLags();
  const before = await state();
  await wait(SECONDS * 1_000);
  const after = await state();
  return {
    cpuPerTick: ((after.cpuMs - before.cpuMs) / (after.seen - before.seen)) * 1_000,
    grownMb: (after.rss - before.rss) / MEGABYTE,
  };
};

const ours = async (): Promise<Side> => {
  const feeding = await startFeeding(TOKENS);
  const window = new FeedWindow(feeding);
  window.open();
  await until(() => feeding.server.streams.subscriptions === TOKENS, PATIENCE_MS);
  const stop = feeding.server.stream(TICKS_A_SECOND);
  const cost = await measure(feeding.state, () => window.lags.splice(0));
  const lags = [...window.lags];
  stop();
  window.close();
  await feeding.close();
  return { ...cost, lags };
};

const peers = async (): Promise<Side> => {
  const instruments = madeUpShares(TOKENS);
  const { server, session } = await connect({ instruments });
  const { jwt, feedToken } = session;
  const child = await startTalkingChild<{ readonly url: string }, ForwarderState>(
    'tests/bench/official-forwarder.ts',
    {
      marketSocket: server.hosts.marketSocket,
      session: { clientCode: server.client.code, jwt, apiKey: server.client.apiKey, feedToken },
      tokens: instruments.map(({ token }) => token),
    } satisfies ForwarderTask,
  );
  const lags: number[] = [];
  const [response] = (await once(get(child.ready.url), 'response')) as [IncomingMessage];
  const read = sseReader();
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    for (const { data } of read(chunk)) {
      const tick = JSON.parse(data) as { readonly exchange_timestamp: string };
      lags.push(Date.now() - Number(tick.exchange_timestamp));
    }
  });
  await until(() => server.streams.subscriptions === TOKENS, PATIENCE_MS);
  const stop = server.stream(TICKS_A_SECOND);
  const cost = await measure(
    () => child.ask('state'),
    () => lags.splice(0),
  );
  stop();
  const seen = [...lags];
  await child.end();
  await server.close();
  return { ...cost, lags: seen };
};

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/**
 * Cost of a thousand instruments at ten ticks a second each. From a real socket to a window: conflated here, with
 * everything else the backend does; beside the broker's own client, whose every tick is sent on as it comes.
 */
export const feed = async (): Promise<Row[]> => {
  const [mine, theirs] = [await ours(), await peers()];
  const row = (name: string, unit: string, of: (side: Side) => number): Row => ({
    name: `feed of ${TOKENS} × ${TICKS_A_SECOND}/s for ${SECONDS} s, ${name}`,
    unit,
    ours: of(mine),
    peer: of(theirs),
  });
  return [
    row('lag p50 (peer: smartapi-javascript, each tick as JSON)', 'ms', ({ lags }) => percentile(lags, 0.5)),
    row('lag p99', 'ms', ({ lags }) => percentile(lags, 0.99)),
    row(
      'processor time of a tick, everything the backend does included',
      'µs',
      ({ cpuPerTick }) => cpuPerTick,
    ),
    row('memory grown', 'MB', ({ grownMb }) => grownMb),
    row('prices that reached the reader', '/s', ({ lags }) => lags.length / SECONDS),
  ];
};
