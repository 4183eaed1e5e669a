import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/shared/contract/endpoint.ts';
import type { market } from '../../src/shared/contract/market.ts';
import { mayTradeLive } from '../support/live-basket.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { type AngelOneServer, startAngelOneServer } from './angel-one-server.ts';

/** Ten in the morning of a Friday. */
const MORNING = Date.parse('2026-11-20T10:00:10+05:30');
const began = Date.now();
const now = (): number => MORNING + Date.now() - began;
const MONTHS = 13;

let server: AngelOneServer;
let backend: TestBackend;
let user: TestUser;

const code = (): string =>
  generateSync({ secret: server.client.totpSecret, epoch: Math.floor(now() / 1_000) });
const fetchOf = async (fetchId: number) =>
  (await user.call('market.fetches')).fetches.find((fetch) => fetch.fetchId === fetchId);
const reached = (fetchId: number, state: string) =>
  until(
    `a fetch that is ${state}`,
    async () => {
      const fetch = await fetchOf(fetchId);
      return fetch?.state === state && fetch;
    },
    60_000,
  );
const asked = () =>
  server.seen.filter(({ endpoint }) => endpoint === 'getCandleData').map(({ body }) => body);

beforeAll(async () => {
  server = await startAngelOneServer({ now });
  backend = await startTestBackend({ clock: { now }, angelOneHosts: server.hosts });
  await backend.backend.prepared;
  user = await backend.register('angel-fetch');
  await mayTradeLive(backend, user);
}, 60_000);
afterAll(async () => {
  await backend.dispose();
  await server.close();
});

it('nothing is fetched before a broker is linked', async () => {
  const answer = await user.ask('market.fetchHistory', { symbols: ['SBIN'] });
  expect([answer.status, answer.body.message]).toEqual([
    422,
    expect.stringContaining('No broker is linked.'),
  ]);
  expect(await user.call('market.fetches')).toEqual({ isLinked: false, isConnected: false, fetches: [] });
});

it('a year of minutes comes within the limits of the broker, over a fault and a session that ends', async () => {
  const { code: clientCode, apiKey, pin } = server.client;
  await user.call('live.link', { clientCode, apiKey, pin, totp: code() });
  expect(await user.call('market.fetches')).toMatchObject({ isLinked: true, isConnected: true });
  server.script.next('getCandleData', 'status-false');
  const begin = async (input: InputOf<typeof market.fetchHistory>) =>
    (await user.call('market.fetchHistory', input)).fetches[0]?.fetchId ?? 0;
  const share = await begin({ symbols: ['SBIN'], years: 1 });
  const index = await begin({ symbols: ['NIFTY'], timeframe: '1d' });
  await until('some months', async () => ((await fetchOf(share))?.monthsDone ?? 0) >= 3, 30_000);
  server.endSessions();
  const waiting = await reached(share, 'waiting');
  expect(waiting.message).toBe(
    'There is no session with Angel One. The fetch goes on by itself after the next login.',
  );
  expect((await user.call('live.account')).broker_angelone_details?.state).toBe('login-needed');
  await user.call('live.reconnect', { totp: code() });
  expect(await reached(share, 'done')).toMatchObject({
    monthsDone: MONTHS,
    from: '2025-11-20',
    to: '2026-11-19',
  });
  expect((await reached(index, 'done')).barsKept).toBeGreaterThan(1_200);
  const kinds = new Set(
    asked().map(({ symboltoken, interval }) => `${String(symboltoken)} ${String(interval)}`),
  );
  // The index itself, not the future that is traded under its symbol.
  expect([...kinds]).toEqual(['3045 ONE_MINUTE', '99926000 ONE_DAY']);
}, 120_000);

it('its gaps are those of the broker, by the calendar of the exchange', async () => {
  // The server trades on holidays too, and not on a Sunday with a session.
  const report = await user.call('market.gaps', { symbol: 'SBIN', timeframe: '1m' });
  expect(report).toMatchObject({ from: '2025-11-20', to: '2026-11-19', shortDays: 0 });
  expect(report.missing.map(({ from }) => from)).toEqual(['2026-02-01', '2026-11-08']);
  expect(report.months.every(({ isAsFetched }) => isAsFetched)).toBe(true);
});

it('its candles are exported by the month, in rupees', async () => {
  const months = ['2026-11', '2026-10'];
  const { csv } = await user.call('market.export', { symbol: 'SBIN', timeframe: '1m', months });
  const lines = csv.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^2026-10-01T09:15:00\+05:30(,\d+\.\d\d){4},\d+$/);
  expect(lines.at(-1)).toMatch(/^2026-11-19T15:14:00/);
  expect(await user.call('market.export', { symbol: 'ITC', timeframe: '1m', months })).toEqual({ csv: '' });
});

it('a backtest runs on it, and says where its prices come from', async () => {
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name: 'On real prices',
    document: { ...RSI_RULES, instruments: ['SBIN'], timeframe: '15m' },
  });
  const { backtestId } = await user.call('backtests.start', {
    strategyId: strategyId ?? 0,
    from_date: '2026-01-01',
    to_date: '2026-03-31',
    source: 'replay',
    capital: 1_00_000_00,
  });
  const run = await until(
    'the backtest',
    async () => {
      const { backtest } = await user.call('backtests.list', { backtestId });
      return backtest?.finishedAt !== null && backtest;
    },
    60_000,
  );
  expect(run).toMatchObject({ state: 'done', source: 'replay' });
  expect(run.assumptions[0]).toBe('The prices of SBIN were fetched from Angel One.');
}, 90_000);
