import { expect, it, vi } from 'vitest';
import { ManualTiming } from '../../../../tests/angel-one/manual-timing.ts';
import { sendHttp } from './http-request.ts';
import { candlesOf, quotesOf } from './market-history.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RestClient } from './rest-client.ts';

const INDEX = [{ exchange: 'NSE', token: '99926000' }] as const;
const STEP_MS = 50;

vi.mock(import('./http-request.ts'), { spy: true });

type Read = (rest: RestClient, isDispensable: boolean) => Promise<unknown>;
const quote: Read = (rest, isDispensable) => quotesOf(rest, 'jwt', INDEX, isDispensable);
const DAY = { from: Date.parse('2026-11-03T00:00:00+05:30'), until: Date.parse('2026-11-04T00:00:00+05:30') };
const candles: Read = (rest, isInBackground) => candlesOf(rest, 'jwt', INDEX[0], '1m', DAY, isInBackground);

/** The broker refuses a read for its rate; when an exit leaves that is wanted then, and how often the read was sent. */
const besideRefused = async (read: Read, isDispensable: boolean) => {
  const timing = new ManualTiming();
  const limiter = new RateLimiter(timing);
  const text = 'Access denied because of exceeding access rate';
  const sent = vi
    .mocked(sendHttp)
    .mockReset()
    .mockResolvedValue({ kind: 'answered', wasSent: true, status: 403, text });
  const rest = new RestClient({ root: 'http://broker', limiter, apiKey: 'k', timing });
  const reading = read(rest, isDispensable).catch((error: unknown) => error);
  await timing.pass(STEP_MS);
  const wantedAt = timing.now();
  let leftAt = Number.NaN;
  void limiter.turn('orders', { urgency: 'exit' }).then(() => (leftAt = timing.now()));
  for (let ms = 0; ms < 20_000; ms += STEP_MS) {
    await timing.pass(STEP_MS);
    await new Promise(setImmediate);
  }
  expect(await reading).toMatchObject({ kind: 'rate' });
  return { waitedMs: leftAt - wantedAt, times: sent.mock.calls.length };
};

it('a price for the eye alone that is refused for its rate keeps no exit waiting, and is not asked again', async () => {
  expect(await besideRefused(quote, true)).toEqual({ waitedMs: 0, times: 1 });
});

it('one that an order needs holds everything back, as the broker wants it', async () => {
  const { waitedMs, times } = await besideRefused(quote, false);
  expect(waitedMs).toBeGreaterThanOrEqual(900);
  expect(times).toBe(3);
});

it('past candles for which nobody waits keep no exit waiting either; those that a start needs do', async () => {
  expect(await besideRefused(candles, true)).toEqual({ waitedMs: 0, times: 1 });
  expect((await besideRefused(candles, false)).times).toBe(3);
});

it('candles that a start needs go before those for which nobody waits', async () => {
  const timing = new ManualTiming();
  const limiter = new RateLimiter(timing);
  const text = JSON.stringify({ status: true, message: 'SUCCESS', errorcode: '', data: [] });
  vi.mocked(sendHttp).mockReset().mockResolvedValue({ kind: 'answered', wasSent: true, status: 200, text });
  const rest = new RestClient({ root: 'http://broker', limiter, apiKey: 'k', timing });
  const done: string[] = [];
  const ask = (name: string, isInBackground: boolean) =>
    candles(rest, isInBackground).then(() => done.push(name));
  for (let call = 0; call < 4; call++) void ask(`fetch ${call}`, true);
  void ask('start', false);
  for (let ms = 0; ms < 5_000; ms += STEP_MS) {
    await timing.pass(STEP_MS);
    await new Promise(setImmediate);
  }
  // Two go at once, before anybody else has asked.
  expect(done).toEqual(['fetch 0', 'fetch 1', 'start', 'fetch 2', 'fetch 3']);
});

it('however much is fetched in an hour, a part of its calls is left to what a start needs', async () => {
  const timing = new ManualTiming();
  const limiter = new RateLimiter(timing);
  let fetched = 0;
  for (let call = 0; call < 4_500; call++)
    void limiter.turn('candles', { urgency: 'entry' }).then(() => fetched++);
  await timing.pass(3_500_000);
  expect(fetched).toBe(4_000);
  let isStarted = false;
  void limiter.turn('candles').then(() => (isStarted = true));
  await timing.pass(STEP_MS);
  expect([isStarted, fetched]).toEqual([true, 4_000]);
});
