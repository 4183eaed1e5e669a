import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_CHARGES } from '../../../engine/charges/charges.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { openPosition } from '../../../../tests/support/written-position.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

const DAY = '2026-11-20';
const CALL = 'NIFTY 2026-11-24 26000 CE';
const PUT = 'NIFTY 2026-11-24 26000 PE';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('structures');
  const { id } = await user.call('profile.mine');
  const { strategyId } = await user.call('strategies.add', { url: 'add', name: 'Legs', document: RSI_RULES });
  const { runId } = server.backend.parts.marketRuns.runOf(id).identity;
  const trade = (symbol: string, net: number) => ({
    ...{ user_id: id, strategy_id: strategyId ?? 0, mode: 'test' as const, source: 'simulated' as const },
    ...{ run_id: runId, symbol, side: 'short' as const, product: 'intraday' as const, quantity: 65 },
    ...{ entry_at: Date.parse(`${DAY}T09:20:00+05:30`), entry_price: 100_00, entry_reason: 'Leg' },
    ...{ exit_at: Date.parse(`${DAY}T15:15:00+05:30`), exit_price: 90_00, exit_reason: 'Exit' },
    ...{ gross: net, charges: 0, charge_items_json: JSON.stringify(NO_CHARGES), net, structure_day: DAY },
  });
  await writeForAll(server.backend.parts.database, (tx) =>
    tx.query
      .insertInto('trades')
      .values([trade(CALL, 5_000_00), trade(PUT, -2_000_00)])
      .execute(),
  );
});
afterAll(() => server.dispose());

it.each(['', 'NIFTY', ' CE', ' PE'])(
  'legs of a structure add up to its figures, searched for "%s"',
  async (search) => {
    const { list } = await user.call('positions.structures', { isTest: 1, search });
    expect(list).toHaveLength(1);
    const [structure] = list;
    expect(structure?.trades).toBe(structure?.legs.length);
    expect(structure?.net).toBe(structure?.legs.reduce((sum, { net }) => sum + net, 0));
  },
);

it('a leg that was stopped stays in the result of its structure while others are open', async () => {
  const { id } = await user.call('profile.mine');
  const { strategyId } = await user.call('strategies.add', { url: 'add', name: 'Held', document: RSI_RULES });
  const { database, marketRuns } = server.backend.parts;
  const { runId } = marketRuns.runOf(id).identity;
  const own = {
    ...{ user_id: id, strategy_id: strategyId ?? 0, mode: 'test' as const, source: 'simulated' as const },
    ...{ run_id: runId, symbol: CALL, structure_day: DAY },
  };
  const trade = (day: string, net: number, positionId: number | null = null) => ({
    ...own,
    ...{ side: 'short' as const, product: 'intraday' as const, quantity: 65, position_id: positionId },
    ...{ entry_at: Date.parse(`${day}T09:20:00+05:30`), entry_price: 100_00, entry_reason: 'Leg' },
    ...{ exit_at: Date.parse(`${day}T10:15:00+05:30`), exit_price: 90_00, exit_reason: 'Exit' },
    ...{ gross: net, charges: 0, charge_items_json: JSON.stringify(NO_CHARGES), net, structure_day: day },
  });
  await writeForAll(database, async (tx) => {
    const held = await tx.query
      .insertInto('positions')
      .values(openPosition({ ...own, symbol: PUT, side: 'short' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    // Of another day, and of the part of an open leg that was closed: neither counts.
    await tx.query
      .insertInto('trades')
      .values([trade(DAY, -700_00), trade(DAY, 90_00), trade('2026-11-19', 1_00), trade(DAY, 2_00, held.id)])
      .execute();
  });
  const { portfolio } = await user.call('positions.portfolio', {});
  const group = portfolio.find((one) => one.strategyId === strategyId);
  expect(group?.closedLegs).toEqual({ trades: 2, net: -610_00 });
});
