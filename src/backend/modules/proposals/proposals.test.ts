import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import {
  clientAt,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS } from '../../../shared/time.ts';

let passed = 0;
const clock = { now: () => Date.now() + passed };
let server: TestBackend;
let user: TestUser;
let script: TestUser;
let strategyId = 0;

beforeAll(async () => {
  server = await startTestBackend({ clock, accessTokenMs: 400 * DAY_MS });
  await server.backend.prepared;
  user = await server.register('proposals');
  strategyId =
    (await user.call('strategies.add', { url: 'add', name: 'Proposed', document: RSI_RULES })).strategyId ??
    0;
  const { secret } = await user.call('keys.make', {
    name: 'Helper',
    scopes: ['read', 'propose'],
    perMinute: 600,
    days: 30,
  });
  script = clientAt(server.url).as({ accessToken: secret, refreshToken: '', email: '' });
});
afterAll(() => server.dispose());

const start = () =>
  script.call('proposals.add', { call: 'strategies.start', proposed: { strategyId }, note: 'Go.' });

describe('a proposal', () => {
  it('waits, does nothing by itself, says what it would do, and is told to the window', async () => {
    const stream = await openStream(server.url, user.accessToken);
    const { proposal } = await start();
    expect(proposal).toMatchObject({
      call: 'strategies.start',
      preview: [{ field: 'strategyId', value: 'Proposed (paper)' }],
      isLive: false,
      note: 'Go.',
      keyName: 'Helper',
      state: 'waiting',
    });
    await until('the event', () =>
      Promise.resolve(stream.received.some(({ event }) => event.type === 'proposal' && event.waiting === 1)),
    );
    stream.close();
    const { strategy } = await user.call('strategies.details', { strategyId });
    expect(strategy.strategyStatus).not.toBe(1);
    expect((await user.call('proposals.list')).waiting).toBe(1);
    const { notification_list } = await user.call('alerts.list', {});
    expect(notification_list[0]).toMatchObject({ title: 'A script proposes something', link: '/proposals' });
    await user.call('proposals.decide', { proposalId: proposal.proposalId, isAccepted: false });
  });

  const shownOf = async (call: string, proposed: Record<string, unknown>) => {
    const { proposal } = await script.call('proposals.add', { call, proposed });
    await user.call('proposals.decide', { proposalId: proposal.proposalId, isAccepted: false });
    return proposal;
  };

  it('shows what is done where a field is left out, and that it is real money', async () => {
    expect(await shownOf('positions.exitAll', {})).toMatchObject({
      preview: [{ field: 'type', value: 'all' }],
      isLive: true,
    });
  });

  it('of a basket that was worked out with real money says so', async () => {
    const { database } = server.backend.parts;
    const { id: userId } = await user.call('profile.mine');
    const { id } = await database.write(userId, (tx) =>
      tx.query
        .insertInto('basket_previews')
        .values({
          ...{ user_id: userId, definition_id: 1, holding_id: null, kind: 'rebalance', mode: 'live' },
          ...{ run_id: 0, amount: 0, orders_json: '[]', state: 'made', made_at: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const shown = await shownOf('baskets.rebalance', { basketId: 1, previewId: id });
    expect(shown.isLive).toBe(true);
    expect(shown.preview).toContainEqual({ field: 'previewId', value: `Rebalance ${id} (live)` });
    const stranger = await shownOf('baskets.rebalance', { basketId: 1, previewId: id + 1 });
    expect(stranger.preview).toContainEqual({ field: 'previewId', value: `${id + 1}` });
  });

  it('shows rules to their end, however long they are before it', async () => {
    const document = { padding: 'x'.repeat(5_000), side: 'short' };
    const { preview } = await shownOf('strategies.add', { url: 'update', strategyId, document });
    expect(preview.find(({ field }) => field === 'document')?.value).toContain('"side":"short"');
  });

  it('shows amounts and prices in rupees, never in paise', async () => {
    const { preview } = await shownOf('manual.place', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'money', amount: 1_00_000_00 }, type: 'limit' },
      ...{ price: 500_00, stopLoss: 490_00, product: 'intraday', mark: 'mark-of-it' },
    });
    const valueOf = (name: string) => preview.find(({ field }) => field === name)?.value;
    expect([valueOf('size'), valueOf('price'), valueOf('stopLoss'), valueOf('target')]).toEqual([
      '₹1,00,000.00 (money)',
      '₹500.00',
      '₹490.00',
      'null',
    ]);
  });

  it('is decided on once, by the person, and never by a key', async () => {
    const { proposal } = await start();
    const { proposalId } = proposal;
    const own = await script.askUnproven('proposals.decide', { proposalId, isAccepted: true });
    expect([own.status, own.body.code]).toEqual([403, 'forbidden']);
    const answers = await Promise.all(
      [true, false, true].map((isAccepted) => user.ask('proposals.decide', { proposalId, isAccepted })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const stranger = await server.register('proposals-stranger');
    expect((await stranger.ask('proposals.decide', { proposalId, isAccepted: true })).status).toBe(404);
  });

  it('that was accepted keeps how its call ended', async () => {
    const { proposal } = await start();
    const { proposalId } = proposal;
    const early = await user.ask('proposals.report', { proposalId, isDone: true, outcome: 'Done.' });
    expect(early.status).toBe(409);
    const { idempotencyKey } = await user.call('proposals.decide', { proposalId, isAccepted: true });
    expect(idempotencyKey).toMatch(/^[\da-f-]{36}$/);
    const done = await user.call('proposals.report', {
      proposalId,
      isDone: false,
      outcome: 'The\nmarket is closed.',
    });
    expect(done.proposal).toMatchObject({ state: 'failed', outcome: 'The market is closed.' });
    const seen = (await script.call('proposals.list')).proposals.find(
      (each) => each.proposalId === proposalId,
    );
    expect(seen).toMatchObject({ state: 'failed' });
  });

  it('is refused where its call is unknown, not to be proposed, or would refuse its input', async () => {
    const ask = async (call: string, proposed: Record<string, unknown>) => {
      const { status, body } = await script.askUnproven('proposals.add', { call, proposed });
      return [status, body.message];
    };
    expect(await ask('orders.everything', {})).toEqual([400, 'There is no such call.']);
    for (const call of [
      'wallet.transfer',
      'live.goLive',
      'live.killSwitch',
      'keys.make',
      'profile.updateBank',
    ])
      expect(await ask(call, {})).toEqual([403, 'A script may not propose this. Do it in the window.']);
    expect(await ask('strategies.start', {})).toEqual([400, expect.stringContaining('is missing')]);
    expect((await ask('strategies.start', { strategyId, hurry: true }))[0]).toBe(400);
    expect((await ask('strategies.add', { url: 'everything' }))[0]).toBe(400);
    const long = 'x'.repeat(70_000);
    const large = { url: 'add', name: 'Large', document: { text: long } };
    expect(await ask('strategies.add', large)).toEqual([413, 'That is more than a proposal may hold.']);
  });

  it('is too old after a day, and there are only so many', async () => {
    const { proposal } = await start();
    passed += DAY_MS;
    const { proposalId } = proposal;
    const late = await user.ask('proposals.decide', { proposalId, isAccepted: true });
    expect(late.body.message).toBe(
      'This proposal is too old: it waited for a day. Ask the script for a new one.',
    );
    expect((await user.call('proposals.list')).proposals[0]?.state).toBe('expired');
    for (let count = 0; count < 20; count++) await start();
    const more = await script.askUnproven('proposals.add', {
      call: 'strategies.start',
      proposed: { strategyId },
    });
    expect([more.status, more.body.message]).toEqual([
      422,
      'An account may have 20 waiting proposals at most. Decide on some of them first.',
    ]);
  });
});
