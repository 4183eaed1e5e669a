import { contractOf } from '../../engine/contracts/contract.ts';
import { type PriceRange, protectionRange, type RangedContract } from '../../engine/contracts/price-range.ts';
import { roundToTick } from '../../engine/instrument.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import { findInstrument } from '../market/instrument-master.ts';

/** Limits of the day in paise, where they are known. */
export interface Circuits {
  readonly upperCircuit: number | null;
  readonly lowerCircuit: number | null;
}

/** Distances from the last price, percent. By prices up to a bound, paise. */
type Bands = readonly (readonly [below: number, percent: number])[];

/** Narrower for dearer shares: their spread is a smaller part. */
const SHARE_BANDS: Bands = [
  [100_00, 2],
  [500_01, 1],
  [Number.POSITIVE_INFINITY, 0.5],
];
/** Wider, since premiums move faster. Those of a few rupees have a spread of several percent. */
const OPTION_BANDS: Bands = [
  [10_00, 5],
  [100_00, 3],
  [500_01, 2],
  [Number.POSITIVE_INFINITY, 1],
];

const bandPercent = (bands: Bands, price: number): number => bands.find(([below]) => price < below)?.[1] ?? 0;

/** Kind of a symbol among those with price ranges; null of a share. */
const rangedAs = (symbol: string): RangedContract | null => {
  if (findInstrument(symbol)?.kind === 'index-proxy') return 'index-future';
  const contract = contractOf(symbol);
  if (contract?.kind !== 'future') return contract && 'option';
  return findInstrument(contract.underlying)?.kind === 'index-proxy' ? 'index-future' : 'stock-future';
};

const ANY_PRICE: PriceRange = { low: 0, high: Number.POSITIVE_INFINITY };

/**
 * The limit price of an order that must fill at once. In paise, on the tick. It is a limit with room, because market
 * orders are not allowed to programs. Each further attempt goes one more width away; never beyond the day's limits, nor
 * out of the range in which the exchange takes orders of a contract.
 */
export const fastLimit = (
  side: 'buy' | 'sell',
  last: number,
  instrument: Pick<BrokerInstrument, 'tickSize' | 'symbol'>,
  circuits: Circuits,
  attempt = 0,
): number => {
  const { tickSize, symbol } = instrument;
  const kind = rangedAs(symbol);
  const range = kind ? protectionRange(kind, last) : ANY_PRICE;
  const percent = bandPercent(kind === 'option' ? OPTION_BANDS : SHARE_BANDS, last);
  const width = (last * percent * (attempt + 1)) / 100;
  if (side === 'buy') {
    const wanted = Math.min(last + width, range.high);
    const price = Math.max(tickSize, roundToTick(wanted, tickSize, 'down'));
    return Math.min(price, circuits.upperCircuit ?? price);
  }
  const price = Math.max(tickSize, roundToTick(Math.max(last - width, range.low), tickSize, 'up'));
  return Math.max(price, circuits.lowerCircuit ?? price);
};
