import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLiveSample } from '../../../../tests/support/live-sample.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { raiseAttention } from '../../trading/attention.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;
let links: SeededLinks;
const began = Date.now();
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began };

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  server = await startTestBackend({ clock, linkBroker: links.link });
  await server.backend.prepared;
});
afterAll(() => server.dispose());

let people = 0;
const person = () => server.register(`changer${people++}`);
const add = async (user: TestUser): Promise<number> =>
  (await user.call('strategies.add', { url: 'add', name: 'Changing', document: RSI_RULES })).strategyId ?? 0;
const rowOf = (id: number) =>
  server.backend.parts.database.read
    .selectFrom('strategies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Something of a strategy needs its owner. */
const raise = async (id: number, reason = 'Look at its rules.') => {
  const { database, hub, notify, clock: now } = server.backend.parts;
  const { name, owner_id: ownerId } = await rowOf(id);
  const sinks = { hub, notify, writeLog: () => Promise.resolve(), notifyFollowers: () => undefined };
  await database.write(ownerId, (tx) =>
    raiseAttention(tx, sinks, { id, name, ownerId, isHouse: false }, reason, now.now()),
  );
};

describe('a change without content', () => {
  it.each([
    ['strategies.settings', {}],
    ['strategies.add', { url: 'update' }],
    ['strategies.add', { url: 'update', name: 'Changing' }],
  ] as const)('of %s with %o is answered and changes nothing', async (id, input) => {
    const user = await person();
    const strategyId = await add(user);
    const before = await rowOf(strategyId);
    const answer = await user.ask(id, { strategyId, ...input });
    expect([answer.status, answer.body.message]).toEqual([200, 'Nothing was to be changed.']);
    expect(await rowOf(strategyId)).toEqual(before);
  });
});

it.each([
  ['strategies.add', { url: 'add', name: 'Rich', document: RSI_RULES }],
  ['strategies.settings', {}],
  ['strategies.clone', {}],
] as const)('%s takes no capital whose sums would not be exact', async (id, input) => {
  const user = await person();
  const strategyId = await add(user);
  const rich = await user.ask(id, { strategyId, ...input, capital: 9_007_199_254_740_991 });
  expect([rich.status, rich.body.message]).toEqual([400, 'capital must be at most ₹100 crore.']);
  const { status } = await user.ask(id, { strategyId, ...input, capital: 100_00_00_000_00 });
  expect(status).toBe(200);
});

describe('a strategy that needs its owner', () => {
  it('is stopped by its owner, and needs nobody any more', async () => {
    const user = await person();
    const strategyId = await add(user);
    await user.call('strategies.start', { strategyId });
    await raise(strategyId);
    const { strategyStatus } = await user.call('strategies.stop', { strategyId });
    expect(strategyStatus).toBe(STRATEGY_STATUS.stopped);
    expect(await rowOf(strategyId)).toMatchObject({
      status: STRATEGY_STATUS.stopped,
      attention: null,
      status_before: null,
    });
    expect(server.backend.parts.marketRuns.simulated.runner.isRunning(strategyId)).toBe(false);
  });

  it('is started by its owner, who has looked, and runs', async () => {
    const user = await person();
    const strategyId = await add(user);
    await user.call('strategies.start', { strategyId });
    await raise(strategyId);
    const { strategyStatus } = await user.call('strategies.start', { strategyId });
    expect(strategyStatus).toBe(STRATEGY_STATUS.running);
    expect(await rowOf(strategyId)).toMatchObject({ attention: null, status_before: null });
    expect(server.backend.parts.marketRuns.simulated.runner.isRunning(strategyId)).toBe(true);
  });

  it('goes on leaving what it holds when its settings change', async () => {
    const user = await person();
    const strategyId = await add(user);
    await user.call('strategies.start', { strategyId });
    await raise(strategyId);
    await user.call('strategies.settings', { strategyId, slippage: 4 });
    expect(server.backend.parts.marketRuns.simulated.runner.isRunning(strategyId)).toBe(true);
    expect((await rowOf(strategyId)).status).toBe(STRATEGY_STATUS.needsAttention);
  });

  it('stays as it is, and says which order, while nobody knows of an order of it', async () => {
    const user = await person();
    const { strategyId, unknownOrderId: orderId } = await addLiveSample(server, user, links);
    const refused = await user.ask('strategies.start', { strategyId });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'Nobody knows whether the order of Live sample to buy 1 ITC reached the broker. Settle it first, then start.',
    );
    expect((await rowOf(strategyId)).status).toBe(STRATEGY_STATUS.needsAttention);
    await user.call('live.resolve', { orderId, decision: 'not-placed' });
    await user.call('strategies.start', { strategyId });
    expect((await rowOf(strategyId)).status).toBe(STRATEGY_STATUS.running);
  });
});

it('a strategy whose stored rules cannot be read waits for its owner when the market opens, and the others run', async () => {
  const user = await person();
  const [broken, sound] = [await add(user), await add(user)];
  for (const strategyId of [broken, sound]) await user.call('strategies.start', { strategyId });
  const { database } = server.backend.parts;
  await writeForAll(database, (tx) =>
    tx.query.updateTable('strategies').set({ document_json: '{}' }).where('id', '=', broken).execute(),
  );
  const { dataDir } = server;
  await server.close();
  server = await startTestBackend({ clock, linkBroker: links.link, dataDir });
  await server.backend.prepared;
  const { simulated } = server.backend.parts.marketRuns;
  expect(simulated.session.status).toBe('running');
  expect(simulated.runner.isRunning(sound)).toBe(true);
  expect(simulated.runner.isRunning(broken)).toBe(false);
  const row = await rowOf(broken);
  expect(row.status).toBe(STRATEGY_STATUS.needsAttention);
  expect(row.attention).toMatch(/enters nothing more/);
});

it('settings that the rules do not allow are refused together, each at its field', async () => {
  const user = await person();
  const strategyId = await add(user);
  await user.call('strategies.modifyStopLoss', { strategyId, stopLoss: null });
  const refused = await user.ask('strategies.settings', { strategyId, capital: 1, riskPercent: 1 });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['capital', 'riskPercent']);
  expect(refused.body.fields).toMatchObject({ riskPercent: 'needs a stop-loss' });
  expect(refused.body.fields?.['capital']).toMatch(/^must be at least ₹/);
});

describe('the windows of the owner', () => {
  /** Ids of the strategies that they are told of. */
  const toldWhile = async (strategyId: number, act: () => Promise<unknown>): Promise<number[]> => {
    const told: number[] = [];
    const { owner_id } = await rowOf(strategyId);
    const stop = server.backend.parts.hub.subscribe(owner_id, ({ event }) => {
      if (event.type === 'strategy') told.push(event.strategyId);
    });
    await act();
    stop();
    return told;
  };

  it('are told of a strategy that is added, and of a copy', async () => {
    const user = await person();
    const first = await add(user);
    const made: number[] = [];
    const told = await toldWhile(first, async () => {
      made.push(await add(user));
      made.push((await user.call('strategies.clone', { strategyId: first })).strategyId);
    });
    expect(told).toEqual(made);
  });

  it.each([
    ['strategies.add', { url: 'update', capital: 2_00_000_00 }],
    ['strategies.add', { url: 'remove' }],
    ['strategies.settings', { capital: 2_00_000_00 }],
    ['strategies.modifyStopLoss', { stopLoss: { kind: 'percent', value: 3 } }],
    ['strategies.mute', { isMuted: true }],
    ['strategies.start', {}],
  ] as const)('are told of a strategy that is changed by %s %o', async (id, input) => {
    const user = await person();
    const strategyId = await add(user);
    const told = await toldWhile(strategyId, async () =>
      expect((await user.ask(id, { strategyId, ...input })).status).toBe(200),
    );
    expect(told).toContain(strategyId);
  });

  it('are told nothing of a change that was refused', async () => {
    const user = await person();
    const strategyId = await add(user);
    const told = await toldWhile(strategyId, () =>
      user.ask('strategies.settings', { strategyId, capital: 1 }),
    );
    expect(told).toEqual([]);
  });
});
