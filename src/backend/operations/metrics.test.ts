import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { openWrittenOrders } from '../../../tests/support/written-orders.ts';
import { contract } from '../../shared/contract/index.ts';
import { FAILURE_CODES } from '../../shared/failure.ts';
import { ORDER_STATES } from '../../shared/order-states.ts';
import { exposition } from './exposition.ts';
import { Metrics } from './metrics.ts';
import { RowCounts, type RowCountsDeps } from './row-counts.ts';
import { HOUSE } from '../db/database.ts';
import { isOnPostgres } from '../../../tests/support/test-database.ts';

const LOOPBACK = '127.0.0.1';
let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend({ isShared: true, metrics: { port: 0, host: LOOPBACK } });
  await server.backend.prepared;
  user = await server.register('metrics');
});
afterAll(() => server.dispose());

const scrape = async (): Promise<string> => {
  const response = await fetch(`http://${LOOPBACK}:${server.backend.metricsPort}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return response.text();
};
/** Value of one line; 0 where there is none yet. */
const valueIn = (text: string, series: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
};
const rise = async (series: string, work: () => Promise<unknown>): Promise<number> => {
  const before = valueIn(await scrape(), series);
  await work();
  // An answer is there before its close is counted.
  await until(series, async () => valueIn(await scrape(), series) > before, 2_000).catch(() => undefined);
  return valueIn(await scrape(), series) - before;
};

describe('the metrics of a server', () => {
  it('have help and type each, and a unit in the name of what is measured', async () => {
    const text = await scrape();
    const named = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
    expect(named.length).toBeGreaterThan(20);
    for (const [, name, type] of named) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.*\\.$`, 'm'));
      if (type === 'counter') expect(name).toMatch(/_total$/);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) |[a-z_0-9]+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+$)/);
  });

  it('are not served with the calls, and nothing else is served with them', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const place = `http://${LOOPBACK}:${server.backend.metricsPort}`;
    for (const path of ['/', '/healthz', '/userapi/mytrick'])
      expect((await fetch(`${place}${path}`)).status).toBe(404);
    expect((await fetch(`${place}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  it('are served nowhere unless asked for', async () => {
    const own = await startTestBackend();
    expect(own.backend.metricsPort).toBeNull();
    await own.dispose();
  });

  it('count calls by name and outcome, and how long they take', async () => {
    const mine = () => user.ask('strategies.mine');
    expect(await rise('trickdesk_calls_total{call="strategies.mine",outcome="ok"}', mine)).toBe(1);
    expect(await rise('trickdesk_call_seconds_count{call="strategies.mine"}', mine)).toBe(1);
    const unknown = () => server.post('/userapi/nothing-there', {});
    expect(await rise('trickdesk_calls_total{call="other",outcome="no-such-call"}', unknown)).toBe(1);
    const stranger = () => user.ask('strategies.mine', {}, { authorization: 'Bearer none' });
    expect(await rise('trickdesk_calls_total{call="strategies.mine",outcome="session"}', stranger)).toBe(1);
    const nobody = () => fetch(`${server.url}/stream`);
    expect(await rise('trickdesk_calls_total{call="stream",outcome="session"}', nobody)).toBe(1);
    expect(valueIn(await scrape(), 'trickdesk_calls_under_way')).toBe(0);
  });

  it('count no call for a probe', async () => {
    const before = await scrape();
    await fetch(`${server.url}/readyz`);
    await fetch(`${server.url}/healthz`);
    const calls = (text: string) => text.split('\n').filter((line) => /^trickdesk_calls_total\{/.test(line));
    expect(calls(await scrape())).toEqual(calls(before));
  });

  it('show open streams', async () => {
    const stream = await openStream(server.url, user.accessToken);
    await until('the stream', async () => valueIn(await scrape(), 'trickdesk_streams_open') === 1);
    expect(valueIn(await scrape(), 'trickdesk_calls_under_way')).toBe(0);
    stream.close();
    await until('its end', async () => valueIn(await scrape(), 'trickdesk_streams_open') === 0);
  });

  it('count commands, and the commits that they share', async () => {
    const { database } = server.backend.parts;
    const before = await scrape();
    const one = () => database.write(HOUSE, (tx) => tx.query.selectFrom('meta').selectAll().execute());
    await Promise.all(Array.from({ length: 40 }, one));
    const after = await scrape();
    const grown = (name: string) => valueIn(after, name) - valueIn(before, name);
    expect(grown('trickdesk_commands_total')).toBeGreaterThanOrEqual(40);
    expect(grown('trickdesk_commits_total')).toBeGreaterThan(0);
    // On PostgreSQL each command is a transaction of its own.
    if (!isOnPostgres) expect(grown('trickdesk_commits_total')).toBeLessThan(40);
    expect(grown('trickdesk_commit_seconds_count')).toBe(grown('trickdesk_commits_total'));
    for (const name of ['trickdesk_write_retries_total', 'trickdesk_commits_failed_total'])
      expect(grown(name)).toBe(0);
    // The market writes too.
    await until(
      'an empty queue',
      async () => valueIn(await scrape(), 'trickdesk_write_queue_commands') === 0,
    );
  });

  it('have a number for each state of an order', async () => {
    const text = await scrape();
    for (const state of ORDER_STATES) expect(text).toContain(`trickdesk_orders{state="${state}"} `);
  });

  it('say how the market, the queues and the process stand', async () => {
    const text = await scrape();
    for (const series of [
      'trickdesk_market_minute_lag_seconds',
      'trickdesk_market_stalled',
      'trickdesk_mails_waiting',
      'trickdesk_backtests{state="queued"}',
      'trickdesk_payouts_held',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(text).toContain(`\n${series} `);
    expect(valueIn(text, 'trickdesk_data_key_usable')).toBe(1);
    expect(valueIn(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });

  it('name nobody and nothing that a caller sends', async () => {
    await server.post('/userapi/somebody@example.com', { symbol: 'RELIANCE' });
    const text = await scrape();
    const calls = Object.entries(contract).flatMap(([domain, group]) =>
      Object.keys(group).map((name) => `${domain}.${name}`),
    );
    const known = {
      call: new Set([...calls, 'stream', 'other']),
      outcome: new Set([...FAILURE_CODES, 'ok', 'aborted']),
      state: new Set([...ORDER_STATES, 'queued', 'running']),
      le: { has: (value: string) => /^(\d+(\.\d+)?|\+Inf)$/.test(value) },
    };
    for (const [, label, value] of text.matchAll(/(\w+)="([^"]*)"/g))
      expect(known[label as keyof typeof known].has(value ?? ''), `${label}=${value}`).toBe(true);
  });
});

it('counts a commit that fails, and what runs again, of any database', async () => {
  const metrics = new Metrics();
  for (const event of [
    { type: 'queued' },
    { type: 'queued' },
    { type: 'begun', commands: 1 },
    { type: 'retried' },
    { type: 'ended', ms: 3, isCommitted: false },
  ] as const)
    metrics.onWrite(event);
  const { database, logger } = {
    database: server.backend.parts.database,
    logger: server.backend.parts.logger,
  };
  const text = await metrics.of({
    database,
    logger,
    openStreams: () => 0,
    waitingMails: () => 0,
    minuteLagMs: () => 1_500,
    isMarketStalled: () => true,
    isKeyUsable: false,
    leaseLeftMs: () => null,
    ownShards: 1_024,
  })();
  metrics.close();
  for (const line of [
    'trickdesk_write_queue_commands 1',
    'trickdesk_commands_total 1',
    'trickdesk_commits_failed_total 1',
    'trickdesk_write_retries_total 1',
    'trickdesk_market_minute_lag_seconds 1.5',
    'trickdesk_market_stalled 1',
    'trickdesk_data_key_usable 0',
  ])
    expect(text).toContain(`\n${line}\n`);
});

it('counts orders by state, as the database has them', async () => {
  const world = await openWrittenOrders();
  await world.submitted('entry', 10);
  await world.submitted('entry', 5);
  await world.database.write(world.userId, (tx) => world.intend(tx));
  const text = exposition(await new RowCounts({ ...world, logger: server.backend.parts.logger }).current());
  for (const line of ['{state="submitted"} 2', '{state="intended"} 1', '{state="filled"} 0'])
    expect(text).toContain(`\ntrickdesk_orders${line}\n`);
  await world.dispose();
});

it('counts rows once for all who ask within seconds, and leaves out what cannot be counted', async () => {
  let reads = 0;
  const warnings: unknown[] = [];
  const deps = {
    database: {
      readOf: () => {
        reads++;
        throw new Error('disk I/O error');
      },
    },
    logger: { warn: (what: unknown) => warnings.push(what) },
  } as unknown as RowCountsDeps;
  const rows = new RowCounts(deps);
  expect(await Promise.all([rows.current(), rows.current()])).toEqual([[], []]);
  expect(await rows.current()).toEqual([]);
  expect([reads, warnings.length]).toEqual([1, 1]);
});

it('says at which option another port is chosen when its own is taken', async () => {
  const other = createServer();
  await new Promise<void>((listens) => other.listen(0, LOOPBACK, listens));
  const { port } = other.address() as AddressInfo;
  const { serveMetrics } = await import('./metrics-server.ts');
  const { logger } = server.backend.parts;
  await expect(serveMetrics({ port, host: LOOPBACK }, () => Promise.resolve(''), logger)).rejects.toThrow(
    'choose another with --metrics-port',
  );
  other.close();
});
