import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MarketRuns } from '../../src/backend/trading/market-runs.ts';
import type { OutputOf } from '../../src/shared/contract/endpoint.ts';
import type { contract } from '../../src/shared/contract/index.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { type LivePerson, LivePeople, PRICE } from '../support/live-person.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Real money does not hang on the simulated market: what happens while that cannot be opened. */

/** An exit waits for nothing that has to do with paper. */
const SOON_MS = 5_000;

let people: LivePeople;
let person: LivePerson;
let server: TestBackend;
let positionId = 0;

const restart = async () => {
  const { port } = people.server.backend;
  await people.server.close();
  server = await startTestBackend({
    clock: people.clock,
    linkBroker: people.links.link,
    accessTokenMs: 400 * DAY_MS,
    dataDir: people.server.dataDir,
    port,
  });
  await until('the account', () =>
    Promise.resolve(server.backend.parts.brokerAccounts.accountOf(person.userId)?.run.isConnected ?? false),
  );
};
const isSold = () =>
  until('the sale', () => Promise.resolve(people.net('ITC') === 0 || void people.links.move('ITC', PRICE)));
let comeBack = () => undefined as void;
/** The simulated market takes its time to be prepared. */
const prepareLong = () =>
  vi.spyOn(MarketRuns.prototype, 'open').mockReturnValue(new Promise((done) => (comeBack = done)));

beforeEach(async () => {
  people = new LivePeople();
  await people.open();
  person = await people.person('ITC');
  const held = await people.hold(person);
  positionId = held.id;
});
afterEach(async () => {
  comeBack();
  vi.restoreAllMocks();
  await server.dispose();
});

const soon = async (what: () => ReturnType<typeof person.user.ask>) => {
  const began = Date.now();
  const { status, body } = await what();
  expect([status, Date.now() - began < SOON_MS], body.message).toEqual([200, true]);
  return body;
};

it.each([
  ['positions.exit', () => ({ positionId })],
  ['positions.exitAll', () => ({ type: 'live' })],
  ['strategies.sell', () => ({ strategyId: person.strategyId })],
] as const)('%s leaves a live position while the simulated market is being prepared', async (id, input) => {
  prepareLong();
  await restart();
  await soon(() => person.user.ask(id, input()));
  await isSold();
});

it('Exit all leaves a live position at once, and says of paper that it stays', async () => {
  prepareLong();
  await restart();
  const began = Date.now();
  const leaving = person.user.ask('positions.exitAll', { type: 'all' });
  await isSold();
  expect(Date.now() - began).toBeLessThan(SOON_MS);
  expect((await leaving).body.message).toMatch(/^One position is being closed\. What is open on paper stays/);
}, 60_000);

it('a live position is shown, and its strategy stopped, while the simulated market is being prepared', async () => {
  prepareLong();
  await restart();
  await soon(() => person.user.ask('strategies.stop', { strategyId: person.strategyId }));
  const body = await soon(() => person.user.ask('positions.open', { type: 'live' }));
  const { list } = body.data as OutputOf<typeof contract.positions.open>;
  expect(list.map(({ symbol, strategyName }) => [symbol, strategyName])).toEqual([['ITC', 'Live ITC']]);
}, 60_000);

it('live positions are listed by strategy while the simulated market is being prepared', async () => {
  prepareLong();
  await restart();
  const body = await soon(() => person.user.ask('positions.portfolio', {}));
  const { portfolio } = body.data as OutputOf<typeof contract.positions.portfolio>;
  expect(portfolio.map(({ name, mode }) => [name, mode])).toEqual([['Live ITC', 'live']]);
}, 60_000);

it('a simulated market that could not be opened at the start is opened once the disk is there', async () => {
  vi.spyOn(MarketRuns.prototype, 'open').mockRejectedValueOnce(new Error('disk I/O error'));
  await restart();
  await until('the market', () => Promise.resolve(server.backend.parts.marketRuns.isOpen));
  await server.backend.prepared;
});
