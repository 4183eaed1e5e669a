import type { Amount, LegDocument } from '../../shared/leg-document.ts';
import { PAISE_PER_RUPEE } from '../../shared/money.ts';
import type { LegExit } from './structure-progress.ts';

/** Result of a structure so far. Paise, before charges. */
export interface StructureResult {
  /** At this close. */
  readonly now: number;
  /** Best at any close so far, this one included. */
  readonly best: number;
  /** Premium that its entries paid or received, without their sign. */
  readonly premium: number;
}

/** Exit of all legs together. */
export type StructureExit = Extract<LegExit, `structure-${string}`>;

const paiseOf = (amount: Amount, premium: number): number =>
  amount.kind === 'rupees' ? amount.rupees * PAISE_PER_RUPEE : (premium * amount.percent) / 100;

/** Result below which a structure is closed, paise; null without a stop. It rises by whole steps of the best result. */
export const structureStop = (
  { stop, trail }: LegDocument['structure'],
  { best, premium }: Pick<StructureResult, 'best' | 'premium'>,
): number | null => {
  if (!stop) return null;
  const level = -paiseOf(stop, premium);
  if (!trail || best <= 0) return level;
  const every = paiseOf(trail.every, premium);
  const steps = every > 0 ? Math.floor(best / every + 1e-9) : 0;
  return level + steps * paiseOf(trail.by, premium);
};

/** Why all legs are closed at a close, or null. Stop, then profit lock, then target. */
export const structureExit = (
  rules: LegDocument['structure'],
  result: StructureResult,
): StructureExit | null => {
  const stop = structureStop(rules, result);
  if (stop !== null && result.now <= stop) return 'structure-stop';
  const { lock, target } = rules;
  if (
    lock &&
    result.best >= paiseOf(lock.at, result.premium) &&
    result.now <= paiseOf(lock.keep, result.premium)
  )
    return 'structure-lock';
  return target && result.now >= paiseOf(target, result.premium) ? 'structure-target' : null;
};
