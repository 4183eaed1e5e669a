import { compare } from '../../shared/compare.ts';
import type { Rebalance, Rotation } from '../../shared/rule-document.ts';
import { DAY_MS } from '../../shared/time.ts';

/** 1970-01-01 was a Thursday; weeks run from Monday to Sunday. */
const MONDAY_OFFSET = 3;
const DAYS_PER_WEEK = 7;

/** Number of the calendar week of a day, Monday to Sunday. */
export const weekOf = (day: number): number => Math.floor((day + MONDAY_OFFSET) / DAYS_PER_WEEK);

const monthOf = (day: number): number => {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/**
 * Whether a portfolio is ranked anew on a trading day: the first of a calendar week (Monday to Sunday) or month. Days
 * are Indian calendar days counted from 1970-01-01; `previousDay` is the trading day before, null when there was none,
 * and the first day of all is due.
 */
export const isRebalanceDue = (previousDay: number | null, day: number, every: Rebalance): boolean => {
  if (previousDay === null) return true;
  const periodOf = every === 'week' ? weekOf : monthOf;
  return periodOf(day) !== periodOf(previousDay);
};

/** An order below this much is not made at a rebalance: it would cost more than it does for the weights. */
const LEAST_PERCENT = 1;
const LEAST_PAISE = 500_00;

/** The smallest order at a rebalance that is worth making, in paise. It depends on what the account is worth. */
export const leastRebalanceOrder = (worth: number): number =>
  Math.max(Math.round((worth * LEAST_PERCENT) / 100), LEAST_PAISE);

/** An instrument that a rotation may hold, and its rank value. It fulfils the entry rule and not the exit rule. */
export interface RotationCandidate {
  readonly symbol: string;
  /** NaN = not known; such an instrument is not ranked. */
  readonly rank: number;
}

/** Orders of a portfolio at a rebalance. */
export interface RotationOrders {
  /** Held and no longer among the best. */
  readonly leave: readonly string[];
  /** Held and still among them, best first. */
  readonly keep: readonly string[];
  /** New among them, best first. */
  readonly enter: readonly string[];
}

/** Ranks the candidates and says what to leave, keep and enter. Equal ranks are in the order of their symbols. */
export const rotate = (state: {
  readonly candidates: readonly RotationCandidate[];
  readonly held: readonly string[];
  readonly rotation: Pick<Rotation, 'best' | 'hold'>;
}): RotationOrders => {
  const { candidates, rotation } = state;
  const sign = rotation.best === 'highest' ? -1 : 1;
  const best = candidates
    .filter(({ rank }) => !Number.isNaN(rank))
    .sort((a, b) => compare(sign * a.rank, sign * b.rank) || compare(a.symbol, b.symbol))
    .slice(0, rotation.hold)
    .map(({ symbol }) => symbol);
  const isBest = new Set(best);
  const isHeld = new Set(state.held);
  return {
    leave: state.held.filter((symbol) => !isBest.has(symbol)),
    keep: best.filter((symbol) => isHeld.has(symbol)),
    enter: best.filter((symbol) => !isHeld.has(symbol)),
  };
};
