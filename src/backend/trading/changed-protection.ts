import {
  changeProtection,
  type DistanceAtr,
  type Protection,
  type ProtectionRules,
} from '../../engine/protection.ts';
import { Refusal } from '../refusal.ts';

/**
 * The protection of an open position under other rules.
 * @throws Refusal `refused` when a distance asks for an ATR that is not known yet
 */
export const changedProtection = (
  protection: Protection,
  symbol: string,
  rules: ProtectionRules,
  atr: DistanceAtr,
): Protection => {
  try {
    return changeProtection(protection, rules, atr);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(
      'refused',
      `The ATR of ${symbol} is not known yet, so its open position keeps its protection. Use a percentage or points, or start the strategy first.`,
    );
  }
};
