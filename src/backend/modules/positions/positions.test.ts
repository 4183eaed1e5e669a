import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_CHARGES } from '../../../engine/charges/charges.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import type { Mode, Source } from '../../../shared/contract/fields.ts';
import { openPosition } from '../../../../tests/support/written-position.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

/** Where something was traded. */
interface Traded {
  readonly mode: Mode;
  readonly source: Source;
  readonly run_id: number;
}

const at = (day: string, clock: string): number => Date.parse(`${day}T${clock}+05:30`);
const NO_RUN = 9_999;
const LIVE: Traded = { mode: 'live', source: 'broker', run_id: NO_RUN };

let server: TestBackend;
let user: TestUser;
let userId: number;
let strategyId: number;
/** In test, on the feed in use. */
let inUse: Traded;
/** In test, on a feed of before. */
let ofBefore: Traded;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('positions');
  userId = (await user.call('profile.mine')).id;
  strategyId = (await user.call('strategies.add', { url: 'add', name: 'Mine', document: RSI_RULES }))
    .strategyId!;
  const { runId } = server.backend.parts.marketRuns.runOf(userId).identity;
  inUse = { mode: 'test', source: 'simulated', run_id: runId };
  ofBefore = { mode: 'test', source: 'replay', run_id: NO_RUN };
});
afterAll(() => server.dispose());

const own = (traded: Traded) => ({ user_id: userId, strategy_id: strategyId, symbol: 'ITC', ...traded });

/** Add a position of two shares, one of them sold. The sale has a result (paise) unlike any other. */
const addPosition = (traded: Traded, result: number) =>
  writeForAll(server.backend.parts.database, (tx) =>
    tx.query
      .insertInto('positions')
      .values(
        openPosition({
          ...own(traded),
          entry_quantity: 2,
          entry_value: 200_00,
          exit_value: 100_00 + result,
        }),
      )
      .execute(),
  );

const addTrade = (traded: Traded, net: number, exitAt: number) =>
  writeForAll(server.backend.parts.database, (tx) =>
    tx.query
      .insertInto('trades')
      .values({
        ...own(traded),
        side: 'long',
        product: 'delivery',
        quantity: 1,
        entry_at: 0,
        entry_price: 100_00,
        entry_reason: 'written by a test',
        exit_at: exitAt,
        exit_price: 100_00 + net,
        exit_reason: 'written by a test',
        gross: net,
        charges: 0,
        charge_items_json: JSON.stringify(NO_CHARGES),
        net,
      })
      .execute(),
  );

let orders = 0;
const addOrder = (traded: Traded, quantity: number, placedAt: number) =>
  writeForAll(server.backend.parts.database, (tx) =>
    tx.query
      .insertInto('orders')
      .values({
        ...own(traded),
        position_id: null,
        broker_id: 1,
        side: 'buy',
        slot: 'entry',
        purpose: 'entry',
        quantity,
        filled_quantity: 0,
        filled_value: 0,
        state: 'cancelled',
        reason: 'written by a test',
        intent_key: `written by a test ${++orders}`,
        atr_json: null,
        placed_at: placedAt,
        updated_at: placedAt,
      })
      .execute(),
  );

it('the net result adds up what is live and the feed in use, never two feeds', async () => {
  await addPosition(inUse, 1_00);
  await addPosition(ofBefore, 10_00);
  await addPosition(LIVE, 100_00);
  const { net, counts, list } = await user.call('positions.open', {});
  const resultOf = (source: Source) => list.find((position) => position.source === source)?.pnl;
  expect(net).toEqual({ live: resultOf('broker'), test: resultOf('simulated') });
  expect(counts).toEqual({ all: 2, live: 1, test: 1, baskets: 0, elsewhere: 1, byHand: 0 });
  const { portfolio } = await user.call('positions.portfolio', {});
  expect(portfolio.map(({ source }) => source).sort(), 'by strategy').toEqual(['broker', 'simulated']);
});

it('what strategies hold in the market in use and what stands in another are two lists', async () => {
  const sourcesOf = async (place: 'strategies' | 'elsewhere' | 'baskets') => {
    const { list, total } = await user.call('positions.open', { place });
    expect(total).toBe(list.length);
    return list.map(({ source }) => source).sort();
  };
  expect(await sourcesOf('strategies')).toEqual(['broker', 'simulated']);
  expect(await sourcesOf('elsewhere')).toEqual(['replay']);
  expect(await sourcesOf('baskets')).toEqual([]);
});

it('paper trades stay paper when their strategy goes live', async () => {
  const { database } = server.backend.parts;
  const { strategyId: id } = await user.call('strategies.clone', { strategyId: 1 });
  const closed = { status: 'closed', quantity: 0, closed_at: 1 } as const;
  await writeForAll(database, async (tx) => {
    await tx.query
      .insertInto('positions')
      .values(openPosition({ ...own(inUse), ...closed, strategy_id: id }))
      .execute();
    // As going live writes it.
    const live = { mode: 'live', broker_id: 2 } as const;
    await tx.query.updateTable('strategies').set(live).where('id', '=', id).execute();
  });
  const totalOf = async (brokerId: 1 | 2) =>
    (await user.call('positions.open', { status: 'closed', strategyId: id, brokerId })).total;
  expect({ paper: await totalOf(1), angelOne: await totalOf(2) }).toEqual({ paper: 1, angelOne: 0 });
});

describe('the trade history', () => {
  const LAST_DAY = '2026-11-19';
  const testTrades = (more: object = {}) => user.call('positions.trades', { isTest: 1, ...more });
  const netsOf = (list: readonly { net: number }[] | undefined) => list?.map(({ net }) => net);
  /** Newest first. */
  const NETS = [5_00, -3_00, 7_00, 11_00, -2_00];

  beforeAll(async () => {
    for (const [index, net] of NETS.entries())
      await addTrade(inUse, net, at('2026-11-20', `10:0${9 - index}:00`));
    await addTrade(ofBefore, 1_000_00, at('2026-11-20', '11:00:00'));
    await addTrade(LIVE, 20_000_00, at('2026-11-20', '12:00:00'));
  });

  it('has one mode and one feed, each with its own total', async () => {
    const test = await testTrades();
    expect(netsOf(test.test_tradehistory)).toEqual(NETS);
    expect([test.tradetotalProfit, test.total]).toEqual([18_00, 5]);
    const live = await user.call('positions.trades', { isTest: 0 });
    expect(netsOf(live.live_tradehistory)).toEqual([20_000_00]);
    expect([live.tradetotalProfit, live.total]).toEqual([20_000_00, 1]);
  });

  it('goes on from page to page: each line has the total of all trades up to it', async () => {
    const lines = [];
    for (const pageNumber of [1, 2, 3])
      lines.push(...((await testTrades({ pageNumber, pageSize: 2 })).test_tradehistory ?? []));
    expect(netsOf(lines)).toEqual(NETS);
    expect(lines.map(({ runningTotal }) => runningTotal)).toEqual([18_00, 13_00, 16_00, 9_00, -2_00]);
  });

  it('has the whole of its last day, and nothing of the day after', async () => {
    await addTrade(inUse, 13_00, at(LAST_DAY, '00:00:00'));
    await addTrade(inUse, 17_00, at(LAST_DAY, '23:59:59'));
    const days = { from_date: LAST_DAY, to_date: LAST_DAY };
    expect(netsOf((await testTrades(days)).test_tradehistory)).toEqual([17_00, 13_00]);
    await addTrade(inUse, 19_00, at('2026-11-20', '00:00:00'));
    expect(netsOf((await testTrades(days)).test_tradehistory)).toEqual([17_00, 13_00]);
  });
});

describe('the order history', () => {
  const DAY = '2026-11-18';
  const quantitiesOf = (list: readonly { quantity: number }[] | undefined) =>
    list?.map(({ quantity }) => quantity);

  it('has one mode, and the whole of its last day', async () => {
    await addOrder(inUse, 1, at(DAY, '00:00:00'));
    await addOrder(inUse, 2, at(DAY, '23:59:59'));
    await addOrder(inUse, 3, at('2026-11-19', '00:00:00'));
    await addOrder(LIVE, 4, at(DAY, '12:00:00'));
    const days = { from_date: DAY, to_date: DAY };
    const test = await user.call('positions.orders', { isTest: 1, ...days });
    expect([quantitiesOf(test.test_orderhistory), test.live_orderhistory, test.total]).toEqual([
      [2, 1],
      undefined,
      2,
    ]);
    const others = await user.call('positions.orders', { isTest: 1, positionId: 987_654 });
    expect([others.test_orderhistory, others.total]).toEqual([[], 0]);
    const live = await user.call('positions.orders', { isTest: 0, ...days });
    expect([quantitiesOf(live.live_orderhistory), live.test_orderhistory, live.total]).toEqual([
      [4],
      undefined,
      1,
    ]);
  });

  it('says how many orders of the mode there are in all, whatever was asked for', async () => {
    const inAll = async (asked: object) => {
      const { total, totalOrder } = await user.call('positions.orders', { isTest: 1, ...asked });
      return [total, totalOrder];
    };
    const all = (await user.call('positions.orders', { isTest: 1 })).total;
    expect(all).toBeGreaterThan(2);
    expect(await inAll({})).toEqual([all, all]);
    expect(await inAll({ status: 'rejected' })).toEqual([0, all]);
    expect(await inAll({ search: 'no such symbol' })).toEqual([0, all]);
    expect(await inAll({ from_date: DAY, to_date: DAY })).toEqual([2, all]);
  });
});
