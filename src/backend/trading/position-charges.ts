import { remainingCharges } from '../../engine/charges/charge-portion.ts';
import {
  addCharges,
  type Charges,
  chargePaise,
  chargesOnOrder,
  dpCharge,
  totalCharges,
} from '../../engine/charges/charges.ts';
import { ANGEL_ONE } from '../../engine/charges/plan.ts';
import { type Segment, segmentOf } from '../../engine/instrument.ts';
import type { PositionRow } from '../db/schema.ts';
import { findInstrument } from '../market/instrument-master.ts';

/** The tariff that test orders are charged by. */
export const TEST_PLAN = ANGEL_ONE;

/** The segment a position's orders are charged in. */
export const positionSegment = (position: Pick<PositionRow, 'symbol' | 'product'>): Segment =>
  segmentOf(findInstrument(position.symbol)?.kind ?? 'equity', position.product);

/**
 * What one more fill adds to an order's charges: brokerage is per order, so the whole order is charged on its turnover
 * so far and what was charged before is taken off.
 */
export const fillCharges = (
  segment: Segment,
  side: 'buy' | 'sell',
  turnoverBefore: number,
  turnoverAfter: number,
  time: number,
): Charges => {
  const on = (turnoverPaise: number) => chargesOnOrder({ segment, side, turnoverPaise, time }, TEST_PLAN);
  return remainingCharges(on(turnoverAfter), on(turnoverBefore));
};

/** Depository charge of taking a share out of the demat account. */
export const depositoryCharges = (time: number): Charges => dpCharge(time, TEST_PLAN);

export const readCharges = (position: Pick<PositionRow, 'charges_json'>): Charges =>
  JSON.parse(position.charges_json) as Charges;

/** What entering was charged; all of it on a position from before it was kept apart. */
export const entryChargesOf = (
  position: Pick<PositionRow, 'charges_json' | 'entry_charges_json'>,
): Charges =>
  position.entry_charges_json === null
    ? readCharges(position)
    : (JSON.parse(position.entry_charges_json) as Charges);

/** Paise of everything charged so far. */
export const paidCharges = (position: Pick<PositionRow, 'charges_json'>): number =>
  chargePaise(totalCharges(readCharges(position)));

/** Paise of leaving the rest of a position at a price, the depository charge included where it is due. */
export const exitChargesAt = (position: PositionRow, price: number, time: number): number => {
  if (position.quantity === 0) return 0;
  const segment = positionSegment(position);
  const side = position.side === 'long' ? 'sell' : 'buy';
  const order = fillCharges(segment, side, 0, position.quantity * price, time);
  return chargePaise(
    totalCharges(
      segment === 'delivery' && side === 'sell' ? addCharges(order, depositoryCharges(time)) : order,
    ),
  );
};
