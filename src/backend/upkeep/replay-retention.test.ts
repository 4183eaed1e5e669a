import { afterAll, beforeAll, expect, it } from 'vitest';
import { prune } from './retention.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';

/** Market time of a replay, years ago; it was written today all the same. */
const THEN = Date.parse('2022-10-03T10:00:00+05:30');
const TODAY = Date.now();

let server: TestBackend;
let userId = 0;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  userId = (await (await server.register('replayer')).call('profile.mine')).id;
});
afterAll(() => server.dispose());

const pruneNow = () => prune({ database: server.backend.parts.database, clock: server.backend.parts.clock });

it('the lines of a replay of today stay through the night', async () => {
  const { database } = server.backend.parts;
  const line = {
    user_id: userId,
    kind: 'trading',
    level: 'info',
    topic: 'signal',
    strategy_id: null,
  } as const;
  const count = async () =>
    (await database.read.selectFrom('logs').select('id').where('text', '=', 'Bought in a replay').execute())
      .length;
  await database.write(userId, ({ query }) =>
    query
      .insertInto('logs')
      .values([
        { ...line, text: 'Started a replay', at: TODAY },
        { ...line, text: 'Bought in a replay', at: THEN },
      ])
      .execute(),
  );
  expect(await count()).toBe(1);
  await pruneNow();
  expect(await count()).toBe(1);
});

it('what happened to the orders of a replay of today stays through the night', async () => {
  const { database } = server.backend.parts;
  const orderId = await database.write(userId, async ({ query }) => {
    const { id: strategyId } = await query
      .selectFrom('strategies')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { id: runId } = await query
      .insertInto('feeds')
      .values({
        ...{ user_id: userId, source: 'replay', state: 'running', seed: 0, market_time: THEN, speed: 1 },
        ...{ from_day: '2022-10-03', to_day: '2022-10-31', symbols_json: '["NIFTY"]', created_at: TODAY },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await query
      .insertInto('orders')
      .values({
        ...{ user_id: userId, strategy_id: strategyId, position_id: null, symbol: 'NIFTY', mode: 'test' },
        ...{ source: 'replay', run_id: runId, broker_id: 1, side: 'buy', slot: 'entry', purpose: 'entry' },
        ...{ quantity: 1, filled_quantity: 1, filled_value: 100, state: 'filled', pending: 'none' },
        ...{ reason: '', intent_key: 'of a replay', exit_intent_id: null, atr_json: null },
        ...{ placed_at: THEN, updated_at: THEN },
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await query
      .insertInto('order_events')
      .values({
        order_id: id,
        event: 'fill',
        state: 'filled',
        at: THEN,
        reason: '',
        said: '',
        change_json: '',
      })
      .execute();
    return id;
  });
  const events = () =>
    server.backend.parts.database.read
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', orderId)
      .execute();
  expect(await events()).toHaveLength(1);
  await pruneNow();
  expect(await events()).toHaveLength(1);
});
