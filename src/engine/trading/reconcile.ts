import type { DifferenceKind } from '../../shared/account-difference.ts';
import type { Side } from '../protection.ts';

/** A position of ours in a contract. */
export interface OwnPosition {
  readonly id: number;
  readonly side: Side;
  readonly quantity: number;
  /** Price of one share at entry, paise. */
  readonly entryPrice: number;
  /** Intraday of an earlier day: the broker has squared it off, whatever the account holds now. */
  readonly isOver: boolean;
  /** Where its stop is, paise, of what was held overnight; null otherwise. */
  readonly overnightStop: number | null;
  /** Quantity of it that was missing at the comparison before. */
  readonly missing: number;
  /** The most that orders which are out may still take off it. */
  readonly atBroker: number;
  /** Whether its owner trades it by hand, and no rules do. */
  readonly isByHand: boolean;
}

/** Our positions in one contract and product, beside the account's. */
export interface ContractCase {
  /** Names exchange, token and product. */
  readonly key: string;
  /** Oldest first. */
  readonly positions: readonly OwnPosition[];
  /** Shares that the account holds, below zero when short: bought, sold and delivered taken together. */
  readonly theirs: number;
  /** Delivered shares may be split or multiplied by a bonus. */
  readonly isDelivery: boolean;
  /** The last price, paise; null when there is none. */
  readonly lastPrice: number | null;
  /** Whether an order of ours in this contract was lost. Its day ended without its outcome being seen. */
  readonly hasLostOrder: boolean;
  /** Shares of the positions after known splits and bonuses. Null where none are known. */
  readonly afterActions: number | null;
}

/** Difference between our records and the account. */
export interface AccountDifference {
  readonly key: string;
  readonly kind: DifferenceKind;
  /** Sum of our positions, below zero when short. */
  readonly ours: number;
  readonly theirs: number;
  /** Quantity missing at the account, by position: never sold, never bought back. */
  readonly shortfalls: ReadonlyMap<number, number>;
  /** By what a split or bonus has multiplied the quantity; null otherwise. */
  readonly factor: number | null;
}

/** Ratios of splits and bonuses, as shares after one for shares before. */
const FACTORS = [10, 5, 4, 3, 2.5, 2, 5 / 3, 1.5, 4 / 3, 1.25, 1.2, 0.5, 0.2, 0.1] as const;
/** Tolerance of a price after a split, percent. It is taken of the price before, divided by the factor. */
const SPLIT_PRICE_PERCENT = 25;

/**
 * Overnight distance beyond a stop that suggests a changed share; percent. A share that was split, multiplied or
 * demerged goes this far, and hardly ever another.
 */
const GAP_PERCENT = 25;

/**
 * Whether a price beyond an overnight stop suggests a changed share. The stop is of the day before. Prices in paise.
 */
export const isPriceGap = (side: Side, overnightStop: number | null, price: number | null): boolean => {
  if (overnightStop === null || price === null) return false;
  return side === 'long'
    ? price * 100 <= (100 - GAP_PERCENT) * overnightStop
    : price * (100 - GAP_PERCENT) >= 100 * overnightStop;
};

const sumOf = (positions: readonly OwnPosition[]): number =>
  positions.reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether known splits and bonuses make just what the account holds. */
export const isExplained = ({
  positions,
  theirs,
  isDelivery,
  afterActions,
}: Pick<ContractCase, 'positions' | 'theirs' | 'isDelivery' | 'afterActions'>): boolean =>
  isDelivery &&
  afterActions !== null &&
  theirs === afterActions &&
  theirs !== sumOf(positions) &&
  positions.every(({ side }) => side === 'long');

/**
 * Factor of a split in quantity and price; else null. Both must have changed by its ratio. While no price is known the
 * quantity alone is suspect.
 */
const splitFactor = (contract: ContractCase): number | null => {
  const { positions, theirs, isDelivery, lastPrice } = contract;
  const ours = sumOf(positions);
  if (!isDelivery || ours === 0 || theirs <= 0) return null;
  // An action that is known needs no guess, whatever its ratio.
  if (isExplained(contract)) return theirs / ours;
  // Of few shares a fraction fits several: the nearest is the one that loses least of them.
  const [factor] = FACTORS.filter((one) => Math.floor(ours * one + 1e-9) === theirs).toSorted(
    (a, b) => a - b,
  );
  if (factor === undefined) return null;
  if (lastPrice === null) return factor;
  const cost = positions.reduce((sum, { quantity, entryPrice }) => sum + quantity * entryPrice, 0) / ours;
  const expected = cost / factor;
  // Nearer to what it cost than to the price of a split: the rest is its owner's own.
  const isNearer = factor > 1 ? lastPrice ** 2 <= cost * expected : lastPrice ** 2 >= cost * expected;
  if (!isNearer) return null;
  return Math.abs(lastPrice - expected) * 100 <= SPLIT_PRICE_PERCENT * expected ? factor : null;
};

/**
 * Allocate missing shares to positions. What is missing stays with the position that it was missing of, and goes where
 * no order is out for it: otherwise one would sell what was given to it while another still has an order for the same
 * shares. What its owner trades by hand comes before what rules trade, as nobody but the owner has taken it. The rest
 * is of the newest positions first: what was held longest is what is still there.
 */
const allocate = (positions: readonly OwnPosition[], missing: number): Map<number, number> => {
  const shortfalls = new Map<number, number>();
  const idle = ({ quantity, atBroker }: OwnPosition) => Math.max(0, quantity - atBroker);
  const mostOf: readonly ((position: OwnPosition) => number)[] = [
    (position) => Math.min(position.missing, idle(position)),
    idle,
    ({ quantity }) => quantity,
  ];
  const newestFirst = positions.toReversed();
  const inTurn = [
    ...newestFirst.filter(({ isByHand }) => isByHand),
    ...newestFirst.filter(({ isByHand }) => !isByHand),
  ];
  let left = missing;
  for (const most of mostOf)
    for (const position of inTurn) {
      const before = shortfalls.get(position.id) ?? 0;
      const part = Math.min(left, most(position) - before);
      if (part <= 0) continue;
      shortfalls.set(position.id, before + part);
      left -= part;
    }
  return shortfalls;
};

const kindOf = (side: Side, ours: number, theirs: number): DifferenceKind => {
  const there = side === 'long' ? theirs : -theirs;
  if (there < 0) return 'opposite';
  return there === 0 && ours !== 0 ? 'gone' : 'smaller';
};

/**
 * Difference of one contract from the account; null when there is none. Strategies on both sides of it net out at the
 * broker. What the account has beyond ours is its owner's own, unless an order of ours was lost.
 */
export const differenceOf = (contract: ContractCase): AccountDifference | null => {
  const { positions } = contract;
  const over = positions.filter(({ isOver }) => isOver);
  const rest = differenceOfOpen({ ...contract, positions: positions.filter(({ isOver }) => !isOver) });
  if (over.length === 0) return rest;
  // Both sides of a share may have gone together, which its net does not show.
  const ours =
    sumOf(positions.filter(({ side }) => side === 'long')) -
    sumOf(positions.filter(({ side }) => side === 'short'));
  return {
    key: contract.key,
    kind: over.length === positions.length && contract.theirs === 0 ? 'gone' : 'smaller',
    ours,
    theirs: contract.theirs,
    factor: null,
    shortfalls: new Map([
      ...(rest?.shortfalls ?? []),
      ...over.map(({ id, quantity }) => [id, quantity] as const),
    ]),
  };
};

const differenceOfOpen = (contract: ContractCase): AccountDifference | null => {
  const { key, positions, theirs, hasLostOrder, lastPrice } = contract;
  const longs = positions.filter(({ side }) => side === 'long');
  const shorts = positions.filter(({ side }) => side === 'short');
  const ours = sumOf(longs) - sumOf(shorts);
  const surplus = theirs - ours;
  const base = { key, ours, theirs, factor: null };
  const factor = surplus !== 0 && shorts.length === 0 ? splitFactor(contract) : null;
  if (factor !== null) return { ...base, kind: 'split', factor, shortfalls: new Map() };
  const missing = surplus < 0 ? allocate(longs, -surplus) : allocate(shorts, surplus);
  // Whatever else differs, and though its owner has shares of their own: its price is asked about first.
  if (positions.some((one) => isPriceGap(one.side, one.overnightStop, lastPrice)))
    return { ...base, kind: 'price-gap', shortfalls: missing };
  if (surplus === 0) return null;
  if (surplus < 0 && longs.length > 0)
    return {
      ...base,
      kind: shorts.length > 0 ? 'smaller' : kindOf('long', ours, theirs),
      shortfalls: missing,
    };
  if (surplus > 0 && shorts.length > 0)
    return {
      ...base,
      kind: longs.length > 0 ? 'smaller' : kindOf('short', ours, theirs),
      shortfalls: missing,
    };
  return hasLostOrder ? { ...base, kind: 'larger', shortfalls: new Map() } : null;
};
