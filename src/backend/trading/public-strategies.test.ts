import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Transaction } from '../db/database.ts';
import { bookTrades } from './kept-results.ts';
import { PublicStrategies } from './public-strategies.ts';
import { testScope } from './result-scope.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

let server: TestBackend;
let user: TestUser;
let userId = 0;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('author');
  userId = (await user.call('profile.mine', {})).id;
});
afterAll(() => server.dispose());

const STRATEGIES = 5;

const trade = async (tx: Transaction, strategyId: number, net: number, hoursAgo: number): Promise<void> => {
  const { session, identity } = server.backend.parts.marketRuns.simulated;
  const at = session.now - hoursAgo * 3_600_000;
  const { mode, source, runId: run_id } = identity;
  await bookTrades(tx, [
    {
      ...{ user_id: 1, strategy_id: strategyId, position_id: null, symbol: 'SBIN', mode, source, run_id },
      ...{ side: 'long', product: 'intraday', quantity: 1, gross: net, charges: 0, net },
      ...{ entry_at: at - 1, entry_price: 100, entry_reason: '', exit_at: at, exit_price: 100 },
      ...{ exit_reason: '', charge_items_json: '{}' },
    },
  ]);
};

/** Events of a strategy, by whichever part of the program. */
const EVENTS: Readonly<Record<string, (tx: Transaction, id: number, by: number) => Promise<unknown>>> = {
  'a trade closes': (tx, id, by) => trade(tx, id, by - 500, 0),
  'a trade of before is told late': (tx, id, by) => trade(tx, id, by - 500, by),
  'it is renamed': (tx, id, by) =>
    tx.query
      .updateTable('strategies')
      .set({ name: `Renamed ${by}` })
      .where('id', '=', id)
      .execute(),
  'its capital changes': (tx, id, by) =>
    tx.query
      .updateTable('strategies')
      .set({ capital: 1_00_000_00 + by })
      .where('id', '=', id)
      .execute(),
  'it is taken back and offered again': (tx, id, by) =>
    tx.query
      .updateTable('strategies')
      .set({ is_public: by % 2 })
      .where('id', '=', id)
      .execute(),
  'it is removed or restored': (tx, id, by) =>
    tx.query
      .updateTable('strategies')
      .set({ removed_at: by % 2 ? by : null })
      .where('id', '=', id)
      .execute(),
  'its author changes their name': (tx, id, by) =>
    tx.query
      .updateTable('users')
      .set({ full_name: `Author ${by}` })
      .where('id', 'in', tx.query.selectFrom('strategies').select('owner_id').where('id', '=', id))
      .execute(),
  'somebody follows it': (tx, id) =>
    tx.query
      .insertInto('follows')
      .values({ user_id: userId, strategy_id: id, created_at: 0 })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  'somebody follows it no more': (tx, id) =>
    tx.query.deleteFrom('follows').where('user_id', '=', userId).where('strategy_id', '=', id).execute(),
};

const seenIn = async (strategies: PublicStrategies) => {
  const { marketRuns: market } = server.backend.parts;
  const all = await strategies.all();
  const { byId } = await strategies.resultsIn(testScope(market, userId), market.simulated.session.now);
  return [...all.values()]
    .sort((a, b) => a.row.id - b.row.id)
    .map((strategy) => ({
      ...strategy,
      fold: byId.get(strategy.row.id)?.fold,
      days: byId.get(strategy.row.id)?.days,
    }));
};

it('what is held of public strategies is what the database says, after anything that happens to one', async () => {
  const { database, marketRuns: market, clock, cards } = server.backend.parts;
  const event = fc.record({
    what: fc.constantFrom(...Object.keys(EVENTS)),
    id: fc.integer({ min: 1, max: STRATEGIES }),
    by: fc.nat({ max: 999 }),
    isSeen: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
      for (const { what, id, by, isSeen } of events) {
        await writeForAll(database, async (tx) => EVENTS[what]?.(tx, id, by));
        if (isSeen) await seenIn(cards.shared);
      }
      const fresh = new PublicStrategies(database, market, clock);
      expect(await seenIn(cards.shared)).toEqual(await seenIn(fresh));
    }),
    { numRuns: 40 },
  );
});

it('a copy counts as a follower of what it was copied from, at once', async () => {
  await writeForAll(server.backend.parts.database, (tx) =>
    tx.query.updateTable('strategies').set({ is_public: 1, removed_at: null }).where('id', '=', 1).execute(),
  );
  const followers = async () =>
    (await user.call('home.marketplace', { pageSize: 50 })).rows.find(({ strategyId }) => strategyId === 1)
      ?.followers ?? Number.NaN;
  const before = await followers();
  // The events before may have had the first user follow it: who follows and holds a copy counts once.
  const copier = await server.register('copier');
  const { strategyId } = await copier.call('strategies.clone', { strategyId: 1 });
  expect(await followers()).toBe(before + 1);
  expect(strategyId).toBeGreaterThan(0);
});

it('what was changed and reverted is not shown', async () => {
  const { database } = server.backend.parts;
  const name = async () =>
    (await user.call('home.marketplace', { pageSize: 1, sort: 'newest' })).rows[0]?.name;
  const before = await name();
  await expect(
    writeForAll(database, async (tx) => {
      await tx.query.updateTable('strategies').set({ name: 'Never' }).where('is_public', '=', 1).execute();
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await name()).toBe(before);
});

it('one person’s part of the list is never another’s', async () => {
  const other = await server.register('reader');
  await writeForAll(server.backend.parts.database, (tx) =>
    tx.query.updateTable('strategies').set({ is_public: 1, removed_at: null }).where('id', '=', 2).execute(),
  );
  const find = async (who: TestUser) =>
    (await who.call('home.marketplace', { pageSize: 50 })).rows.find(({ strategyId }) => strategyId === 2);
  await writeForAll(
    server.backend.parts.database,
    (tx) => EVENTS['somebody follows it']?.(tx, 2, 0) ?? Promise.resolve(),
  );
  const [mine, theirs] = await Promise.all([find(user), find(other)]);
  expect([mine?.isFollowed, theirs?.isFollowed]).toEqual([true, false]);
  expect(mine?.strategyStatus).toBe(theirs?.strategyStatus);
  expect(Object.values(STRATEGY_STATUS)).toContain(mine?.strategyStatus);
});
