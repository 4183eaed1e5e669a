import {
  addCharges,
  type Charges,
  chargePaise,
  dpCharge,
  totalCharges,
} from '../../engine/charges/charges.ts';
import { chargesOfFill, isDepositoryDue } from '../../engine/charges/charges-of-fill.ts';
import { ANGEL_ONE } from '../../engine/charges/plan.ts';
import { marginPercentOf, type Segment, segmentOf } from '../../engine/instrument.ts';
import { type Lot, lotOf, type PositionTotals } from '../../engine/trading/account.ts';
import type { PositionRow } from '../db/schema.ts';
import { tradedAs } from '../market/instrument-master.ts';

/** The tariff of all orders, on paper and with real money. */
export const TARIFF = ANGEL_ONE;

/** The segment a position's orders are charged in. */
export const positionSegment = (position: Pick<PositionRow, 'symbol' | 'product'>): Segment =>
  segmentOf(tradedAs(position.symbol).kind, position.product);

/** Depository charge of taking a share out of the demat account. */
export const depositoryCharges = (time: number): Charges => dpCharge(time, TARIFF);

export const readCharges = (position: Pick<PositionRow, 'charges_json'>): Charges =>
  JSON.parse(position.charges_json) as Charges;

/** Charges of entering; all charges on a position from before these were kept apart. */
export const entryChargesOf = (
  position: Pick<PositionRow, 'charges_json' | 'entry_charges_json'>,
): Charges =>
  position.entry_charges_json === null
    ? readCharges(position)
    : (JSON.parse(position.entry_charges_json) as Charges);

/** Totals of a position so far. */
export const totalsOf = (position: PositionRow): PositionTotals => ({
  side: position.side,
  entryQuantity: position.entry_quantity,
  entryValue: position.entry_value,
  entryCharges: entryChargesOf(position),
  quantity: position.quantity,
  exitValue: position.exit_value,
  charges: readCharges(position),
});

/** Open lot of a position. */
export const openLotOf = (position: PositionRow): Lot =>
  lotOf(totalsOf(position), marginPercentOf(tradedAs(position.symbol).kind));

/** Paise of everything charged so far. */
export const paidCharges = (position: Pick<PositionRow, 'charges_json'>): number =>
  chargePaise(totalCharges(readCharges(position)));

/** Depository charge of selling a position's rest, paise. It is taken as not yet paid that day. */
export const depositoryToCome = (position: PositionRow, time: number): number => {
  const sale = { enteredAt: position.opened_at, at: time, paidAt: Number.NaN };
  const isDue = position.side === 'long' && isDepositoryDue(positionSegment(position), sale);
  return isDue && position.quantity > 0 ? chargePaise(totalCharges(depositoryCharges(time))) : 0;
};

/**
 * The charges of leaving a position's rest at a price, paise: those that a fill there would book. The depository is
 * taken as not yet paid today.
 */
export const exitChargesAt = (position: PositionRow, price: number, time: number): number => {
  if (position.quantity === 0) return 0;
  const segment = positionSegment(position);
  const side = position.side === 'long' ? 'sell' : 'buy';
  const order = chargesOfFill({ segment, side, time }, 0, position.quantity * price, TARIFF);
  const isDue = depositoryToCome(position, time) > 0;
  return chargePaise(totalCharges(isDue ? addCharges(order, depositoryCharges(time)) : order));
};
