import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MarketRuns } from '../../src/backend/trading/market-runs.ts';
import type { OutputOf } from '../../src/shared/contract/endpoint.ts';
import type { CallId, contract } from '../../src/shared/contract/index.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { type LivePerson, LivePeople, PRICE } from '../support/live-person.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Real money does not hang on the simulated market: what happens while that cannot be opened. */

/** An exit waits for nothing that has to do with paper. */
const SOON_MS = 5_000;

let people: LivePeople;
let server: TestBackend;
/** Each holds a share of their own. */
const SYMBOLS = ['ITC', 'SBIN', 'INFY', 'TCS', 'LT', 'WIPRO'] as const;
type Symbol = (typeof SYMBOLS)[number];
const holders = new Map<Symbol, LivePerson & { readonly positionId: number }>();
const holderOf = (symbol: Symbol) => {
  const holder = holders.get(symbol);
  if (!holder) throw new Error(`Nobody holds ${symbol}.`);
  return holder;
};

const restart = async () => {
  const { port } = people.server.backend;
  await server.close();
  server = await startTestBackend({
    clock: people.clock,
    linkBroker: people.links.link,
    accessTokenMs: 400 * DAY_MS,
    dataDir: people.server.dataDir,
    port,
  });
  for (const { userId } of holders.values())
    await until('the account', () =>
      Promise.resolve(server.backend.parts.brokerAccounts.accountOf(userId)?.run.isConnected ?? false),
    );
};
const isSold = (symbol: Symbol) =>
  until('the sale', () => Promise.resolve(people.net(symbol) === 0 || void people.links.move(symbol, PRICE)));
let comeBack = () => undefined as void;

beforeAll(async () => {
  people = new LivePeople();
  await people.open();
  ({ server } = people);
  for (const symbol of SYMBOLS) {
    const person = await people.person(symbol);
    holders.set(symbol, { ...person, positionId: (await people.hold(person)).id });
  }
  // The simulated market takes its time to be prepared.
  vi.spyOn(MarketRuns.prototype, 'open').mockReturnValue(new Promise((done) => (comeBack = done)));
  await restart();
}, 120_000);
afterAll(async () => {
  comeBack();
  vi.restoreAllMocks();
  await server.dispose();
});

const soon = async (what: () => ReturnType<LivePerson['user']['ask']>) => {
  const began = Date.now();
  const { status, body } = await what();
  expect([status, Date.now() - began < SOON_MS], body.message).toEqual([200, true]);
  return body;
};

it.each([
  ['positions.exit', 'ITC', ({ positionId }) => ({ positionId })],
  ['positions.exitAll', 'SBIN', () => ({ type: 'live' })],
  ['strategies.sell', 'INFY', ({ strategyId }) => ({ strategyId })],
] as const satisfies [CallId, Symbol, (holder: ReturnType<typeof holderOf>) => object][])(
  '%s leaves a live position while the simulated market is being prepared',
  async (id, symbol, input) => {
    const holder = holderOf(symbol);
    await soon(() => holder.user.ask(id, input(holder)));
    await isSold(symbol);
  },
);

it('Exit all leaves a live position at once, and says of paper that it stays', async () => {
  const began = Date.now();
  const leaving = holderOf('TCS').user.ask('positions.exitAll', { type: 'all' });
  await isSold('TCS');
  expect(Date.now() - began).toBeLessThan(SOON_MS);
  expect((await leaving).body.message).toMatch(
    /^(One position|TCS) is being closed[.:].* What is open on paper stays/,
  );
});

it('a live position is shown, and its strategy stopped, while the simulated market is being prepared', async () => {
  const { user, strategyId } = holderOf('LT');
  await soon(() => user.ask('strategies.stop', { strategyId }));
  const body = await soon(() => user.ask('positions.open', { type: 'live' }));
  const { list } = body.data as OutputOf<typeof contract.positions.open>;
  expect(list.map(({ symbol, strategyName }) => [symbol, strategyName])).toEqual([['LT', 'Live LT']]);
});

it('live positions are listed by strategy while the simulated market is being prepared', async () => {
  const body = await soon(() => holderOf('WIPRO').user.ask('positions.portfolio', {}));
  const { portfolio } = body.data as OutputOf<typeof contract.positions.portfolio>;
  expect(portfolio.map(({ name, mode }) => [name, mode])).toEqual([['Live WIPRO', 'live']]);
});

it('a simulated market that could not be opened at the start is opened once the disk is there', async () => {
  comeBack();
  vi.restoreAllMocks();
  vi.spyOn(MarketRuns.prototype, 'open').mockRejectedValueOnce(new Error('disk I/O error'));
  await restart();
  await until('the market', () => Promise.resolve(server.backend.parts.marketRuns.isOpen));
  await server.backend.prepared;
});
