import { chargePaise, chargesOnOrder, totalCharges } from '../../engine/charges/charges.ts';
import { lotSizeOn, marginPercentOf, segmentOf } from '../../engine/instrument.ts';
import { type EntryFunds, marginFor } from '../../engine/sizing.ts';
import { tradedAs } from '../market/instrument-master.ts';
import { TARIFF } from './position-charges.ts';

/** Funds for an entry at a price, paise. */
export const entryFunds = (
  { symbol, side }: { readonly symbol: string; readonly side: 'buy' | 'sell' },
  product: 'intraday' | 'delivery',
  cash: number,
  price: number,
  time: number,
): EntryFunds => {
  const { kind } = tradedAs(symbol);
  const segment = segmentOf(kind, product);
  return {
    cash,
    price,
    // Legs are never cut down: their quantities are whole lots already.
    lotSize: kind === 'option' || kind === 'future' ? 1 : lotSizeOn({ symbol, kind }, time),
    marginPercent: marginPercentOf(kind),
    chargesOn: (quantity) =>
      chargePaise(
        totalCharges(chargesOnOrder({ segment, side, turnoverPaise: quantity * price, time }, TARIFF)),
      ),
  };
};

/** Money for an entry, charges included, paise: what a broker blocks for it. */
export const fundsFor = (quantity: number, { price, marginPercent, chargesOn }: EntryFunds): number =>
  marginFor(quantity, price, marginPercent) + chargesOn(quantity);
