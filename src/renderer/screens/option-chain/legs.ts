import { contractOf } from '../../../engine/contracts/contract.ts';
import { MOST_LEGS, MOST_LOTS } from '../../../shared/option-structures.ts';
import type { PickedLeg } from '../../features/options/picked-legs.ts';

/** The same with what its symbol says. */
export interface Leg extends PickedLeg {
  readonly underlying: string;
  readonly expiry: string;
  /** Paise. */
  readonly strike: number;
  readonly right: 'call' | 'put';
}

const SIDES = { B: 'buy', S: 'sell' } as const;
/** As `legsText` writes it. */
const LEG = /^([BS])(\d{1,5})@(\d{1,10})=(.+)$/;

const legOf = (text: string): Leg | null => {
  const [, letter = '', lots, price, symbol = ''] = LEG.exec(text) ?? [];
  const contract = contractOf(symbol);
  if (contract?.kind !== 'option' || (letter !== 'B' && letter !== 'S')) return null;
  const { underlying, expiry, strike, right } = contract;
  const leg = { symbol, side: SIDES[letter], lots: Number(lots), price: Number(price) };
  return leg.lots < 1 || leg.lots > MOST_LOTS || leg.price < 1
    ? null
    : { ...leg, underlying, expiry, strike, right };
};

/** Legs of an address; what is none is left out. */
export const legsOf = (text: string): Leg[] =>
  text
    .split(',')
    .map(legOf)
    .filter((leg) => leg !== null);

/** Legs with one more lot of an option; null where there is room for no further leg or lot. */
export const withPick = (legs: readonly PickedLeg[], pick: PickedLeg): PickedLeg[] | null => {
  const at = legs.findIndex(({ symbol, side }) => symbol === pick.symbol && side === pick.side);
  const same = legs[at];
  if (!same) return legs.length < MOST_LEGS ? [...legs, pick] : null;
  const lots = same.lots + pick.lots;
  if (lots > MOST_LOTS) return null;
  const price = Math.round((same.lots * same.price + pick.lots * pick.price) / lots);
  return legs.with(at, { ...same, lots, price });
};
