import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallId } from '../../src/shared/contract/index.ts';
import type { Schema } from '../../src/backend/db/schema.ts';
import { KEY_SCOPES, type KeyScope } from '../../src/shared/contract/endpoint.ts';
import { PROPOSABLE } from '../../src/shared/contract/proposable.ts';
import { DAY_MS, istDate } from '../../src/shared/time.ts';
import { callIds, goodInput } from '../support/contract-fields.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { openStream } from '../support/stream-reader.ts';
import {
  clientAt,
  endpointOf,
  startTestBackend,
  TEST_API_TOKEN,
  type TestBackend,
  type TestUser,
} from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Calls that a key with the scope `change` may make: each was looked at. A new one is added here on purpose. */
const CHANGES: readonly CallId[] = [
  'strategies.mute',
  'strategies.clone',
  'market.import',
  'market.removeList',
  'market.fetchHistory',
  'market.record',
  'market.controlFetch',
  'alerts.preferences',
  'alerts.read',
  'backtests.start',
  'backtests.startSweep',
  'backtests.cancel',
  'backtests.lookAhead',
  'tradebook.import',
  'tradebook.remove',
  'baskets.add',
  'baskets.preview',
];
const PROPOSES: readonly CallId[] = ['proposals.add'];
/** Calls that change nothing, and yet are no key's. */
const NO_READING: readonly CallId[] = [
  ...(['keys.list', 'keys.log', 'manual.liveAccount', 'manual.previewLive'] as const),
  ...(['gtt.list', 'gtt.preview'] as const),
];

/** Calls that may be proposed, for the person to decide on. A new one is added here on purpose. */
const PROPOSED: readonly CallId[] = [
  'strategies.start',
  'strategies.stop',
  'strategies.sell',
  'strategies.settings',
  'strategies.modifyStopLoss',
  'strategies.enable',
  'strategies.mute',
  'strategies.clone',
  'strategies.add',
  'authors.publish',
  'authors.newVersion',
  'authors.withdraw',
  'authors.accept',
  'positions.exit',
  'positions.exitAll',
  'positions.cancelOrder',
  'alerts.preferences',
  'alerts.read',
  'baskets.add',
  'baskets.preview',
  'baskets.open',
  'baskets.rebalance',
  'baskets.close',
  'baskets.setSip',
  'baskets.leaveOutSip',
  'alertRules.add',
  'alertRules.arm',
  'alertRules.change',
  'alertRules.remove',
  // A script opens nothing with real money by hand. A close is proposed as any exit is, and shown as live.
  'manual.setAccount',
  'manual.place',
  'manual.change',
  'manual.protect',
  'manual.close',
  'manual.closeNet',
];

let passed = 0;
const clock = { now: () => Date.now() + passed };
let server: TestBackend;
let user: TestUser;
let strategyId = 0;

beforeAll(async () => {
  server = await startTestBackend({ clock, accessTokenMs: 400 * DAY_MS });
  await server.backend.prepared;
  // What house strategies trade meanwhile would look like something that a key has done.
  server.backend.parts.marketRuns.simulated.session.pause();
  user = await server.register('keys');
  const added = await user.call('strategies.add', { url: 'add', name: 'Mine', document: RSI_RULES });
  strategyId = added.strategyId ?? 0;
});
afterAll(() => server.dispose());

interface Made {
  readonly keyId: number;
  readonly secret: string;
  /** A client that calls with the key. */
  readonly script: TestUser;
}

const make = async (
  scopes: readonly KeyScope[],
  more: Record<string, unknown> = {},
  of = user,
): Promise<Made> => {
  const { key, secret } = await of.call('keys.make', {
    name: `Key ${scopes.join(' ')}`,
    scopes: [...scopes],
    perMinute: 600,
    perDay: 100_000,
    ...more,
  });
  const script = clientAt(server.url).as({ accessToken: secret, refreshToken: '', email: '' });
  return { keyId: key.keyId, secret, script };
};

/** Tables in which a call of a person leaves something. */
const TABLES = [
  'users',
  'sessions',
  'strategies',
  'orders',
  'positions',
  'follows',
  'alerts',
  'logs',
  'tickets',
  'backtest_runs',
  'basket_definitions',
  'proposals',
  'broker_accounts',
  'payment_intents',
  'idempotency',
] as const;
const rowsOf = (table: keyof Schema) =>
  server.backend.parts.database.read.selectFrom(table).selectAll().execute();
const contents = async () =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rowsOf(table)] as const)));

const scopeOf = (id: CallId): KeyScope | null => {
  if (CHANGES.includes(id)) return 'change';
  if (PROPOSES.includes(id)) return 'propose';
  const { changes, access, stepUp, money } = endpointOf(id);
  const isRead = !changes && access === 'bearer' && stepUp === null && money === null;
  return isRead && !NO_READING.includes(id) ? 'read' : null;
};

describe('what a key may do', () => {
  it('is what this table says, for every call of the contract', () => {
    const declared = callIds.map((id) => [id, endpointOf(id).keyScope]);
    expect(declared).toEqual(callIds.map((id) => [id, scopeOf(id)]));
  });

  it('is nothing that moves money, asks for a proof, or concerns brokers, profiles, keys or sessions', () => {
    for (const id of [...CHANGES, ...PROPOSES]) {
      const { stepUp, money, right, access } = endpointOf(id);
      expect([id, stepUp, access]).toEqual([id, null, 'bearer']);
      // A backtest costs a credit of the same kind of backtests, and no order comes of it.
      expect(money === null || right?.subject === 'Backtest', id).toBe(true);
      expect(['Wallet', 'Subscription', 'Broker', 'Profile', 'Team', 'Ticket'], id).not.toContain(
        right?.subject,
      );
      expect(id).not.toMatch(/^(session|profile|live|wallet|keys)\./);
    }
  });

  it('may be proposed only where this table says so', () => {
    expect([...PROPOSABLE].sort()).toEqual([...PROPOSED].sort());
    for (const id of PROPOSABLE) {
      const { stepUp, money } = endpointOf(id);
      expect([id, stepUp, money === 'ledger']).toEqual([id, null, false]);
    }
  });

  it.each(KEY_SCOPES)(
    'with the scope %s alone is refused everything else, by its sentence',
    async (scope) => {
      const stranger = await server.register(`scope-${scope}`);
      const { script } = await make([scope], {}, stranger);
      const before = await contents();
      for (const id of callIds.filter((each) => endpointOf(each).access === 'bearer')) {
        const needed = endpointOf(id).keyScope;
        if (needed === scope) continue;
        const answer = await script.askUnproven(id, goodInput(id), { 'idempotency-key': randomUUID() });
        expect([id, answer.status, answer.body.code]).toEqual([id, 403, 'forbidden']);
        expect(answer.body.message, id).toMatch(
          needed === null ? /^No key may do this/ : /^This key may not (read|propose|change anything)\./,
        );
      }
      await until('the log', async () => (await stranger.call('keys.list')).keys[0]?.callsToday);
      expect(await contents()).toEqual(before);
    },
  );

  it('with the scope read is to read, all of it', async () => {
    const { script } = await make(['read']);
    for (const id of callIds.filter((each) => endpointOf(each).keyScope === 'read')) {
      const answer = await script.askUnproven(id, goodInput(id));
      expect([401, 403], `${id}: ${answer.body.message}`).not.toContain(answer.status);
    }
  });

  it('is no way in at the door, and no more than its person may', async () => {
    const { secret } = await make(['read']);
    const answer = await server.post(
      '/jwt/refresh-token',
      { refreshToken: secret },
      { 'x-api-token': TEST_API_TOKEN },
    );
    expect(answer.status).toBe(401);
  });
});

describe('a key', () => {
  it('is shown once, and its secret is nowhere in the data', async () => {
    const { secret } = await make(['read'], { name: 'Shown once' });
    expect(secret).toMatch(/^tdk_[\w-]{43}$/);
    const listed = JSON.stringify(await user.call('keys.list'));
    expect(listed).toContain('Shown once');
    expect(listed).not.toContain(secret);
    const stored = JSON.stringify(await rowsOf('script_keys'));
    expect(stored).toContain(secret.slice(0, 8));
    expect(stored).not.toContain(secret.slice(8));
  });

  it('is made only with a proof, and told to its owner and to other windows', async () => {
    const owner = await server.register('key-owner');
    const input = { name: 'Told', scopes: ['read'] };
    expect((await owner.askUnproven('keys.make', input)).body.code).toBe('confirmation-required');
    const stream = await openStream(server.url, owner.accessToken);
    const { keyId } = await make(['read'], {}, owner);
    await until('the event', () =>
      Promise.resolve(stream.received.some(({ event }) => event.type === 'key' && event.keyId === keyId)),
    );
    stream.close();
    const { notification_list } = await owner.call('alerts.list', {});
    expect(notification_list[0]).toMatchObject({ title: 'A key for scripts was made', isCritical: true });
  });

  it('that is revoked, expired, unknown or cut off is refused by its reason, and its stream ends', async () => {
    const { keyId, script, secret } = await make(['read']);
    expect((await script.askUnproven('home.header')).status).toBe(200);
    const stream = await openStream(server.url, secret);
    expect((await user.ask('keys.revoke', { keyId })).status).toBe(200);
    await stream.ended;
    const reasons = [
      [secret, 'This key was revoked. Make another one in the settings.'],
      [`${secret}x`, 'There is no such key. Copy it again, or make another one in the settings.'],
      ['tdk_', 'There is no such key. Copy it again, or make another one in the settings.'],
    ] as const;
    for (const [token, message] of reasons)
      expect(await server.post('/userapi/home', {}, { authorization: `Bearer ${token}` })).toMatchObject({
        status: 401,
        body: { code: 'credentials', message },
      });
    expect((await user.ask('keys.revoke', { keyId })).body.message).toBe('This key was revoked before.');
    const short = await make(['read'], { days: 1 });
    passed += DAY_MS;
    expect((await short.script.askUnproven('home.header')).body.message).toBe(
      'This key has expired. Make another one in the settings.',
    );
    expect((await user.call('keys.list')).keys.find(({ keyId: id }) => id === short.keyId)?.state).toBe(
      'expired',
    );
  });

  it('ends with a change of the password', async () => {
    const owner = await server.register('key-password');
    const { script } = await make(['read'], {}, owner);
    await owner.call('profile.changePassword', {
      oldPassword: 'a long enough password',
      newPassword: 'another long password',
    });
    expect((await script.askUnproven('home.header')).body.message).toContain('was revoked');
  });

  it('makes no more calls a minute and a day than it was given, over a restart too', async () => {
    const owner = await server.register('key-limits');
    const { script, keyId } = await make(['read'], { perMinute: 3, perDay: 5 }, owner);
    const statuses = async (count: number) => {
      const answers = [];
      for (let at = 0; at < count; at++) answers.push(await script.askUnproven('home.header'));
      return answers.map(({ status }) => status);
    };
    expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
    passed += 60_000;
    expect(await statuses(3)).toEqual([200, 200, 429]);
    const log = async () => (await owner.call('keys.log', { keyId })).uses.map(({ result }) => result);
    // Of calls that come too often one a minute is written.
    await until('the log', async () => (await log()).length >= 7);
    expect((await log()).sort()).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'rate', 'rate']);
    expect((await owner.call('keys.list')).keys[0]).toMatchObject({ callsToday: 5 });
  });

  it('has a log of what it did, from where, for its owner alone', async () => {
    const { script, keyId } = await make(['read']);
    await script.askUnproven('home.header');
    await script.askUnproven('positions.exitAll', {});
    const uses = async () => (await user.call('keys.log', { keyId })).uses;
    await until('the log', async () => (await uses()).length === 2);
    expect(await uses()).toEqual([
      {
        call: 'positions.exitAll',
        at: expect.any(String) as string,
        result: 'forbidden',
        address: '127.0.0.1',
      },
      { call: 'home.header', at: expect.any(String) as string, result: 'ok', address: '127.0.0.1' },
    ]);
    const stranger = await server.register('key-stranger');
    const theirs = await stranger.ask('keys.log', { keyId });
    expect([theirs.status, theirs.body.message]).toEqual([404, 'No such key.']);
    expect((await stranger.ask('keys.revoke', { keyId })).status).toBe(404);
  });

  it('that is limited to a strategy polls, reads and cancels its backtests, and no others', async () => {
    const { script } = await make(['read', 'change'], { onlyStrategyIds: [strategyId] });
    const { now } = server.backend.parts.marketRuns.simulated.session;
    const days = {
      from_date: istDate(now - 20 * DAY_MS),
      to_date: istDate(now - DAY_MS),
      capital: 10_000_000,
    };
    const own = await user.call('backtests.start', { strategyId, ...days });
    const other = await user.call('backtests.start', { document: RSI_RULES, ...days });
    const stranger = await server.register('key-backtests');
    const theirs = await stranger.call('backtests.start', { document: RSI_RULES, ...days });
    const statusOf = async (id: CallId, backtestId: number) =>
      (await script.askUnproven(id, { backtestId })).status;
    for (const id of ['backtests.list', 'backtests.trades', 'backtests.cancel'] as const) {
      expect(await statusOf(id, own.backtestId), id).not.toBe(403);
      for (const foreign of [other.backtestId, theirs.backtestId, 999_999])
        expect(await statusOf(id, foreign), id).toBe(403);
    }
    expect(await statusOf('backtests.list', own.backtestId)).toBe(200);
    expect((await script.askUnproven('backtests.list')).status).toBe(403);
  });

  it('that is limited to a strategy reads it and prices, and nothing else', async () => {
    const { script, secret } = await make(['read', 'change', 'propose'], { onlyStrategyIds: [strategyId] });
    const statusOf = async (id: CallId, input: Record<string, unknown> = {}) =>
      (await script.askUnproven(id, input)).status;
    expect(await statusOf('strategies.details', { strategyId })).toBe(200);
    expect(await statusOf('market.quote', { symbols: ['NIFTY'] })).toBe(200);
    expect(await statusOf('strategies.details', { strategyId: 1 })).toBe(403);
    expect(await statusOf('strategies.mine')).toBe(403);
    expect(await statusOf('positions.trades', { isTest: 1 })).toBe(403);
    expect(await statusOf('positions.trades', { isTest: 1, strategyId })).toBe(200);
    expect(
      (await fetch(`${server.url}/stream`, { headers: { authorization: `Bearer ${secret}` } })).status,
    ).toBe(403);
    // They are of the market, and yet a person's own.
    for (const id of ['watchlists.list', 'scanner.saved', 'scanner.cancel'] as const)
      expect(await statusOf(id), id).toBe(403);
    const scan = { document: RSI_RULES, universe: { kind: 'all' } };
    expect(await statusOf('scanner.run', scan)).toBe(403);
    for (const id of ['journal.labels', 'journal.mistakes', 'manual.account'] as const)
      expect(await statusOf(id, { strategyId }), id).toBe(403);
    const propose = (proposed: Record<string, unknown>) =>
      script.askUnproven('proposals.add', { call: 'strategies.start', proposed });
    expect((await propose({ strategyId: 1 })).status).toBe(403);
    expect((await propose({ strategyId })).status).toBe(200);
    const foreign = await user.ask('keys.make', { name: 'Foreign', scopes: ['read'], onlyStrategyIds: [1] });
    expect(foreign.status).toBe(404);
  });

  it('cannot be made without end', async () => {
    const owner = await server.register('key-many');
    for (let count = 0; count < 20; count++) await make(['read'], {}, owner);
    const more = await owner.ask('keys.make', { name: 'One more', scopes: ['read'] });
    expect([more.status, more.body.message]).toEqual([
      422,
      'An account may have 20 keys at most. Revoke one that you no longer need.',
    ]);
  });
});
