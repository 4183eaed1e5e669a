import { describe, expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { NO_CHARGES } from '../../engine/charges/charges.ts';
import type { TaxLeg } from '../../engine/tax/tax-leg.ts';
import { istDate, istDayStart } from '../../shared/time.ts';
import type { CarriedActionRow } from '../db/schema.ts';
import { keepActions } from '../market/corporate-actions/kept-actions.ts';
import { parseActions } from '../market/corporate-actions/parse-actions.ts';
import { carriedChange } from './carried-legs.ts';
import { changesOfShares, withChanges, withLaterChanges } from './changes-of-shares.ts';

const house = runningHouse();

const bought = (symbol: string, day: string): TaxLeg => ({
  ...{ symbol, segment: 'delivery', side: 'buy', time: istDayStart(day), quantity: 10, value: 3_000_00 },
  charges: NO_CHARGES,
});

/** A split into two shares that the position was carried over. */
const carriedOver = (symbol: string, day: string, purpose: string): CarriedActionRow => ({
  ...{ id: 1, user_id: 1, run_id: 0, subject: 'position 1', symbol, day, kind: 'split', purpose },
  action_json: JSON.stringify({ kind: 'split', from: 2, to: 1 }),
  ...{ quantity_before: 10, quantity_after: 20, cost: 3_000_00, payout: 0, fraction: 0, at: 0 },
  ...{ charges_json: JSON.stringify(NO_CHARGES), corrected_json: null },
});

/** Changes of two purchases of 10 April. One is of a position that was carried over an action. */
const changesOf = async (symbol: string, action: CarriedActionRow, ...listed: readonly string[]) => {
  const list = ['SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', ...listed.map((row) => `${symbol},EQ,${row}`)];
  const { actions } = await parseActions(list.join('\n'));
  await house.database.write(1, (tx) => keepActions(tx, 1, actions));
  const purchase = { ...bought(symbol, '2025-04-10'), changes: [carriedChange(action)] };
  const carried = { purchase, actions: [action] };
  const known = await changesOfShares(house.database.read, 1, [symbol], [carried]);
  const [other] = withChanges(known, [bought(symbol, '2025-04-10')]);
  const daysOf = ({ changes = [] }: TaxLeg) => changes.map(({ time, kind }) => `${istDate(time)} ${kind}`);
  return { carried: daysOf(withLaterChanges(known, carried)), other: daysOf(other as TaxLeg) };
};

describe('splits and bonuses of lots of our own', () => {
  it('are those of the list, for a carried position those after what it was carried over', async () => {
    const action = carriedOver('ITC', '2025-05-15', 'Split From Rs 2 To Rs 1');
    const rows = ['Split From Rs 2 To Rs 1,2,15-May-2025', 'Bonus 1:1,1,15-Jul-2025'];
    const both = ['2025-05-15 split', '2025-07-15 bonus'];
    expect(await changesOf('ITC', action, ...rows)).toEqual({ carried: both, other: both });
  });

  it('count once what was taken over from the account days later, before the list came', async () => {
    const action = carriedOver('SBIN', '2025-05-19', 'Taken over from the account');
    expect(await changesOf('SBIN', action, 'Bonus 1:1,1,15-May-2025')).toEqual({
      carried: ['2025-05-19 split'],
      other: ['2025-05-15 bonus'],
    });
  });

  it('are what was taken over from the account where no list has it', async () => {
    const action = carriedOver('TCS', '2025-05-19', 'Taken over from the account');
    // Of before the purchase.
    const { carried, other } = await changesOf('TCS', action, 'Bonus 1:1,1,15-Jan-2025');
    expect([carried, other]).toEqual([['2025-05-19 split'], ['2025-05-19 split']]);
  });

  it('count a listed day once that was put off after the position was carried over it', async () => {
    const action = carriedOver('INFY', '2025-05-15', 'Split From Rs 2 To Rs 1');
    expect(await changesOf('INFY', action, 'Split From Rs 2 To Rs 1,2,20-May-2025')).toEqual({
      carried: ['2025-05-15 split'],
      other: ['2025-05-20 split'],
    });
  });
});
