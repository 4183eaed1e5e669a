import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLiveSample, runLive, ownLink, SAMPLE_LINK } from '../../../../tests/support/live-sample.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { GOOD_CODE, SeededLinks, UNLISTED } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { closedTrade } from '../../../../tests/support/written-trade.ts';
import { until } from '../../../../tests/support/until.ts';
import type { Mode, Source } from '../../../shared/contract/fields.ts';
import type { RuleDocumentInput } from '../../../shared/rule-document.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let server: TestBackend;
let links: SeededLinks;
/** Ten in the morning of a trading day, whenever the tests run; a test can let hours pass. */
const began = Date.now();
let passed = 0;
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began + passed };

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  server = await startTestBackend({
    clock,
    linkBroker: links.link,
    accessTokenMs: 400 * DAY_MS,
    signInsPerMinute: 500,
  });
});
afterAll(() => server.dispose());

let names = 0;
const person = (): Promise<TestUser> => server.register(`live${names++}`);
const idOf = async (user: TestUser): Promise<number> => (await user.call('profile.mine', {})).id;

const strategy = async (
  user: TestUser,
  name: string,
  rules: Partial<RuleDocumentInput> = {},
): Promise<number> => {
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name,
    document: { ...RSI_RULES, instruments: ['ITC'], ...rules },
  });
  return strategyId ?? 0;
};

/** Wants to hold at every close of a minute. */
const ALWAYS: Partial<RuleDocumentInput> = {
  timeframe: '1m',
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: '>=',
    right: { kind: 'price', field: 'low' },
  },
};

describe('an account is linked', () => {
  it.each([
    ['with a wrong code', { totp: '999999' }, 422, /^The code is wrong\. \(AB1050\)$/],
    ['without a code', { totp: undefined }, 400, /totp is needed/],
    ['with a PIN of three digits', { pin: '123' }, 400, /pin must have 4 digits/],
    ['with no client code', { clientCode: '!!' }, 400, /clientCode must be a client code/],
    ['without an API key', { apiKey: ' ' }, 400, /apiKey/],
    ['with an address that is none', { registeredAddress: '1.2.3' }, 400, /must be an internet address/],
  ])('not %s: the answer says why, and nothing is stored', async (_name, change, status, message) => {
    const user = await person();
    const answer = await user.ask('live.link', { ...SAMPLE_LINK, ...change });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    expect((await user.call('live.account', {})).broker_angelone_details).toBeNull();
  });

  it('with the right one, and shown without what is secret', async () => {
    const user = await person();
    const { broker_angelone_details: account } = await user.call('live.link', SAMPLE_LINK);
    expect(account).toMatchObject({ state: 'connected', clientCode: '••••456', hasTotpSecret: false });
    expect(JSON.stringify(account)).not.toContain(SAMPLE_LINK.apiKey);
    expect(await user.call('live.test', {})).toMatchObject({ name: 'ASHA RAO' });
  });

  it('to one user only: two would each miss what the other holds', async () => {
    const link = ownLink();
    await (await person()).call('live.link', link);
    const second = await (await person()).ask('live.link', link);
    expect([second.status, second.body.message]).toEqual([
      409,
      'This Angel One account is linked to another user of this TrickDesk. Unlink it there first.',
    ]);
  });

  it('to one user only, when two link it at once', async () => {
    const link = ownLink();
    const people = [await person(), await person()];
    const answers = await Promise.all(people.map((user) => user.ask('live.link', link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('again each morning: not with a wrong code, not without one', async () => {
    const user = await person();
    expect((await user.ask('live.reconnect', { totp: GOOD_CODE })).body.message).toMatch(
      /No broker is linked/,
    );
    await user.call('live.link', ownLink());
    expect((await user.ask('live.reconnect', { totp: '000000' })).status).toBe(422);
    expect((await user.ask('live.reconnect', {})).body.message).toBe('Enter the code of this moment.');
    const { broker_angelone_details } = await user.call('live.reconnect', { totp: GOOD_CODE });
    expect(broker_angelone_details?.state).toBe('connected');
  });
});

describe('a strategy goes live', () => {
  it('not while something is missing: all of it is named', async () => {
    const user = await person();
    const strategyId = await strategy(user, 'Too early');
    const answer = await user.ask('live.goLive', { strategyId, confirmName: 'Too early' });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/^Not yet: .*Aadhaar.*Link your account/);
    const { checks } = answer.body.details as { checks: { check: string; isMet: boolean }[] };
    expect(checks.filter(({ isMet }) => !isMet).map(({ check }) => check)).toEqual(
      expect.arrayContaining(['kyc', 'activation', 'linked', 'session', 'daily-loss']),
    );
    expect((await user.call('live.checklist', { strategyId })).isReady).toBe(false);
  });

  it('with its stop-loss, and what thirty days on paper lost and cost', async () => {
    const user = await person();
    const stopLoss = { kind: 'percent', value: 1 } as const;
    const strategyId = await strategy(user, 'On paper', { stopLoss });
    const onPaper = async () => (await user.call('live.checklist', { strategyId })).lastThirtyDaysInTest;
    expect(await onPaper()).toEqual({ trades: 0, charges: 0, largestLoss: null });
    const user_id = await idOf(user);
    const { session, identity } = server.backend.parts.marketRuns.runOf(user_id);
    const own = { user_id, strategy_id: strategyId, symbol: 'ITC', run_id: identity.runId };
    const closed = (net: number, daysAgo: number, where: { mode: Mode; source: Source }) => ({
      ...closedTrade({ ...own, ...where, net, exit_at: session.now - daysAgo * DAY_MS }),
      charges: 10_00,
    });
    const onFeed = { mode: 'test', source: identity.source } as const;
    await server.backend.parts.database.write(user_id, (tx) =>
      tx.query
        .insertInto('trades')
        .values([
          closed(500_00, 1, onFeed),
          closed(-70_00, 2, onFeed),
          closed(-30_00, 29, onFeed),
          closed(-900_00, 31, onFeed),
          closed(-800_00, 1, { mode: 'live', source: 'broker' }),
        ])
        .execute(),
    );
    expect(await onPaper()).toEqual({ trades: 3, charges: 30_00, largestLoss: -70_00 });
    expect((await user.call('live.checklist', { strategyId })).stopLoss).toEqual(stopLoss);
  });

  it('not under another name, not when it is somebody else’s, and once only', async () => {
    const user = await person();
    const { strategyId, name } = await addLiveSample(server, user, links);
    const wrong = await user.ask('live.goLive', { strategyId, confirmName: 'live sample' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.fields).toEqual({ confirmName: `type ${name}` });
    const stranger = await person();
    expect((await stranger.ask('live.goLive', { strategyId, confirmName: name })).status).toBe(404);
    expect((await stranger.ask('live.checklist', { strategyId })).status).toBe(404);
    expect(await user.call('live.goLive', { strategyId, confirmName: name })).toMatchObject({ mode: 'live' });
    expect((await user.ask('live.goLive', { strategyId, confirmName: name })).status).toBe(409);
  });
});

describe('an order that nobody knows about', () => {
  it('is settled by its owner, once, and by nobody else', async () => {
    const user = await person();
    const { unknownOrderId: orderId } = await addLiveSample(server, user, links);
    const settled = { orderId, decision: 'not-placed' as const };
    const stranger = await person();
    expect((await stranger.ask('live.resolve', settled)).status).toBe(404);
    await stranger.call('live.link', ownLink());
    expect((await stranger.ask('live.resolve', settled)).status).toBe(404);
    expect((await user.ask('live.resolve', { orderId, decision: 'is' })).body.message).toMatch(
      /brokerOrderId is needed/,
    );
    const none = await user.ask('live.resolve', { orderId, decision: 'is', brokerOrderId: 'nowhere' });
    expect(none.body.message).toBe('The broker has no order of today with this number.');
    expect(await user.call('live.resolve', settled)).toMatchObject({ state: 'written-off' });
    expect((await user.ask('live.resolve', settled)).status).toBeGreaterThanOrEqual(400);
  });
});

it('a live strategy trades on the ticks of its broker, and on nothing else', async () => {
  const user = await person();
  const userId = await idOf(user);
  await addLiveSample(server, user, links);
  const strategyId = await strategy(user, 'Always', ALWAYS);
  await user.call('live.goLive', { strategyId, confirmName: 'Always' });
  const { run } = server.backend.parts.brokerAccounts.requireAccount(userId);
  const sent = links.broker.truth.length;
  // Minutes of the simulated market alone are no prices for it.
  passed += 2 * MINUTE_MS;
  await wait(1_500);
  await run.settled();
  expect(links.broker.truth).toHaveLength(sent);
  links.feed.tick('ITC', 400_00);
  await run.settled();
  passed += MINUTE_MS;
  links.feed.tick('ITC', 400_50);
  const { order } = await until('an order at the broker', () => Promise.resolve(links.broker.truth[sent]));
  expect(order).toMatchObject({ side: 'buy', trigger: null, instrument: { symbol: 'ITC' } });
  const rows = await server.backend.parts.database.read
    .selectFrom('orders')
    .select(['source', 'mode', 'tag'])
    .where('strategy_id', '=', strategyId)
    .execute();
  expect(rows).toEqual([{ source: 'broker', mode: 'live', tag: order.tag }]);
});

it('a strategy whose share the broker does not trade stays in test, stopped, with the reason', async () => {
  const user = await person();
  await addLiveSample(server, user, links);
  const strategyId = await strategy(user, 'Unlisted', { ...ALWAYS, instruments: [UNLISTED] });
  const answer = await user.ask('live.goLive', { strategyId, confirmName: 'Unlisted' });
  expect([answer.status, answer.body.message]).toEqual([422, `${UNLISTED} is not listed at the broker.`]);
  const row = await server.backend.parts.database.read
    .selectFrom('strategies')
    .select(['mode', 'status'])
    .where('id', '=', strategyId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ mode: 'test', status: STRATEGY_STATUS.stopped });
});

it('an order that is refused for its address shows on the checklist until one is taken', async () => {
  const user = await person();
  const { strategyId, unknownOrderId: orderId } = await addLiveSample(server, user, links);
  await user.call('live.resolve', { orderId, decision: 'not-placed' });
  await user.call('live.link', { ...ownLink(), registeredAddress: '198.51.100.4' });
  const { run } = server.backend.parts.brokerAccounts.requireAccount(await idOf(user));
  const wanted = (key: string) => ({
    userId: run.historyOwnerId,
    strategyId,
    positionId: null,
    symbol: 'SBIN',
    ...run.identity,
    side: 'buy' as const,
    slot: 'entry' as const,
    purpose: 'entry' as const,
    quantity: 1,
    reason: 'Entry rule',
    key: `${run.identity.runId}:${key}`,
    at: clock.now(),
  });
  const addressCheck = async () =>
    (await user.call('live.checklist', { strategyId })).checks.find(({ check }) => check === 'address');
  links.feed.tick('SBIN', 800_00);
  await run.settled();
  await runLive(server, strategyId);
  links.broker.refusal = { kind: 'address', reason: 'The address is not registered.' };
  await run.execution.place(wanted('refused'));
  await until('the refusal with both addresses', async () => {
    const { how } = (await addressCheck()) ?? {};
    return how?.includes('Registered is') || undefined;
  });
  expect(await addressCheck()).toMatchObject({
    isMet: false,
    how: 'The address is not registered. Orders come from 203.0.113.7. Registered is 198.51.100.4.',
  });
  expect((await user.call('live.account', {})).broker_angelone_details).toMatchObject({
    state: 'trouble',
    currentAddress: '203.0.113.7',
    registeredAddress: '198.51.100.4',
  });
  links.broker.refusal = null;
  await run.execution.place(wanted('taken'));
  expect(await addressCheck()).toMatchObject({ isMet: true });
});

it('the kill switch stops live strategies, holds for twelve hours, and starts nothing when it is released', async () => {
  const user = await person();
  const { strategyId, name } = await addLiveSample(server, user, links);
  await user.call('live.goLive', { strategyId, confirmName: name });
  expect((await user.ask('live.killSwitch', { action: 'release' })).status).toBe(409);
  const thrown = await user.call('live.killSwitch', { action: 'stop' });
  expect(thrown.stopped).toEqual([{ strategyId, name }]);
  expect(thrown.lock?.kind).toBe('kill-switch');
  const locked = async () => (await user.call('home.summary', {})).liveLock;
  expect(await locked()).toEqual(thrown.lock);
  passed += 12 * HOUR_MS - MINUTE_MS;
  const early = await user.ask('live.killSwitch', { action: 'release' });
  expect(early.status).toBe(422);
  expect(early.body.message).toMatch(/^The lock holds until/);
  passed += MINUTE_MS;
  expect((await user.call('live.killSwitch', { action: 'release' })).lock).toBeNull();
  expect(await locked()).toBeNull();
  const row = await server.backend.parts.database.read
    .selectFrom('strategies')
    .select('status')
    .where('id', '=', strategyId)
    .executeTakeFirstOrThrow();
  expect(row.status).toBe(STRATEGY_STATUS.stopped);
});
