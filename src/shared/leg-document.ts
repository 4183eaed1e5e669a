import { z } from 'zod';
import { DistanceSchema } from './rule-document.ts';
import { clockToMinutes } from './time.ts';

/** Bounds of a document with legs. */
export const LEG_LIMITS = { legs: 8, lots: 1_000, steps: 50, reentries: 20 } as const;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a clock time such as 09:20');
/** Minutes of the day in which a structure may be entered. */
const TRADING = { from: clockToMinutes('09:15'), to: clockToMinutes('15:30') } as const;
const rupees = z.number().positive().max(10_000_000);
const times = z.int().min(1).max(LEG_LIMITS.reentries);

/** Expiry of a leg. Week: the nearest that is listed; month: the nearest that is the last of its month. */
export const EXPIRY_CHOICES = ['this-week', 'next-week', 'this-month', 'next-month'] as const;
export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number];

/** How the strike of a leg is chosen when it is entered. */
export const StrikeRuleSchema = z.lazy(() =>
  z.discriminatedUnion('by', [
    /** So many listed strikes out of the money; below zero in the money. */
    z.object({ by: z.literal('at-the-money'), steps: z.int().min(-LEG_LIMITS.steps).max(LEG_LIMITS.steps) }),
    z.object({ by: z.literal('premium'), rupees, choose: z.enum(['nearest', 'at-least', 'at-most']) }),
    /** Of several the dearest is sold, and the cheapest bought. */
    z.object({ by: z.literal('premium-range'), from: rupees, to: rupees }),
    /** The absolute delta, 0 to 1. */
    z.object({ by: z.literal('delta'), delta: z.number().gt(0).lt(1) }),
    /** So many percent of the underlying out of the money; below zero in the money. */
    z.object({ by: z.literal('percent-away'), percent: z.number().min(-50).max(50) }),
    /** The premium nearest to a share of the straddle at the money. */
    z.object({ by: z.literal('straddle-premium'), percent: z.number().positive().max(200) }),
    /** So many times the price of that straddle out of the money; below zero in the money. */
    z.object({ by: z.literal('straddle-width'), times: z.number().min(-10).max(10) }),
  ]),
);
export type StrikeRule = z.output<typeof StrikeRuleSchema>;

/** Distance of a leg's premium from its entry. A sold option can lose many times its premium. */
const PremiumDistanceSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percent'), value: z.number().positive().max(2_000) }),
    z.object({ kind: z.literal('points'), rupees }),
  ]),
);
export type PremiumDistance = z.output<typeof PremiumDistanceSchema>;

/** A level of a leg: a distance of its premium, or of the underlying against or in favour of the leg. */
const LegLevelSchema = z.lazy(() =>
  z.discriminatedUnion('of', [
    z.object({ of: z.literal('premium'), distance: PremiumDistanceSchema }),
    z.object({
      of: z.literal('underlying'),
      distance: DistanceSchema.refine(({ kind }) => kind !== 'atr', 'must be percent or points'),
    }),
  ]),
);
export type LegLevel = z.output<typeof LegLevelSchema>;

/** Every `every` in favour of the leg, its stop moves by `by`. */
const TrailSchema = z.lazy(() => z.object({ every: PremiumDistanceSchema, by: PremiumDistanceSchema }));

/** Entry once the premium has moved so far. Since the time of entry; the strike stays. */
const WaitSchema = z.lazy(() =>
  z.object({ direction: z.enum(['up', 'down']), distance: PremiumDistanceSchema }),
);

/**
 * Re-entry after a stop or target. At once: the strike is chosen anew. At cost: the same contract, when it is back at
 * the price of its first entry. Reversed: at once, on the other side.
 */
const ReentrySchema = z.lazy(() => z.object({ how: z.enum(['at-once', 'at-cost', 'reversed']), times }));
export type Reentry = z.output<typeof ReentrySchema>;

export const LEG_KINDS = ['call', 'put', 'future'] as const;
export type LegKind = (typeof LEG_KINDS)[number];

/** One leg. Its side is always said: none is assumed. */
export const LegSchema = z.lazy(() =>
  z
    .object({
      side: z.enum(['buy', 'sell'], 'must be buy or sell'),
      kind: z.enum(LEG_KINDS, 'must be call, put or future'),
      lots: z.int().min(1).max(LEG_LIMITS.lots),
      expiry: z.enum(EXPIRY_CHOICES).default('this-week'),
      /** Null for a future. */
      strike: StrikeRuleSchema.nullable().default(null),
      stop: LegLevelSchema.nullable().default(null),
      target: LegLevelSchema.nullable().default(null),
      trail: TrailSchema.nullable().default(null),
      wait: WaitSchema.nullable().default(null),
      onStop: ReentrySchema.nullable().default(null),
      onTarget: ReentrySchema.nullable().default(null),
    })
    .superRefine((leg, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      const isOption = leg.kind !== 'future';
      if (isOption && !leg.strike) refuse('strike', 'must say how the strike is chosen');
      if (!isOption && leg.strike) refuse('strike', 'must be empty: a future has no strike');
      if (!isOption && leg.expiry.endsWith('week'))
        refuse('expiry', 'must be a month: futures have no weeks');
      if (leg.strike?.by === 'premium-range' && leg.strike.from >= leg.strike.to)
        refuse('strike', 'must begin below its end');
      if (leg.trail && leg.stop?.of !== 'premium')
        refuse('trail', 'needs a stop on the premium, which it moves');
      const falls = [leg.side === 'buy' ? leg.stop : leg.target];
      for (const level of falls)
        if (level?.of === 'premium' && level.distance.kind === 'percent' && level.distance.value >= 100)
          refuse(
            leg.side === 'buy' ? 'stop' : 'target',
            'must be below 100 %: a premium cannot fall further',
          );
      if (leg.onStop && !leg.stop) refuse('onStop', 'needs a stop');
      if (leg.onTarget && !leg.target) refuse('onTarget', 'needs a target');
    }),
);
export type Leg = z.output<typeof LegSchema>;

/** A result of the structure: rupees, or percent of the net premium that its first entries paid or received. */
const AmountSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rupees'), rupees }),
    z.object({ kind: z.literal('premium'), percent: z.number().positive().max(1_000) }),
  ]),
);
export type Amount = z.output<typeof AmountSchema>;

/** Exits of all legs together. Their result is judged at the close of each minute. */
const StructureSchema = z.lazy(() =>
  z.object({
    stop: AmountSchema.nullable().default(null),
    target: AmountSchema.nullable().default(null),
    /** Every `every` of profit, the stop of the structure rises by `by`. */
    trail: z.object({ every: AmountSchema, by: AmountSchema }).nullable().default(null),
    /** Once the profit was `at`, it is not let below `keep`. */
    lock: z.object({ at: AmountSchema, keep: AmountSchema }).nullable().default(null),
    /** Legs that the stop or target of one leg closes. */
    onLegExit: z.enum(['that-leg', 'all-legs']).default('that-leg'),
    /** Whose stops move to their entry price when a leg is stopped. */
    moveToCost: z.enum(['none', 'legs-with-stop', 'all-legs', 'opposite-legs']).default('none'),
    /** If a leg cannot be entered. */
    ifIncomplete: z.enum(['close', 'keep']).default('close'),
  }),
);

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A strategy of legs on one underlying: entered at a time of the day, and closed at another. */
export const LegDocumentSchema = z.lazy(() =>
  z
    .object({
      version: z.literal(2),
      underlying: z.string().regex(/^[A-Z0-9&-]{1,20}$/, 'must be an exchange symbol such as NIFTY'),
      /** Price that the strike at the money is nearest to. The forward is that of put-call parity. */
      strikesFrom: z.enum(['spot', 'forward']).default('spot'),
      entry: z.object({
        at: clock,
        /** 1 is Monday. A special session has the weekday of its date. */
        weekdays: z
          .array(z.literal(WEEKDAYS))
          .min(1)
          .max(WEEKDAYS.length)
          .default(() => [...WEEKDAYS]),
        /** Calendar days from the entry to the nearest expiry. Both are included. */
        daysToExpiry: z
          .object({ from: z.int().min(0).max(400), to: z.int().min(0).max(400) })
          .nullable()
          .default(null),
      }),
      exit: z.object({
        at: clock,
        /** Calendar days before the nearest expiry of the legs; null closes on the day of entry. */
        daysBeforeExpiry: z.int().min(0).max(60).nullable().default(null),
      }),
      legs: z.array(LegSchema).min(1).max(LEG_LIMITS.legs),
      structure: StructureSchema.default(() => StructureSchema.parse({})),
    })
    .superRefine((document, context) => {
      const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      const { entry, exit, structure } = document;
      const enters = clockToMinutes(entry.at);
      if (enters < TRADING.from || enters > TRADING.to)
        refuse(['entry', 'at'], 'must be from 09:15 to 15:30, when the market trades');
      if (exit.daysBeforeExpiry === null && enters >= clockToMinutes(exit.at))
        refuse(['exit', 'at'], 'must be after the entry');
      if (entry.daysToExpiry && entry.daysToExpiry.from > entry.daysToExpiry.to)
        refuse(['entry', 'daysToExpiry'], 'must begin before it ends');
      const { stop, target, trail, lock } = structure;
      const amounts = [stop, target, trail?.every, trail?.by, lock?.at, lock?.keep];
      const hasOption = document.legs.some(({ kind }) => kind !== 'future');
      if (!hasOption && amounts.some((amount) => amount?.kind === 'premium'))
        refuse(['structure'], 'must be in rupees: futures have no premium');
      if (trail && !stop) refuse(['structure', 'trail'], 'needs a stop, which it moves');
      if (lock && lock.at.kind === lock.keep.kind && amountValue(lock.keep) >= amountValue(lock.at))
        refuse(['structure', 'lock'], 'must keep less than the profit that locks it');
    }),
);
export type LegDocument = z.output<typeof LegDocumentSchema>;
export type LegDocumentInput = z.input<typeof LegDocumentSchema>;

const amountValue = (amount: Amount): number => (amount.kind === 'rupees' ? amount.rupees : amount.percent);
