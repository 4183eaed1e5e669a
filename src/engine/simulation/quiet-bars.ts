import type { Bars } from '../bars.ts';
import type { RuleSignals } from '../rules/compiled-rules.ts';
import { nextPart } from '../trading/protective-exits.ts';
import type { Position } from './position.ts';

/** Worth of an account with one position at a price: `fixed + perPaisa × price`, in paise. */
export interface Worth {
  readonly cash: number;
  readonly fixed: number;
  readonly perPaisa: number;
}

/** The account's worth as the price moves and nothing is traded. */
export const worthOf = (cash: number, position: Position): Worth => {
  const sign = position.side === 'long' ? 1 : -1;
  let fixed = cash;
  let perPaisa = 0;
  for (const lot of position.lots) {
    fixed += lot.margin - sign * lot.value;
    perPaisa += sign * lot.quantity;
  }
  return { cash, fixed, perPaisa };
};

/**
 * Prices between which a bar changes nothing but the worth. Both are excluded. Within them it moves no stop and reaches
 * no level, and the account keeps some worth.
 */
const quietBand = (
  { side, lots }: Position,
  { fixed, perPaisa }: Worth,
): { floor: number; ceiling: number } => {
  const isLong = side === 'long';
  // What lies against the position and in its favour, as distances along its own direction.
  const sign = isLong ? 1 : -1;
  let against = sign * (-fixed / perPaisa);
  let inFavour = Infinity;
  for (const lot of lots) {
    const { stopLoss, trailingStop, trailingDistance, target, best } = lot.protection;
    if (stopLoss !== null) against = Math.max(against, sign * stopLoss);
    if (trailingStop !== null) against = Math.max(against, sign * trailingStop);
    if (target !== null) inFavour = Math.min(inFavour, sign * target);
    const part = nextPart(lot.protection, lot, lot.lotSize);
    if (part) inFavour = Math.min(inFavour, sign * part.price);
    // A new best price moves the trailing stop; prices are whole paise.
    if (trailingDistance !== null) inFavour = Math.min(inFavour, sign * best + 1);
  }
  return isLong ? { floor: against, ceiling: inFavour } : { floor: -inFavour, ceiling: -against };
};

const nextOne = (column: Uint8Array, from: number, length: number): number => {
  const found = column.indexOf(1, from);
  return found < 0 ? length : found;
};

/**
 * First bar from `next` on at which a position may change. That is to be entered, added to, changed or left; the number
 * of bars when there is none. Until then a position (of one instrument alone, with nothing pending) only changes its
 * worth.
 */
export const nextEvent = (
  bars: Bars,
  signals: RuleSignals,
  position: Position,
  state: { readonly next: number; readonly canAdd: boolean; readonly worth: Worth },
): number => {
  const { next, canAdd, worth } = state;
  const { reverse } = signals;
  // Of rules that trade both sides each entry may also turn what is open.
  let entry = canAdd || reverse ? nextOne(signals.entry, next, bars.length) : bars.length;
  if (reverse) entry = Math.min(entry, nextOne(reverse.entry, next, bars.length));
  if (!position.isOpen) return entry;
  let until = Math.min(entry, nextOne(signals.exit, next, bars.length));
  if (reverse) until = Math.min(until, nextOne(reverse.exit, next, bars.length));
  const { floor, ceiling } = quietBand(position, worth);
  const { low, high } = bars;
  let index = next;
  while (index < until && (low[index] as number) > floor && (high[index] as number) < ceiling) index++;
  return index;
};
