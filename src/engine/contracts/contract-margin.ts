import { MARGIN_PERCENT, type TradedKind } from '../instrument.ts';
import type { Side } from '../protection.ts';
import { contractOf } from './contract.ts';

/**
 * Margin of a sold option, percent of its strike: the floor of the price scan range of an index, 9.3 %, and 2 % of
 * exposure. An estimate, leg by leg: the benefit of a hedge is left out.
 */
const SOLD_OPTION_PERCENT = 11.3;

/**
 * Percent of its value that an open position sets aside. The price is the average of its entry, paise.
 * @throws RangeError for the symbol of an option that is none
 */
export const marginPercentOf = (
  { symbol, kind }: { readonly symbol: string; readonly kind: TradedKind },
  side: Side,
  price: number,
): number => {
  if (kind === 'future') return MARGIN_PERCENT['index-proxy'];
  if (kind !== 'option') return MARGIN_PERCENT[kind];
  if (side === 'long') return 100;
  const contract = contractOf(symbol);
  if (contract?.kind !== 'option') throw new RangeError(`${symbol} is no option.`);
  return (SOLD_OPTION_PERCENT * contract.strike) / price;
};
