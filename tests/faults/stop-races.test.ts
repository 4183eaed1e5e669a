import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKING_STATES } from '../../src/shared/order-states.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { addLiveSample } from '../support/live-sample.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

/** Strategies that each pair of calls is tried on: `TRICKDESK_RACERS=12 npx vitest run tests/faults/stop-races`. */
const PAIRS = Number(process.env['TRICKDESK_RACERS'] ?? 5);
/** Past candles take this long: what is started has not begun for a while. */
const SLOW_MS = 150;
/** Latest start of a pair's second call after the first. Before and after the candles have come. */
const LATEST_MS = 300;

/** Rules that enter at every minute's close and exit at the next. */
const ALWAYS: RuleDocumentInput = {
  ...RSI_RULES,
  instruments: ['ITC'],
  timeframe: '1m',
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: '>=',
    right: { kind: 'price', field: 'low' },
  },
  maxTradesPerDay: 500,
  size: { kind: 'fixed', quantity: 1 },
};

type Call = readonly [CallId, Record<string, unknown>];
const CALLS = {
  start: ['strategies.start', {}],
  settings: ['strategies.settings', { slippage: 3 }],
  'a new stop-loss': ['strategies.modifyStopLoss', { stopLoss: { kind: 'percent', value: 2 } }],
  'new rules': ['strategies.add', { url: 'update', document: ALWAYS }],
  'go live': ['live.goLive', {}],
  stop: ['strategies.stop', {}],
  disable: ['strategies.enable', { enabled: false }],
  sell: ['strategies.sell', {}],
  remove: ['strategies.add', { url: 'remove' }],
  'the kill switch': ['live.killSwitch', { action: 'stop' }],
} satisfies Record<string, Call>;
type Name = keyof typeof CALLS;

let passed = 0;
const began = Date.now();
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began + passed };
let server: TestBackend;
let links: SeededLinks;

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  server = await startTestBackend({
    clock,
    linkBroker: links.link,
    accessTokenMs: 400 * DAY_MS,
    signInsPerMinute: 1_000,
  });
  await server.backend.prepared;
  const { history } = server.backend.parts;
  const candlesBefore = history.candlesBefore.bind(history);
  history.candlesBefore = async (...range) => {
    await wait(SLOW_MS);
    return candlesBefore(...range);
  };
});
afterAll(() => server.dispose());

let people = 0;
const person = () => server.register(`racer${people++}`);
const add = async (user: TestUser, name: string): Promise<number> =>
  (await user.call('strategies.add', { url: 'add', name, document: ALWAYS })).strategyId ?? 0;
const call = (user: TestUser, name: Name, strategyId: number, strategyName: string) => {
  const [id, input] = CALLS[name];
  return user.ask(id, { strategyId, ...(name === 'go live' && { confirmName: strategyName }), ...input });
};

const rowOf = (id: number) =>
  server.backend.parts.database.read
    .selectFrom('strategies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Those of some entries that were sent, by their ids; mere intents are left out. */
const sentEntriesOf = async (ids: readonly number[]): Promise<number[]> => {
  const { read } = server.backend.parts.database;
  const out = WORKING_STATES.filter((state) => state !== 'intended');
  const rows = await read
    .selectFrom('orders')
    .select('id')
    .where('strategy_id', 'in', ids)
    .where('purpose', '=', 'entry')
    .where((eb) => eb.or([eb('state', 'in', [...out, 'filled']), eb('sent_at', 'is not', null)]))
    .execute();
  return rows.map(({ id }) => id);
};

/** Expect that nothing follows these orders. They are cancelled in their own time. */
const expectNothingNew = async (stopped: readonly number[], before: readonly number[]): Promise<void> => {
  const after = await sentEntriesOf(stopped);
  expect(after.filter((id) => !before.includes(id))).toEqual([]);
};

/** Send each pair's second call a little later than the first. Before, while and after the start warms up. */
const race = async (user: TestUser, ids: readonly number[], one: Name, other: Name): Promise<void> => {
  await Promise.all(
    ids.flatMap((id, index) => [
      call(user, one, id, `Racer ${index}`),
      wait((LATEST_MS * index) / ids.length).then(() => call(user, other, id, `Racer ${index}`)),
    ]),
  );
  await wait(2 * SLOW_MS);
};

/** Expect that strategies shown as not running are not evaluated, anywhere. */
const expectShownAsItIs = async (ids: readonly number[], userId: number): Promise<void> => {
  const { marketRuns: trading } = server.backend.parts;
  for (const id of ids) {
    const { status, removed_at } = await rowOf(id);
    const isShown = status === STRATEGY_STATUS.running && removed_at === null;
    const isEvaluated = trading.runsOf(userId).some((run) => run.runner.isRunning(id));
    expect({ id, isEvaluated }).toEqual({ id, isEvaluated: isShown });
  }
};

const stoppedOf = async (ids: readonly number[]): Promise<number[]> => {
  const rows = await Promise.all(ids.map(rowOf));
  return rows
    .filter(({ status, removed_at }) => status !== STRATEGY_STATUS.running || removed_at !== null)
    .map(({ id }) => id);
};

describe('in test', () => {
  const pairs: [Name, Name][] = [
    ['settings', 'stop'],
    ['a new stop-loss', 'stop'],
    ['new rules', 'stop'],
    ['settings', 'sell'],
    ['settings', 'disable'],
    ['start', 'stop'],
    ['start', 'disable'],
    ['start', 'sell'],
    ['start', 'remove'],
    ['remove', 'start'],
  ];
  it.each(pairs)(
    '%s and %s at once: what is stopped sends nothing more',
    { timeout: 60_000 },
    async (one, other) => {
      const user = await person();
      const { id: userId } = await user.call('profile.mine', {});
      const ids: number[] = [];
      for (let index = 0; index < PAIRS; index++) ids.push(await add(user, `Racer ${index}`));
      if (one !== 'start' && one !== 'remove')
        await Promise.all(ids.map((id) => user.call('strategies.start', { strategyId: id })));
      await race(user, ids, one, other);
      await expectShownAsItIs(ids, userId);
      const stopped = await stoppedOf(ids);
      // What runs cannot be removed.
      if (other !== 'remove') expect(stopped.length).toBeGreaterThan(0);
      const { session } = server.backend.parts.marketRuns.simulated;
      const before = await sentEntriesOf(stopped);
      const until = session.now + 4 * MINUTE_MS;
      await server.backend.parts.marketRuns.setSpeed(server.backend.parts.marketRuns.simulated, 600);
      while (session.now < until) await wait(20);
      await server.backend.parts.marketRuns.setSpeed(server.backend.parts.marketRuns.simulated, 1);
      await expectNothingNew(stopped, before);
      // What still runs must not keep the next pair busy.
      await Promise.all(ids.map((strategyId) => user.ask('strategies.stop', { strategyId })));
    },
  );
});

describe('live', () => {
  const pairs: [Name, Name][] = [
    ['go live', 'stop'],
    ['go live', 'disable'],
    ['go live', 'the kill switch'],
    ['start', 'stop'],
    ['start', 'the kill switch'],
    ['settings', 'stop'],
    ['a new stop-loss', 'stop'],
    ['settings', 'sell'],
    ['settings', 'the kill switch'],
  ];
  it.each(pairs)(
    '%s and %s at once: what is stopped sends nothing more',
    { timeout: 60_000 },
    async (one, other) => {
      links.candleDelayMs = 0;
      const user = await person();
      const { id: userId } = await user.call('profile.mine', {});
      const { unknownOrderId: orderId } = await addLiveSample(server, user, links);
      await user.call('live.resolve', { orderId, decision: 'not-placed' });
      const ids: number[] = [];
      for (let index = 0; index < PAIRS; index++) ids.push(await add(user, `Racer ${index}`));
      if (one !== 'go live')
        for (const [index, strategyId] of ids.entries()) {
          await user.call('live.goLive', { strategyId, confirmName: `Racer ${index}` });
          if (one === 'start') await user.call('strategies.stop', { strategyId });
        }
      links.candleDelayMs = SLOW_MS;
      await race(user, ids, one, other);
      await expectShownAsItIs(ids, userId);
      const stopped = await stoppedOf(ids);
      expect(stopped.length).toBeGreaterThan(0);
      const { run } = server.backend.parts.brokerAccounts.requireAccount(userId);
      await run.settled();
      const before = await sentEntriesOf(stopped);
      for (let minute = 0; minute < 2; minute++) {
        links.feed.tick('ITC', 400_00 + minute);
        passed += MINUTE_MS;
        links.feed.tick('ITC', 400_50 + minute);
        await wait(1_200);
        await run.settled();
      }
      await expectNothingNew(stopped, before);
      await user.call('live.killSwitch', { action: 'stop' });
      expect(run.runner.runningCount).toBe(0);
    },
  );
});
