import { roundToTick } from '../../engine/instrument.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';

/** Limits of the day in paise, where they are known. */
export interface Circuits {
  readonly upperCircuit: number | null;
  readonly lowerCircuit: number | null;
}

/**
 * The distance of a fast limit from the last price, in percent. An order that must fill at once is a limit with room,
 * because market orders are not allowed to programs. Narrower for dearer shares, whose spread is a smaller part of
 * the price.
 */
const bandPercent = (price: number): number => (price < 100_00 ? 2 : price <= 500_00 ? 1 : 0.5);

/**
 * The limit price of an order that must fill at once. In paise, on the tick. Each further attempt goes one more width
 * away; never beyond the day's limits.
 */
export const fastLimit = (
  side: 'buy' | 'sell',
  last: number,
  instrument: Pick<BrokerInstrument, 'tickSize'>,
  circuits: Circuits,
  attempt = 0,
): number => {
  const width = (last * bandPercent(last) * (attempt + 1)) / 100;
  const { tickSize } = instrument;
  if (side === 'buy') {
    const price = Math.max(tickSize, roundToTick(last + width, tickSize, 'down'));
    return Math.min(price, circuits.upperCircuit ?? price);
  }
  const price = Math.max(tickSize, roundToTick(last - width, tickSize, 'up'));
  return Math.max(price, circuits.lowerCircuit ?? price);
};
