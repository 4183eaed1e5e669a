import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { WORKING_STATES } from '../../src/shared/order-states.ts';
import { midday } from '../support/basket-sample.ts';
import { doneOnlyWhole, NEVER_MS } from '../support/failing-call.ts';
import type { SqliteTrouble } from '../support/failing-statements.ts';
import { addLiveSample } from '../support/live-sample.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

const KINDS: readonly SqliteTrouble[] = ['full', 'io', 'busy'];
const ALWAYS = {
  ...RSI_RULES,
  timeframe: '1m',
  product: 'delivery',
  instruments: ['ITC'],
  size: { kind: 'fixed', quantity: 1 },
  window: { from: '00:00', to: '23:59' },
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: '>',
    right: { kind: 'constant', value: 1, unit: 'rupees' },
  },
} as const;

const links = new SeededLinks();
let server: TestBackend;
let trader: TestUser;
let strategyId = 0;

beforeAll(async () => {
  server = await startTestBackend({ paymentDelayMs: NEVER_MS, linkBroker: links.link });
  await server.backend.prepared;
  trader = await server.register('trader');
  await trader.call('market.pace', { speed: 600 });
  const made = await trader.call('strategies.add', { url: 'add', name: 'Always in', document: ALWAYS });
  strategyId = made.strategyId ?? 0;
  await midday(trader);
  await trader.call('strategies.start', { strategyId });
  await until('what is held', async () => {
    const { counts } = await trader.call('positions.open', {});
    return counts.test === 1;
  });
  await midday(trader);
  await trader.call('strategies.stop', { strategyId });
  const { brokerAccounts, marketRuns } = server.backend.parts;
  vi.spyOn(brokerAccounts, 'everySecond').mockResolvedValue();
  await marketRuns.simulated.session.stop();
}, 120_000);
afterAll(() => server.dispose());

const working = () =>
  server.backend.parts.database.read
    .selectFrom('orders')
    .select('id')
    .where('strategy_id', '=', strategyId)
    .where('state', 'in', WORKING_STATES)
    .execute();
/** Cancel what rests: everything that is held can be sold again. */
const cancelResting = async (): Promise<void> => {
  for (const { id } of await working()) await trader.call('positions.cancelOrder', { orderId: id });
};
const positionId = async (): Promise<number> =>
  (await trader.call('positions.open', { strategyId })).list[0]?.positionId ?? 0;
/** Somebody new whose strategy trades real money at a broker. */
const live = async (kind: SqliteTrouble): Promise<TestUser> => {
  const user = await server.register(`killed-${kind}`);
  const sample = await addLiveSample(server, user, links);
  await user.call('live.resolve', { orderId: sample.unknownOrderId, decision: 'not-placed' });
  await user.call('live.goLive', { strategyId: sample.strategyId, confirmName: sample.name });
  return user;
};

type Prepared = { readonly input: object; readonly user?: TestUser };
type Step = readonly [id: CallId, prepare: (kind: SqliteTrouble) => Promise<Prepared>];

/** Calls about what is traded, each with what makes it possible. */
const STEPS: readonly Step[] = [
  [
    'positions.exit',
    async () => {
      await cancelResting();
      return { input: { positionId: await positionId() } };
    },
  ],
  ['positions.cancelOrder', async () => ({ input: { orderId: (await working())[0]?.id } })],
  [
    'positions.exitAll',
    async () => {
      await cancelResting();
      return { input: { type: 'test' } };
    },
  ],
  ['live.killSwitch', async (kind) => ({ input: { action: 'stop' }, user: await live(kind) })],
];

describe.each(KINDS)('while a statement fails (%s)', (kind) => {
  it.each(STEPS)('%s is acknowledged only when done, whichever statement it is', async (id, prepare) => {
    const { input, user = trader } = await prepare(kind);
    await doneOnlyWhole(server, { user, id, input, kind });
    expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
  });
});
