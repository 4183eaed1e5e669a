import { expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { placeOf } from '../../../tests/support/test-database.ts';
import { openPosition } from '../../../tests/support/written-position.ts';
import { NO_CHARGES } from '../../engine/charges/charges.ts';
import { makeTaxReport } from './make-tax-report.ts';

const house = runningHouse();
const at = (day: string) => Date.parse(`${day}T10:00:00+05:30`);
const BOUGHT = at('2024-10-21');
const EX_DAY = '2024-10-25';
const TAKEN_OVER = at('2024-10-28');

/** Notes on a live position. Ten were bought; four are sold at a time, and the account shows a split later. */
const notesOn = async (symbol: string, soldAt: number): Promise<readonly string[]> => {
  await house.database.write(1, async ({ query }) => {
    const of = { user_id: 1, strategy_id: 1, symbol, mode: 'live', source: 'broker', run_id: 0 } as const;
    const { id } = await query
      .insertInto('positions')
      .values(
        openPosition({
          ...{ ...of, quantity: 30, entry_quantity: 50, entry_value: 10_000_00, opened_at: BOUGHT },
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await query
      .insertInto('trades')
      .values({
        ...{
          ...of,
          position_id: id,
          side: 'long',
          product: 'delivery',
          quantity: 4,
          quantity_after_split: 20,
        },
        ...{ entry_at: BOUGHT, entry_price: 1_000_00, entry_reason: '', exit_at: soldAt, exit_reason: '' },
        ...{ exit_price: 1_100_00, gross: 400_00, charges: 0, net: 400_00 },
        charge_items_json: JSON.stringify(NO_CHARGES),
      })
      .execute();
    await query
      .insertInto('carried_actions')
      .values({
        ...{ user_id: 1, run_id: 0, subject: `position ${id}`, symbol, day: EX_DAY, kind: 'split' },
        ...{ purpose: 'Split', action_json: JSON.stringify({ kind: 'split', from: 10_00, to: 2_00 }) },
        ...{ quantity_before: 6, quantity_after: 30, cost: 6_000_00, payout: 0, fraction: 0 },
        ...{ charges_json: JSON.stringify(NO_CHARGES), corrected_json: null, at: TAKEN_OVER },
      })
      .execute();
  });
  const report = await makeTaxReport({
    databaseAt: await placeOf(house.folder),
    ...{ userId: 1, withTradebook: false, financialYear: '2024-25', now: 0 },
    trades: { kind: 'traded', source: 'broker', scope: { mode: 'live', source: 'broker', runId: null } },
    page: { pageNumber: 1, pageSize: 100 },
  });
  return report.notes.filter((note) => note.includes(symbol));
};

it('a live sale between the ex-date and the account that shows it is said to be unclear', async () => {
  expect(await notesOn('ITC', at(EX_DAY))).toEqual([
    'The lots of ITC may differ from what was traded: which of their fills were in shares of before a split or bonus is not known for sure. Check them by the trades.',
  ]);
});

it('a live sale before the ex-date is clear', async () => {
  expect(await notesOn('SBIN', at('2024-10-22'))).toEqual([]);
});
