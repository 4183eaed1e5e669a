import { type Charges, chargesOnOrder } from '../../engine/charges/charges.ts';
import { segmentOf } from '../../engine/instrument.ts';
import { tradedAs } from '../market/instrument-master.ts';
import { TARIFF } from '../trading/position-charges.ts';

interface Charged {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly product: 'intraday' | 'delivery';
}

/** Charges of one order of a quantity at a price: those that its fills there are booked with. */
export const chargesOfOrder = (
  { symbol, side, product }: Charged,
  quantity: number,
  price: number,
  time: number,
): Charges =>
  chargesOnOrder(
    { segment: segmentOf(tradedAs(symbol).kind, product), side, turnoverPaise: quantity * price, time },
    TARIFF,
  );
