import { expect, it, vi } from 'vitest';
import { ManualTiming } from '../../../../tests/angel-one/manual-timing.ts';
import { sendHttp } from './http-request.ts';
import { quotesOf } from './market-history.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RestClient } from './rest-client.ts';

const INDEX = [{ exchange: 'NSE', token: '99926000' }] as const;
const STEP_MS = 50;

vi.mock(import('./http-request.ts'), { spy: true });

/** The broker refuses a quote for its rate; when an exit leaves that is wanted then, and how often the quote was sent. */
const besideRefusedQuote = async (isDispensable: boolean) => {
  const timing = new ManualTiming();
  const limiter = new RateLimiter(timing);
  const text = 'Access denied because of exceeding access rate';
  const sent = vi
    .mocked(sendHttp)
    .mockReset()
    .mockResolvedValue({ kind: 'answered', wasSent: true, status: 403, text });
  const rest = new RestClient({ root: 'http://broker', limiter, apiKey: 'k', timing });
  const quoting = quotesOf(rest, 'jwt', INDEX, isDispensable).catch((error: unknown) => error);
  await timing.pass(STEP_MS);
  const wantedAt = timing.now();
  let leftAt = Number.NaN;
  void limiter.turn('orders', { urgency: 'exit' }).then(() => (leftAt = timing.now()));
  for (let ms = 0; ms < 20_000; ms += STEP_MS) {
    await timing.pass(STEP_MS);
    await new Promise(setImmediate);
  }
  expect(await quoting).toMatchObject({ kind: 'rate' });
  return { waitedMs: leftAt - wantedAt, times: sent.mock.calls.length };
};

it('a price for the eye alone that is refused for its rate keeps no exit waiting, and is not asked again', async () => {
  expect(await besideRefusedQuote(true)).toEqual({ waitedMs: 0, times: 1 });
});

it('one that an order needs holds everything back, as the broker wants it', async () => {
  const { waitedMs, times } = await besideRefusedQuote(false);
  expect(waitedMs).toBeGreaterThanOrEqual(900);
  expect(times).toBe(3);
});
