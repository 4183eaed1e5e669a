import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { bookTrades } from '../../trading/kept-results.ts';

const LATER_MS = 40 * DAY_MS;
/** Wall time, which the simulated market, started long ago, is far behind. */
const clock = { now: () => Date.now() + LATER_MS };

let server: TestBackend;
let user: TestUser;

beforeAll(async () => {
  const before = await startTestBackend();
  await before.backend.prepared;
  await before.close();
  server = await startTestBackend({ dataDir: before.dataDir, clock });
  await server.backend.prepared;
  user = await server.register('ranker');
}, 60_000);
afterAll(() => server.dispose());

/** Makes a public strategy trade live: its result in paise, so many days ago by the clock. */
const tradeLive = async (strategyId: number, net: number, daysAgo: number): Promise<void> => {
  const at = clock.now() - daysAgo * DAY_MS;
  await server.backend.parts.database.write(1, async (tx) => {
    await tx.query
      .updateTable('strategies')
      .set({ mode: 'live', broker_id: 2 })
      .where('id', '=', strategyId)
      .execute();
    await bookTrades(tx, [
      {
        ...{ user_id: 1, strategy_id: strategyId, position_id: null, symbol: 'SBIN', mode: 'live' },
        ...{ source: 'broker', run_id: 0, side: 'long', product: 'intraday', quantity: 1 },
        ...{ gross: net, charges: 0, net, entry_at: at - 1, entry_price: 100, entry_reason: '' },
        ...{ exit_at: at, exit_price: 100, exit_reason: '', charge_items_json: '{}' },
      },
    ]);
  });
};

const topTen = async (thirtyDay: '0' | '1') =>
  (await user.call('home.topTen', { thirtyDay, test: '0' })).map(({ strategyId }) => strategyId);

describe('the live top ten', () => {
  it('counts its thirty days on the clock, not by the market of tests', async () => {
    expect(server.backend.parts.marketRuns.simulated.session.now).toBeLessThan(clock.now() - 35 * DAY_MS);
    await tradeLive(1, 500_00, 35);
    await tradeLive(2, 400_00, 2);
    expect(await topTen('0')).toEqual([1, 2]);
    expect(await topTen('1')).toEqual([2]);
  });
});

describe('the marketplace', () => {
  const page = (sort?: 'return' | 'drawdown') =>
    user.call('home.marketplace', { pageSize: 48, ...(sort && { sort }) });

  it('stands in no order of returns unless it is asked for', async () => {
    const { rows } = await page();
    const followers = rows.map((row) => row.followers);
    expect(followers).toEqual(followers.toSorted((a, b) => b - a));
    // Nobody follows any yet: by number then, whatever they have made.
    const ids = rows.filter((row) => row.followers === 0).map(({ strategyId }) => strategyId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('lists what somebody follows, and nothing of what others do', async () => {
    const other = await server.register('follower');
    const [first, second] = (await page()).rows;
    await user.call('strategies.add', { url: 'follow', strategyId: first!.strategyId });
    await other.call('strategies.add', { url: 'follow', strategyId: second!.strategyId });
    const { rows, total } = await user.call('home.marketplace', { isFollowed: true });
    expect(rows.map(({ strategyId }) => strategyId)).toEqual([first!.strategyId]);
    expect(total).toBe(1);
    await user.call('strategies.add', { url: 'unfollow', strategyId: first!.strategyId });
    await other.call('strategies.add', { url: 'unfollow', strategyId: second!.strategyId });
    expect((await user.call('home.marketplace', { isFollowed: true })).rows).toEqual([]);
  });

  it.each(['return', 'drawdown'] as const)(
    'ranks live results apart from those on paper, by %s',
    async (sort) => {
      await tradeLive(1, -90_000_00, 1);
      const { rows } = await page(sort);
      const modes = rows.map(({ mode }) => mode);
      expect(modes).toEqual(modes.toSorted());
      expect(modes.filter((mode) => mode === 'live')).toHaveLength(2);
      const best = rows.find(({ mode }) => mode === 'test')?.statistics;
      const worst = rows[1]?.statistics;
      if (sort === 'return') expect(worst?.returnPercent).toBeLessThan(best?.returnPercent ?? 0);
    },
  );
});
