import { expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { placeOf } from '../../../tests/support/test-database.ts';
import { openPosition } from '../../../tests/support/written-position.ts';
import { NO_CHARGES } from '../../engine/charges/charges.ts';
import { makeTaxReport } from './make-tax-report.ts';

const house = runningHouse();
const at = (day: string) => Date.parse(`${day}T10:00:00+05:30`);
const RUN_ID = 7;

it('a backtest on the broker’s candles sells none of the shares that are really held', async () => {
  await house.database.write(1, async ({ query }) => {
    const of = {
      user_id: 1,
      strategy_id: 1,
      symbol: 'ITC',
      mode: 'live',
      source: 'broker',
      run_id: 0,
    } as const;
    await query
      .insertInto('positions')
      .values(
        openPosition({
          ...{ ...of, quantity: 10, entry_quantity: 10, entry_value: 1_000_00, opened_at: at('2024-01-10') },
        }),
      )
      .execute();
    await query
      .insertInto('backtest_runs')
      .values({
        ...{
          id: RUN_ID,
          user_id: 1,
          created_at: 0,
          kind: 'backtest',
          name: 'Run',
          state: 'done',
          message: '',
        },
        ...{ source: 'broker', from_day: '2025-04-01', to_day: '2025-06-30', capital: 1, timeframe: '1d' },
        ...{ instruments_json: '["ITC"]', order_json: '{}', attempts: 0, progress: 1, credits: 1 },
      })
      .execute();
    await query
      .insertInto('backtest_trades')
      .values({
        ...{ run_id: RUN_ID, number: 1, symbol: 'ITC', side: 'long', quantity: 10, bars_held: 1 },
        ...{ entry_at: at('2025-04-10'), entry_price: 300_00, entry_rule: '', exit_rule: '' },
        ...{ exit_at: at('2025-06-10'), exit_price: 310_00, exit_reason: 'exit', gross: 100_00, charges: 0 },
        ...{ charge_items_json: JSON.stringify(NO_CHARGES), net: 100_00, running_total: 100_00 },
        is_open_at_end: 0,
      })
      .execute();
  });
  const { lots } = await makeTaxReport({
    databaseAt: await placeOf(house.folder),
    ...{ userId: 1, withTradebook: false, financialYear: '2025-26', now: 0 },
    trades: { kind: 'backtest', source: 'broker', runId: RUN_ID, product: 'delivery' },
    page: { pageNumber: 1, pageSize: 100 },
  });
  expect(lots.map(({ quantity, cost }) => [quantity, cost])).toEqual([[10, 3_000_00]]);
});
