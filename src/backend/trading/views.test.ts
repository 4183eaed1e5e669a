import { expect, it } from 'vitest';
import {
  addCharges,
  chargePaise,
  NO_CHARGES,
  totalCharges,
  UNITS_PER_PAISA,
} from '../../engine/charges/charges.ts';
import { chargesOfFill } from '../../engine/charges/charges-of-fill.ts';
import { openPosition } from '../../../tests/support/written-position.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { PositionRow } from '../db/schema.ts';
import { depositoryCharges, TARIFF } from './position-charges.ts';
import { positionView } from './views.ts';

const BOUGHT = Date.parse('2026-11-18T11:00:00+05:30');
const PAID = { ...NO_CHARGES, brokerage: 20_00 * UNITS_PER_PAISA };
const held = {
  ...openPosition({
    user_id: 1,
    strategy_id: 1,
    symbol: 'ITC',
    mode: 'test',
    source: 'simulated',
    run_id: 1,
    quantity: 10,
    entry_quantity: 10,
    entry_value: 10 * 400_00,
    charges_json: JSON.stringify(PAID),
    opened_at: BOUGHT,
  }),
  id: 1,
  instrument_json: null,
  protection_state: null,
  protection_since: null,
} as PositionRow;
const viewAt = (at: number) => positionView(held, { name: 'Mine' }, { price: 410_00, at });
const paise = (...all: Parameters<typeof totalCharges>) => chargePaise(totalCharges(...all));

it('what was charged stands apart from what leaving now would be, and the result is after both', () => {
  const { charges, chargesToCome, pnl, realised, unrealised } = viewAt(BOUGHT);
  expect(charges).toBe(20_00);
  expect(chargesToCome).toBeGreaterThan(0);
  expect(pnl).toBe(10 * 10_00 - charges - chargesToCome);
  expect(realised + unrealised).toBe(pnl);
});

it('what leaving a part was charged belongs to the realised result alone', () => {
  const leaving = { ...NO_CHARGES, brokerage: 7_00 * UNITS_PER_PAISA };
  const part = positionView(
    {
      ...held,
      ...{ quantity: 4, exit_value: 6 * 405_00 },
      entry_charges_json: JSON.stringify(PAID),
      charges_json: JSON.stringify(addCharges(PAID, leaving)),
    },
    { name: 'Mine' },
    { price: 410_00, at: BOUGHT },
  );
  expect(part.realised).toBe(6 * 5_00 - 12_00 - 7_00);
  expect(part.unrealised).toBe(4 * 10_00 - 8_00 - part.chargesToCome);
});

it('leaving is estimated as a fill would book it: the depository takes nothing of shares bought today', () => {
  const order = (time: number) =>
    chargesOfFill({ segment: 'delivery', side: 'sell', time }, 0, 10 * 410_00, TARIFF);
  expect(viewAt(BOUGHT).chargesToCome).toBe(paise(order(BOUGHT)));
  const nextDay = BOUGHT + DAY_MS;
  expect(viewAt(nextDay).chargesToCome).toBe(paise(addCharges(order(nextDay), depositoryCharges(nextDay))));
});
