import type { Leg, LegDocument, LegLevel, PremiumDistance } from '../../shared/leg-document.ts';
import { formatPercent, formatRupees, PAISE_PER_RUPEE } from '../../shared/money.ts';

/** Words of one language for a document with legs. */
export interface LegPhrases {
  readonly labels: Readonly<Record<'summary' | 'entry' | 'leg' | 'exit' | 'together', string>>;
  readonly summary: (document: LegDocument) => string;
  readonly entry: (entry: LegDocument['entry']) => string;
  readonly leg: (leg: Leg) => string;
  readonly exit: (exit: LegDocument['exit']) => string;
  readonly together: (structure: LegDocument['structure']) => readonly string[];
}

/** Rupees as they are read. */
export const rupees = (value: number): string => formatRupees(Math.round(value * PAISE_PER_RUPEE));

/** A distance of premium as it is read: `30%` or `₹15.00`. */
export const distance = (one: PremiumDistance): string =>
  one.kind === 'percent' ? formatPercent(one.value) : rupees(one.rupees);

/** Distance of a level as it is read. */
export const levelDistance = (level: LegLevel): string => {
  const { distance: one } = level;
  return one.kind === 'points' ? rupees(one.rupees) : formatPercent(one.kind === 'percent' ? one.value : 0);
};
