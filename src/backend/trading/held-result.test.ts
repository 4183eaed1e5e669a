import { expect, it } from 'vitest';
import { chargePaise, totalCharges } from '../../engine/charges/charges.ts';
import { chargesOfFill } from '../../engine/charges/charges-of-fill.ts';
import { openPosition } from '../../../tests/support/written-position.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { PositionRow } from '../db/schema.ts';
import { depositoryCharges, TARIFF } from './position-charges.ts';
import { heldResult, sumHeld } from './held-result.ts';

const NOW = Date.parse('2026-11-20T11:00:00+05:30');
const bought = (symbol: string, daysAgo: number): PositionRow =>
  ({
    ...openPosition({
      ...{ user_id: 1, strategy_id: 1, symbol, mode: 'test', source: 'simulated', run_id: 1 },
      ...{ quantity: 10, entry_quantity: 10, entry_value: 10 * 400_00, opened_at: NOW - daysAgo * DAY_MS },
    }),
    instrument_json: null,
  }) as PositionRow;
const toCome = (...rows: PositionRow[]) =>
  sumHeld(rows.map((row) => heldResult(row, { price: 410_00, at: NOW }))).chargesToCome;
const order = chargePaise(
  totalCharges(chargesOfFill({ segment: 'delivery', side: 'sell', time: NOW }, 0, 10 * 410_00, TARIFF)),
);
const depository = chargePaise(totalCharges(depositoryCharges(NOW)));

it('the depository is paid once for a share, however many purchases of it are sold', () => {
  expect(depository).toBeGreaterThan(20_00);
  const monthly = [bought('ITC', 90), bought('ITC', 60), bought('ITC', 30)];
  expect(Math.abs(toCome(...monthly) - (3 * order + depository))).toBeLessThanOrEqual(3);
});

it('and once for each of several shares, but for what was bought today', () => {
  const held = [bought('ITC', 90), bought('SBIN', 60), bought('INFY', 0)];
  expect(Math.abs(toCome(...held) - (3 * order + 2 * depository))).toBeLessThanOrEqual(3);
});
