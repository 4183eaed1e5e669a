import type { Leg, LegLevel, PremiumDistance } from '../../shared/leg-document.ts';
import { distanceInPaise, NO_ATR, type ProtectionRules, type Side } from '../protection.ts';

/** Side of the position that a leg opens. */
export const sideOfLeg = (side: Leg['side']): Side => (side === 'buy' ? 'long' : 'short');

/** The other side, for a leg that is entered anew reversed. */
export const reversed = (side: Leg['side']): Leg['side'] => (side === 'buy' ? 'sell' : 'buy');

const ofPremium = (level: LegLevel | null): PremiumDistance | null =>
  level?.of === 'premium' ? level.distance : null;

/** The rules by which the position of a leg is protected: its levels on the premium. */
export const protectionRulesOf = (leg: Pick<Leg, 'stop' | 'target' | 'trail'>): ProtectionRules => ({
  stopLoss: ofPremium(leg.stop),
  target: ofPremium(leg.target),
  trailing: null,
  trailSteps: leg.trail,
  partialExits: [],
});

/**
 * Whether the underlying has gone far enough since the entry. `direction` is where the leg profits: up for a bought call
 * and a sold put. Prices in paise.
 */
const hasMoved = (
  level: LegLevel | null,
  wanted: 'up' | 'down',
  underlying: { readonly entry: number; readonly now: number },
): boolean => {
  if (level?.of !== 'underlying') return false;
  const distance = distanceInPaise(level.distance, underlying.entry, Number.NaN);
  const moved = underlying.now - underlying.entry;
  return wanted === 'up' ? moved >= distance : moved <= -distance;
};

/** The way of the underlying in which a leg profits. */
const profitsBy = ({ kind, side }: Pick<Leg, 'kind' | 'side'>): 'up' | 'down' =>
  (kind === 'put') === (side === 'buy') ? 'down' : 'up';

/** Level of the leg that the underlying has reached. At a close; the stop before the target. */
export const underlyingHit = (
  leg: Pick<Leg, 'kind' | 'side' | 'stop' | 'target'>,
  underlying: { readonly entry: number; readonly now: number },
): 'stop-loss' | 'target' | null => {
  const inFavour = profitsBy(leg);
  if (hasMoved(leg.stop, inFavour === 'up' ? 'down' : 'up', underlying)) return 'stop-loss';
  return hasMoved(leg.target, inFavour, underlying) ? 'target' : null;
};

/** Whether a waiting leg may be entered: its premium has moved far enough from the reference. Paise. */
export const hasWaited = (
  wait: NonNullable<Leg['wait']>,
  { reference, premium }: { readonly reference: number; readonly premium: number },
): boolean => {
  const distance = distanceInPaise(wait.distance, reference, NO_ATR.stopLoss);
  return wait.direction === 'up' ? premium >= reference + distance : premium <= reference - distance;
};
