import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { succeed } from '../../src/shared/failure.ts';
import { until } from '../support/until.ts';
import { askOver, quickStrategies } from '../support/user-steps.ts';

/** Notices to a follower of a strategy. */
let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('follower');
});
afterAll(() => server.dispose());

it('a follower who was notified of an entry is notified when the strategy leaves, too', async () => {
  const { database } = server.backend.parts;
  const followed = await quickStrategies(
    askOver(async (id, input) => succeed(await user.call(id, input as never))),
  );
  for (const strategyId of followed) await user.call('strategies.add', { url: 'follow', strategyId });
  const { id: userId } = await user.call('profile.mine', {});
  const began = server.backend.parts.marketRuns.simulated.session.now;
  await user.call('market.pace', { speed: 600 });
  const trade = await until(
    'a followed strategy that has entered and left',
    () =>
      database.read
        .selectFrom('trades')
        .innerJoin('strategies', 'strategies.id', 'trades.strategy_id')
        .select(['strategies.name', 'trades.side', 'trades.symbol', 'trades.exit_reason'])
        .where('trades.strategy_id', 'in', followed)
        .where('trades.entry_at', '>', began)
        .executeTakeFirst(),
    120_000,
  );
  await user.call('market.pace', { speed: 1 });
  const notices = await database.read
    .selectFrom('alerts')
    .select(['title', 'body'])
    .where('user_id', '=', userId)
    .where('title', 'like', `${trade.name}%`)
    .execute();
  const [opening, closing] = trade.side === 'long' ? ['Buy', 'Sell'] : ['Sell', 'Buy'];
  expect(notices.filter(({ body }) => body.startsWith(opening))).not.toEqual([]);
  expect(
    notices.filter(({ body }) => body.startsWith(closing)),
    `${trade.name} left ${trade.symbol} (${trade.exit_reason}); told: ${JSON.stringify(notices)}`,
  ).not.toEqual([]);
}, 180_000);
