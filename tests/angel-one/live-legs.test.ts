import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LegDocumentInput } from '../../src/shared/leg-document.ts';
import { DAY_MS, istMinuteOfDay, MINUTE_MS, minutesToClock } from '../../src/shared/time.ts';
import { mayTradeLive } from '../support/live-basket.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { type AngelOneServer, startAngelOneServer } from './angel-one-server.ts';
import { chainDays, madeUpChain } from './chain.ts';
import { SERVER_INSTRUMENTS } from './instruments.ts';

/** Ten in the morning of a Friday; the test lets time pass. */
const MORNING = Date.parse('2026-11-20T10:00:10+05:30');
const began = Date.now();
let passed = 0;
const now = (): number => MORNING + Date.now() - began + passed;
const NAME = 'Live condor';
const [WEEK, NEXT] = chainDays(MORNING);
const chainOf = (expiry: string, firstToken: number) =>
  madeUpChain({
    ...{ name: 'NIFTY', expiry, lot: 65, freeze: 1_800, around: 24_100_00, step: 50_00, aSide: 25 },
    firstToken,
  });

let server: AngelOneServer;
let backend: TestBackend;
let user: TestUser;
let stop: () => unknown = () => undefined;

const code = (): string =>
  generateSync({ secret: server.client.totpSecret, epoch: Math.floor(now() / 1_000) });
/** Let the clock come to the last seconds of a minute. */
const minuteSoon = (): void => void (passed += Math.max(0, MINUTE_MS - (now() % MINUTE_MS) - 4_000));
const clockIn = (minutes: number): string => minutesToClock(istMinuteOfDay(now()) + minutes);
const leg = (side: 'buy' | 'sell', kind: 'call' | 'put', steps: number) => ({
  ...{ side, kind, lots: 1, strike: { by: 'at-the-money', steps } as const },
  ...(side === 'sell' && { stop: { of: 'premium', distance: { kind: 'percent', value: 40 } } as const }),
});
const CONDOR = [leg('sell', 'call', 2), leg('sell', 'put', 2), leg('buy', 'call', 6), leg('buy', 'put', 6)];
const orders = () =>
  server
    .orders()
    .map(({ transactiontype, tradingsymbol, ordertype, orderstatus }) =>
      [transactiontype, tradingsymbol, ordertype, orderstatus].join(' '),
    );

beforeAll(async () => {
  const instruments = [...SERVER_INSTRUMENTS, ...chainOf(WEEK, 70_000), ...chainOf(NEXT, 80_000)];
  server = await startAngelOneServer({ now, instruments });
  backend = await startTestBackend({
    clock: { now },
    accessTokenMs: 30 * DAY_MS,
    angelOneHosts: server.hosts,
  });
  await backend.backend.parts.marketRuns.whenOpen();
  user = await backend.register('angel-legs');
  await mayTradeLive(backend, user);
  const { code: clientCode, apiKey, pin } = server.client;
  await user.call('live.link', { clientCode, apiKey, pin, totp: code() });
  await user.call('live.riskGuard', { maxLossPerDay: 50_000_00 });
  stop = server.stream(2);
}, 60_000);
afterAll(async () => {
  stop();
  await backend.dispose();
  await server.close();
});

const add = async (name: string, change: Partial<LegDocumentInput> = {}): Promise<number> => {
  const document: LegDocumentInput = {
    ...{ version: 2, underlying: 'NIFTY', legs: CONDOR },
    ...{ entry: { at: clockIn(1) }, exit: { at: '15:00' } },
    ...change,
  };
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name,
    capital: 5_00_000_00,
    document,
  });
  return strategyId ?? 0;
};

it('a leg that is sold without a stop is no strategy for real money', async () => {
  const legs = [{ side: 'sell', kind: 'call', lots: 1, strike: { by: 'at-the-money', steps: 2 } } as const];
  const strategyId = await add('Bare call', { legs });
  const { body } = await user.ask('live.goLive', { strategyId, confirmName: 'Bare call' });
  expect(body.message).toContain('Give each leg that is sold a stop, or all legs together.');
});

it('legs go through Angel One: hedges first, stops resting, and closed by the kill switch', async () => {
  const strategyId = await add(NAME);
  expect(await user.call('live.checklist', { strategyId })).toMatchObject({ isReady: true, hasLegs: true });
  await user.call('live.goLive', { strategyId, confirmName: NAME });
  minuteSoon();
  await until('the condor with its stops', () =>
    Promise.resolve(orders().length === 6 && orders()[5]?.endsWith('trigger pending')),
  );
  const [written] = [`NIFTY${WEEK.slice(0, 5)}${WEEK.slice(-2)}`];
  expect(orders().slice(0, 4)).toEqual([
    `BUY ${written}24400CE LIMIT complete`,
    `BUY ${written}23800PE LIMIT complete`,
    `SELL ${written}24200CE LIMIT complete`,
    `SELL ${written}24000PE LIMIT complete`,
  ]);
  expect(orders().slice(4).sort()).toEqual([
    `BUY ${written}24000PE STOPLOSS_LIMIT trigger pending`,
    `BUY ${written}24200CE STOPLOSS_LIMIT trigger pending`,
  ]);
  // All four were asked for together, before the first.
  const asked = server.seen.filter(({ endpoint }) => endpoint === 'batch');
  expect((asked[0]?.body['positions'] as unknown[]).length).toBe(4);
  const open = await user.call('positions.open', { strategyId, status: 'open' });
  expect(open.list.map(({ symbol, quantity }) => [symbol.slice(-8), quantity]).sort()).toEqual([
    ['23800 PE', 65],
    ['24000 PE', -65],
    ['24200 CE', -65],
    ['24400 CE', 65],
  ]);

  await user.call('live.killSwitch', { action: 'stop', flatten: true });
  await until('everything closed', () =>
    Promise.resolve(server.positions().every(({ netqty }) => netqty === '0')),
  );
  const closing = orders()
    .slice(6)
    .map((text) => text.split(' ')[0]);
  expect(closing).toEqual(['BUY', 'BUY', 'SELL', 'SELL']);
  await until('the positions', async () => {
    const { list } = await user.call('positions.open', { strategyId, status: 'open' });
    return list.length === 0;
  });
}, 60_000);
