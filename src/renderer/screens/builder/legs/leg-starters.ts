import {
  type Leg,
  type LegDocument,
  LegDocumentSchema,
  type StrikeRule,
} from '../../../../shared/leg-document.ts';
import type { LegRule } from '../../../features/options/rules-address.ts';
import { labels } from '../../../i18n/translate.ts';

/** Ready-made structures, by their market words. */
export const STRUCTURES = labels({
  straddle: 'Short straddle',
  strangle: 'Short strangle',
  'iron-condor': 'Iron condor',
  'iron-butterfly': 'Iron butterfly',
  'bull-put': 'Bull put spread',
  'bear-call': 'Bear call spread',
  'long-straddle': 'Long straddle',
});
export type StructureName = keyof typeof STRUCTURES;

/** Settings that a ready-made structure is made with. */
export interface QuickSettings {
  readonly structure: StructureName;
  readonly lots: number;
  /** Percent of the premium, of each sold leg. Of each leg where none is sold. */
  readonly stopPercent: number;
}

const away = (steps: number): StrikeRule => ({ by: 'at-the-money', steps });

type Sketch = readonly [side: Leg['side'], kind: 'call' | 'put', steps: number];

const SKETCHES: Readonly<Record<StructureName, readonly Sketch[]>> = {
  straddle: [
    ['sell', 'call', 0],
    ['sell', 'put', 0],
  ],
  strangle: [
    ['sell', 'call', 4],
    ['sell', 'put', 4],
  ],
  'iron-condor': [
    ['sell', 'call', 4],
    ['sell', 'put', 4],
    ['buy', 'call', 8],
    ['buy', 'put', 8],
  ],
  'iron-butterfly': [
    ['sell', 'call', 0],
    ['sell', 'put', 0],
    ['buy', 'call', 6],
    ['buy', 'put', 6],
  ],
  'bull-put': [
    ['sell', 'put', 2],
    ['buy', 'put', 6],
  ],
  'bear-call': [
    ['sell', 'call', 2],
    ['buy', 'call', 6],
  ],
  'long-straddle': [
    ['buy', 'call', 0],
    ['buy', 'put', 0],
  ],
};

const NO_EXTRAS = { target: null, trail: null, wait: null, onStop: null, onTarget: null } as const;

/** A leg as it is added by hand. */
export const newLeg = (): Leg => ({
  ...NO_EXTRAS,
  side: 'sell',
  kind: 'call',
  lots: 1,
  expiry: 'this-month',
  strike: away(0),
  stop: null,
});

/** Legs of a ready-made structure. Underlyings without weekly expiries have those of the month. */
export const readyLegs = ({ structure, lots, stopPercent }: QuickSettings, expiry: Leg['expiry']): Leg[] => {
  const sketches = SKETCHES[structure];
  const hasSold = sketches.some(([side]) => side === 'sell');
  return sketches.map(([side, kind, steps]) => ({
    ...NO_EXTRAS,
    side,
    kind,
    lots,
    expiry,
    strike: away(steps),
    stop:
      side === 'sell' || !hasSold
        ? { of: 'premium', distance: { kind: 'percent', value: stopPercent } }
        : null,
  }));
};

/** Legs that the stop of all is for: those that are sold, or all where none is. */
const stopped = (legs: readonly Leg[]): readonly Leg[] => {
  const sold = legs.filter(({ side }) => side === 'sell');
  return sold.length > 0 ? sold : legs;
};

/** Settings of legs that are there already. */
export type LegChange = Partial<Omit<QuickSettings, 'structure'>>;

export const QUICK_START: QuickSettings = { structure: 'straddle', lots: 1, stopPercent: 30 };

/** The value of all; null where they differ. */
const shared = <Value>(values: readonly Value[]): Value | null =>
  values.every((value) => Object.is(value, values[0])) ? (values[0] ?? null) : null;

const isMadeBy = (structure: StructureName, legs: readonly Leg[]): boolean => {
  const sketches = SKETCHES[structure];
  return (
    sketches.length === legs.length &&
    sketches.every(([side, kind, steps], index) => {
      const leg = legs[index];
      const isThere = leg?.strike?.by === 'at-the-money' && leg.strike.steps === steps;
      return isThere && leg.side === side && leg.kind === kind;
    })
  );
};

/** Settings that legs have in common, and their ready-made structure; null of the others. */
export const quickSettingsOf = (
  legs: readonly Leg[],
): { [K in keyof QuickSettings]: QuickSettings[K] | null } => ({
  structure: (Object.keys(SKETCHES) as StructureName[]).find((name) => isMadeBy(name, legs)) ?? null,
  lots: shared(legs.map((leg) => leg.lots)),
  stopPercent: shared(
    stopped(legs).map(({ stop }) =>
      stop?.of === 'premium' && stop.distance.kind === 'percent' ? stop.distance.value : null,
    ),
  ),
});

/**
 * Legs with other lots or another stop. The stop is percent of the premium, of those that are sold; of all where none is.
 * Without weekly expiries they expire in the month.
 */
export const changedLegs = (
  legs: readonly Leg[],
  { lots, stopPercent }: LegChange,
  hasWeeks: boolean,
): Leg[] => {
  const stops = stopped(legs);
  return legs.map((leg) => ({
    ...leg,
    ...(lots !== undefined && { lots }),
    ...(stopPercent !== undefined &&
      stops.includes(leg) && {
        stop: { of: 'premium' as const, distance: { kind: 'percent' as const, value: stopPercent } },
      }),
    expiry: hasWeeks
      ? leg.expiry
      : leg.expiry.startsWith('next')
        ? ('next-month' as const)
        : ('this-month' as const),
  }));
};

/** A document whose legs are chosen by rules; a symbol that is none is taken for NIFTY. */
export const documentOfRules = (underlying: string, rules: readonly LegRule[]): LegDocument => ({
  ...newLegDocument(),
  underlying: underlying === 'BANKNIFTY' ? underlying : 'NIFTY',
  // The chain, from which they are, counts from the forward.
  strikesFrom: 'forward',
  legs: rules.map(({ steps, ...rule }) => ({ ...NO_EXTRAS, ...rule, strike: away(steps), stop: null })),
});

/** A new document: a short straddle with stops. */
export const newLegDocument = (): LegDocument =>
  LegDocumentSchema.parse({
    version: 2,
    underlying: 'NIFTY',
    entry: { at: '09:20' },
    exit: { at: '15:15' },
    legs: readyLegs(QUICK_START, 'this-week'),
  });
