import { afterAll, beforeAll, expect, it } from 'vitest';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';
import { ANY_STRATEGY_STATUS, STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { raiseAttention } from '../../trading/attention.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

it.each([
  ['live', { pageType: 'Live', strategyStatus: STRATEGY_STATUS.running }],
  ['test', { pageType: 'Test', strategyStatus: ANY_STRATEGY_STATUS }],
] as const)(
  'a %s strategy that needs its owner stands in its tab, and is counted there',
  async (mode, tab) => {
    const user = await server.register(`needing-${mode}`);
    const added = await user.call('strategies.add', {
      url: 'add',
      name: 'Needing',
      document: RSI_RULES,
    });
    const strategyId = added.strategyId ?? 0;
    const { database, hub, notify, clock } = server.backend.parts;
    const sinks = { hub, notify, writeLog: () => Promise.resolve(), notifyFollowers: () => undefined };
    await writeForAll(database, async (tx) => {
      const { owner_id: ownerId } = await tx.query
        .updateTable('strategies')
        .set({ mode })
        .where('id', '=', strategyId)
        .returning('owner_id')
        .executeTakeFirstOrThrow();
      const identity = { id: strategyId, name: 'Needing', ownerId, isHouse: false };
      await raiseAttention(tx, sinks, identity, 'An order is unknown.', clock.now());
    });
    const page = await user.call('strategies.mine', tab);
    expect(page.rows.map((row) => row.strategyId)).toEqual([strategyId]);
    expect([page.total, page.counts[mode]]).toEqual([1, 1]);
    // It does not run: a list of what runs leaves it out.
    const running = await user.call('strategies.mine', {
      pageType: 'All',
      strategyStatus: STRATEGY_STATUS.running,
    });
    expect(running.rows).toEqual([]);
    // A search by its name finds it.
    const any = { pageType: 'All', strategyStatus: ANY_STRATEGY_STATUS, search: 'need' } as const;
    expect((await user.call('strategies.mine', any)).total).toBe(1);
  },
);
