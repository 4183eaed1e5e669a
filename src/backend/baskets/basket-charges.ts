import type { ChargesOn } from '../../engine/baskets/allocate.ts';
import {
  addCharges,
  chargePaise,
  chargesOnOrder,
  NO_CHARGES,
  totalCharges,
} from '../../engine/charges/charges.ts';
import { depositoryCharges, TARIFF } from '../trading/position-charges.ts';

/**
 * Charges of one delivery order at a moment. A sale counts the depository charge, though it is not due on shares that
 * were bought the same day: a plan says rather too much than too little.
 */
export const deliveryCharges =
  (time: number): ChargesOn =>
  (side, turnoverPaise) => {
    const order = chargesOnOrder({ segment: 'delivery', side, turnoverPaise, time }, TARIFF);
    const depository = side === 'sell' ? depositoryCharges(time) : NO_CHARGES;
    return chargePaise(totalCharges(addCharges(order, depository)));
  };
