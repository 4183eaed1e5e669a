import { chargePaise, chargesOnOrder, totalCharges } from '../../../engine/charges/charges.ts';
import { MARGIN_PERCENT, segmentOf } from '../../../engine/instrument.ts';
import { distanceInPaise } from '../../../engine/protection.ts';
import { marginFor, sizePosition } from '../../../engine/sizing.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { contractOf, instrumentNamed } from '../../market/instrument-master.ts';
import { TARIFF } from '../../trading/position-charges.ts';

/** Requirements of entering one instrument. */
export interface InstrumentCalculation {
  symbol: string;
  price: number | null;
  lotSize: number;
  quantity: number;
  capitalUsed: number;
  chargesRoundTrip: number;
  lossAtStop: number | null;
  note: string | null;
}

/**
 * Quantity, capital, charges and loss of a strategy in one instrument. At a price (paise) and moment: charges are there
 * and back, the loss is that of the stop-loss filled at its level. An ATR stop is not known before entry and says so.
 */
export const calculateInstrument = (
  document: RuleDocument,
  symbol: string,
  capital: number,
  last: { price: number; at: number } | null,
): InstrumentCalculation => {
  const row = instrumentNamed(symbol);
  const empty = {
    symbol,
    price: null,
    lotSize: 1,
    quantity: 0,
    capitalUsed: 0,
    chargesRoundTrip: 0,
    lossAtStop: null,
  };
  if (!row || !last) return { ...empty, note: 'There is no price on the feed in use.' };
  const { price, at } = last;
  const { lotSize } = contractOf(row, price, at);
  const segment = segmentOf(row.kind, document.product);
  const isLong = document.side === 'long';
  const chargesOn = (side: 'buy' | 'sell') => (quantity: number) =>
    chargePaise(
      totalCharges(chargesOnOrder({ segment, side, turnoverPaise: quantity * price, time: at }, TARIFF)),
    );
  const distance = document.stopLoss && distanceInPaise(document.stopLoss, price, Number.NaN);
  const known = { ...empty, price, lotSize };
  if (document.size.kind === 'risk-percent' && !Number.isFinite(distance ?? Number.NaN))
    return { ...known, note: 'The stop-loss follows the ATR at entry, so the quantity is only known then.' };
  const sized = sizePosition({
    size: document.size,
    capital,
    parts: document.rotation?.hold,
    cash: capital,
    price,
    lotSize,
    marginPercent: MARGIN_PERCENT[row.kind],
    stopDistance: distance,
    chargesOn: chargesOn(isLong ? 'buy' : 'sell'),
  });
  if (!sized.ok) return { ...known, note: sized.failure.message };
  const quantity = sized.value;
  const chargesRoundTrip = chargesOn('buy')(quantity) + chargesOn('sell')(quantity);
  const hasLevel = distance !== null && Number.isFinite(distance);
  return {
    ...known,
    quantity,
    capitalUsed: marginFor(quantity, price, MARGIN_PERCENT[row.kind]),
    chargesRoundTrip,
    lossAtStop: hasLevel ? Math.round(quantity * distance) + chargesRoundTrip : null,
    note: document.stopLoss && !hasLevel ? 'The stop-loss follows the ATR at entry.' : null,
  };
};
