import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeBars } from '../../src/backend/market/candle-store.ts';
import { INSTRUMENT_MASTER } from '../../src/backend/market/instrument-master.ts';
import { ReplayTape } from '../../src/backend/market/replay/replay-tape.ts';
import { pauses } from '../../src/backend/pauses.ts';
import { DAY_MS, istDayStart, MINUTE_MS } from '../../src/shared/time.ts';
import { longestTurn } from '../support/longest-turn.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { writeForAll } from '../support/write-for-all.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const MOST_MS = 100;
/**
 * All months of an import are one transaction: a write waits for it, and for no more. It is a quarter of the import, on a
 * busy machine too.
 */
const MOST_OF_IMPORT = 0.5;
const MOST_ROUNDS = 6;

/** Best of some rounds. What else the machine does at the moment can spoil a round, and cannot make a good one. */
const bestOf = async (round: () => Promise<number>, most = MOST_MS): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MOST_ROUNDS && best >= most; count++) best = Math.min(best, await round());
  return best;
};

const price = { open: 100, high: 100, low: 100, close: 100, volume: 1 };
const symbols = INSTRUMENT_MASTER.map(({ symbol }) => symbol);

it('years of minutes are made into hours beside everybody else', async () => {
  const { database, history } = server.backend.parts;
  const key = { ownerId: 901, source: 'replay', symbol: 'TCS' } as const;
  const first = istDayStart('2021-01-01') + 555 * MINUTE_MS;
  const bars = Array.from({ length: 1_000 }, (_, day) =>
    Array.from({ length: 375 }, (_, minute) => ({
      time: first + day * DAY_MS + minute * MINUTE_MS,
      ...price,
    })),
  ).flat();
  await writeForAll(database, (tx) => storeBars(tx, { ...key, timeframe: '1m' }, bars));
  const read = () => history.candlesBefore(key, '1h', Number.MAX_SAFE_INTEGER, 200_000, pauses());
  expect((await read()).length).toBe(7_000);
  expect(await bestOf(() => longestTurn(read))).toBeLessThan(MOST_MS);
}, 120_000);

it('a replay finds its next day thirty years later beside everybody else', async () => {
  const { database } = server.backend.parts;
  const [first, last] = [istDayStart('1995-01-02'), istDayStart('2025-12-31')];
  const bars = [first, last].map((time) => ({ time, ...price }));
  for (const symbol of symbols)
    await database.write(902, (tx) =>
      storeBars(tx, { ownerId: 902, source: 'replay', symbol, timeframe: '1d' }, bars),
    );
  const find = async () => {
    const range = { ownerId: 902, symbols, fromDay: '1995-01-02', toDay: '2025-12-31' };
    const step = await new ReplayTape(database.read, range).next(first + DAY_MS);
    expect(step?.start).toBeGreaterThan(last);
  };
  expect(await bestOf(() => longestTurn(find))).toBeLessThan(MOST_MS);
}, 120_000);

it('a page of own baskets is shown beside everybody else', async () => {
  const user = await server.register('baskets');
  const shares = symbols.slice(2);
  const constituents = shares.map((instrument, index) => ({
    instrument,
    weight: index === 0 ? 100 - 2 * (shares.length - 1) : 2,
  }));
  for (let number = 0; number < 40; number++)
    await user.call('baskets.add', { name: `Basket ${number}`, constituents, rebalance: 'quarterly' });
  // The figures of a page are remembered: it is looked at once.
  const show = () => user.call('baskets.list', { whose: 'mine', pageNumber: 1, pageSize: 40 });
  expect(await longestTurn(show)).toBeLessThan(2.5 * MOST_MS);
}, 120_000);

it('somebody else writes beside an import of many months', async () => {
  const other = await server.register('beside');
  const text = [
    'timestamp,open,high,low,close,volume',
    ...Array.from({ length: 600 }, (_, month) => {
      const day = `${1970 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
      return `${day},1,1,1,1,1`;
    }),
  ].join('\n');
  const files = symbols.map((symbol) => ({ name: `${symbol}.csv`, text }));
  const importMonths = async (user: TestUser): Promise<void> => {
    const { rowsKept } = await user.call('market.import', { files });
    expect(rowsKept).toBe(600 * symbols.length);
  };
  const write = (isWanted: boolean) =>
    other.call('alerts.preferences', { categories: [{ categoryId: 8, isWanted }] });
  let rounds = 0;
  /** Another user's slowest write beside an import, as a share of that. */
  const slowestBeside = async (): Promise<number> => {
    const user = await server.register(`months-${++rounds}`);
    let slowest = 0;
    let isOver = false;
    const start = performance.now();
    const importing = importMonths(user).finally(() => (isOver = true));
    for (let isWanted = true; !isOver; isWanted = !isWanted) {
      const began = performance.now();
      await write(isWanted);
      slowest = Math.max(slowest, performance.now() - began);
    }
    await importing;
    return slowest / (performance.now() - start);
  };
  expect(await bestOf(slowestBeside, MOST_OF_IMPORT)).toBeLessThan(MOST_OF_IMPORT);
}, 120_000);
