import { afterAll, beforeAll, expect, it } from 'vitest';
import { angelFile, angelRow } from '../../../../tests/support/tradebook-files.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { openPosition } from '../../../../tests/support/written-position.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';
import { NO_CHARGES } from '../../../engine/charges/charges.ts';
import { bookTrades } from '../../trading/kept-results.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

/** Shares, cost and proceeds of what is taxed. The account bought and sold by hand, and there was a bonus. */
const taxed = async (user: TestUser) => {
  const rows = [
    angelRow('ITC LTD', 'Buy', '2024-05-02', 10, 100),
    angelRow('ITC LTD', 'Sell', '2025-06-10', 20, 200),
  ];
  await user.call('tradebook.import', { files: [{ name: 'angel.csv', text: angelFile(...rows) }] });
  const bonus = 'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE\nITC,EQ,Bonus 1:1,10,15-May-2025';
  await user.call('market.import', { files: [{ name: 'CF-CA.csv', text: bonus }] });
  const { lots, notes } = await user.call('reports.tax', { mode: 'live', withTradebook: true });
  expect(notes.join(' ')).not.toContain('no known purchase');
  return lots.map(({ quantity, cost, proceeds }) => [quantity, cost, proceeds]);
};

it('a lot of ours that first in, first out leaves in the account goes through a later bonus', async () => {
  const user = await server.register('lot-left-over');
  const { id: userId } = await user.call('profile.mine');
  const { strategyId } = await user.call('strategies.clone', { strategyId: 1 });
  // Bought and sold by a strategy before the bonus: sold was what the owner had bought the year before.
  await writeForAll(server.backend.parts.database, (tx) =>
    bookTrades(tx, [
      {
        ...{ user_id: userId, strategy_id: strategyId, position_id: null, symbol: 'ITC', run_id: 0 },
        ...{ mode: 'live', source: 'broker', side: 'long', product: 'delivery', quantity: 10 },
        ...{ entry_at: Date.parse('2025-04-10T10:00:00+05:30'), entry_price: 300_00, entry_reason: '' },
        ...{ exit_at: Date.parse('2025-04-21T10:00:00+05:30'), exit_price: 310_00, exit_reason: '' },
        ...{ gross: 100_00, charges: 0, charge_items_json: JSON.stringify(NO_CHARGES), net: 100_00 },
      },
    ]),
  );
  expect(await taxed(user)).toEqual([
    [10, 1_000_00, 3_100_00],
    [10, 3_000_00, 2_000_00],
    [10, 0, 2_000_00],
  ]);
});

it('shares of a position that the account has not shown a bonus of yet go through it too', async () => {
  const user = await server.register('position-before-bonus');
  const { id: userId } = await user.call('profile.mine');
  const { strategyId } = await user.call('strategies.clone', { strategyId: 1 });
  await writeForAll(server.backend.parts.database, (tx) =>
    tx.query
      .insertInto('positions')
      .values(
        openPosition({
          ...{ user_id: userId, strategy_id: strategyId, symbol: 'ITC', mode: 'live', source: 'broker' },
          ...{ run_id: 0, quantity: 5, entry_quantity: 5, entry_value: 250_00 },
          opened_at: Date.parse('2024-04-10T10:00:00+05:30'),
        }),
      )
      .execute(),
  );
  expect(await taxed(user)).toEqual([
    [5, 250_00, 1_000_00],
    [10, 1_000_00, 2_000_00],
    [5, 0, 1_000_00],
  ]);
});
