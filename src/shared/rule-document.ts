import { z } from 'zod';
import { IndicatorSchema } from './indicators/indicators.ts';
import { PRICE_FIELDS } from './price-fields.ts';
import { DAYS_OF_WEEK, EXPIRY_INDICES, LEVELS } from './rule-names.ts';

/**
 * A strategy's rules as a document. The contract accepts it, the engine compiles it, the screens read it back as a
 * sentence. Prices inside operands are in the instrument's own unit (paise); a constant says whether it is a plain
 * number or rupees. Limits keep every document bounded in time and memory.
 */
export const RULE_LIMITS = {
  depth: 6,
  operands: 64,
  lookBack: 1000,
  instruments: 50,
  /** Shares that are members of an index at one time or another. */
  members: 1_000,
  indexName: 40,
  forBars: 100,
  partialExits: 3,
  entries: 5,
  openingMinutes: 300,
  variables: 5,
  variableCandles: 500,
} as const;

export const TIMEFRAMES = ['1m', '3m', '5m', '15m', '30m', '1h', '1d'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

/** Length of a bar in minutes; a daily bar spans the whole session. */
export const TIMEFRAME_MINUTES: Readonly<Record<Timeframe, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '1d': 1440,
};

/** Whether candles of a timeframe can be made of others: longer, and of whole ones. */
export const isMadeOf = (longer: Timeframe, own: Timeframe): boolean =>
  longer !== own && (longer === '1d' || TIMEFRAME_MINUTES[longer] % TIMEFRAME_MINUTES[own] === 0);

const period = z.int().min(1).max(500);
const offset = z.int().min(0).max(RULE_LIMITS.lookBack).default(0);

const symbol = z.string().regex(/^[A-Z0-9&-]{1,20}$/, 'must be an exchange symbol such as RELIANCE');

const variableName = z
  .string()
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _-]{0,28}[\p{L}\p{M}\p{N}])?$/u,
    'must be a name of 1 to 30 letters and digits',
  );

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a clock time such as 09:30');

/** Candles of a price or an indicator, if not the document's own. */
const of = () => ({
  /** Another instrument, whose candle of the same time counts; without one nothing is known. */
  instrument: symbol.optional(),
  /** Longer candles, made of the document's own. Only those that have closed count, and an offset counts them. */
  timeframe: z.enum(TIMEFRAMES).optional(),
});

export const OperandSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('price'), field: z.enum(PRICE_FIELDS), offset, ...of() }),
    z.object({ kind: z.literal('indicator'), indicator: IndicatorSchema, offset, ...of() }),
    z.object({
      kind: z.literal('constant'),
      value: z.number(),
      unit: z.enum(['number', 'rupees']).default('number'),
    }),
    /** Minutes since midnight in India at which the bar closes. */
    z.object({ kind: z.literal('time-of-day') }),
    /** A clock time to compare the time of day with. */
    z.object({ kind: z.literal('clock'), at: clock }),
    /** A level of the session or before it. Not known of a day whose beginning was not seen. */
    z.object({ kind: z.literal('level'), level: z.enum(LEVELS) }),
    /** Range of the first minutes of the session. Not known before they are over. */
    z.object({
      kind: z.literal('opening-range'),
      edge: z.enum(['high', 'low']),
      minutes: z.int().min(1).max(RULE_LIMITS.openingMinutes).default(15),
    }),
    /** Day of the week, Monday is 1. */
    z.object({ kind: z.literal('weekday') }),
    /** A day to compare the weekday with. */
    z.object({ kind: z.literal('day'), day: z.enum(DAYS_OF_WEEK) }),
    /** Minutes from the session's open to the bar's close. */
    z.object({ kind: z.literal('minutes-since-open') }),
    /**
     * Calendar days to an expiry, 0 on its day. The nearest one is the weekly one where the index has those.
     */
    z.object({
      kind: z.literal('days-to-expiry'),
      index: z.enum(EXPIRY_INDICES).default('NIFTY'),
      expiry: z.enum(['nearest', 'monthly']).default('nearest'),
    }),
    /** State of the strategy's own position in the instrument; NaN when there is none, but `is-open` is 0 or 1. */
    z.object({
      kind: z.literal('position'),
      field: z.enum(['is-open', 'bars-held', 'profit-percent', 'profit-rupees']),
    }),
    /** Activity of today in the instrument. Entries, trades that lost, or those since the last that did not. */
    z.object({ kind: z.literal('today'), field: z.enum(['trades', 'losses', 'losses-in-a-row']) }),
    /** A variable of the document, by its name. */
    z.object({ kind: z.literal('variable'), name: variableName }),
  ]),
);
export type Operand = z.output<typeof OperandSchema>;

export const COMPARISONS = ['>', '<', '>=', '<=', 'crosses-above', 'crosses-below'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const forBars = z.int().min(1).max(RULE_LIMITS.forBars).default(1);

const CompareSchema = z.lazy(() =>
  z.object({
    kind: z.literal('compare'),
    left: OperandSchema,
    operator: z.enum(COMPARISONS),
    right: OperandSchema,
    /** Must have held on this many bars in a row. */
    forBars,
  }),
);
const BetweenSchema = z.lazy(() =>
  z.object({
    kind: z.literal('between'),
    value: OperandSchema,
    low: OperandSchema,
    high: OperandSchema,
    forBars,
  }),
);

export type Condition =
  | z.output<typeof CompareSchema>
  | z.output<typeof BetweenSchema>
  | { kind: 'all' | 'any'; conditions: Condition[] }
  | { kind: 'not'; condition: Condition };

type ConditionInput =
  | z.input<typeof CompareSchema>
  | z.input<typeof BetweenSchema>
  | { kind: 'all' | 'any'; conditions: ConditionInput[] }
  | { kind: 'not'; condition: ConditionInput };

export const ConditionSchema: z.ZodType<Condition, ConditionInput> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    CompareSchema,
    BetweenSchema,
    z.object({ kind: z.literal('all'), conditions: z.array(ConditionSchema).min(1).max(16) }),
    z.object({ kind: z.literal('any'), conditions: z.array(ConditionSchema).min(1).max(16) }),
    z.object({ kind: z.literal('not'), condition: ConditionSchema }),
  ]),
);

/** Every part of a condition, whatever its kind is: a schema looks at one of the two, the depth at both. */
const partsOf = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  const several: unknown[] = 'conditions' in value && Array.isArray(value.conditions) ? value.conditions : [];
  return 'condition' in value ? [...several, value.condition] : several;
};

const isShallow = (value: unknown, levels: number = RULE_LIMITS.depth): boolean =>
  levels > 0 ? partsOf(value).every((part) => isShallow(part, levels - 1)) : false;

/** A condition whose depth is checked before anything else: no document can exhaust the parser's stack. */
const BoundedConditionSchema = z
  .custom<ConditionInput>(isShallow, `is nested deeper than ${RULE_LIMITS.depth} levels`)
  .pipe(ConditionSchema);

/** Parts that every variable has. */
const ofVariable = () => ({
  name: variableName,
  /** The candles that are counted or kept: those on which it holds. */
  when: BoundedConditionSchema,
  /** Forgets what was before a candle on which it holds; that candle itself counts. */
  reset: BoundedConditionSchema.nullable().default(null),
  /** How many candles it looks at, the current one included; null = those of the session. */
  candles: z.int().min(1).max(RULE_LIMITS.variableCandles).nullable().default(null),
});

/**
 * A named value of the rules. It is worked out at the close of each candle before any rule is read. It looks back on a
 * bounded number of candles, so a restart, which feeds these again, changes nothing.
 */
export const VariableSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** Number of candles on which the condition held. */
    z.object({ kind: z.literal('counter'), ...ofVariable() }),
    /** Value of an operand at one of these candles; not known without one. */
    z.object({
      kind: z.literal('kept'),
      ...ofVariable(),
      value: OperandSchema,
      keep: z.enum(['first', 'last']).default('last'),
    }),
  ]),
);
export type Variable = z.output<typeof VariableSchema>;

/** A distance from the entry price: percent of it, rupees, or a multiple of ATR at entry. */
export const DistanceSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percent'), value: z.number().positive().max(100) }),
    z.object({ kind: z.literal('points'), rupees: z.number().positive().max(1_000_000) }),
    z.object({ kind: z.literal('atr'), multiple: z.number().positive().max(50), period }),
  ]),
);
export type Distance = z.output<typeof DistanceSchema>;

export const SizeSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), quantity: z.int().positive().max(1_000_000) }),
    /** Buys for this share of the capital, in whole lots. */
    z.object({ kind: z.literal('capital-percent'), percent: z.number().positive().max(100) }),
    /** Lose at most this share of the capital at the stop-loss; needs a stop-loss. */
    z.object({ kind: z.literal('risk-percent'), percent: z.number().positive().max(10) }),
    /** An equal share of what the account is worth at a rebalance; only for a rotation. */
    z.object({ kind: z.literal('equal-weight') }),
  ]),
);
export type Size = z.output<typeof SizeSchema>;

/** Part of a position, sold at a distance in its favour. */
export const PartialExitSchema = z.lazy(() =>
  z.object({
    distance: DistanceSchema,
    percent: z.number().min(1).max(99),
  }),
);
export type PartialExit = z.output<typeof PartialExitSchema>;

export const REBALANCES = ['week', 'month'] as const;
export type Rebalance = (typeof REBALANCES)[number];

/**
 * A portfolio that is ranked anew every week or month. At the close of the first trading day of the period the
 * instruments that fulfil the entry rule, and not the exit rule, are ranked; at the next open what is no longer among the best `hold` is sold
 * and what is new is bought. Between two rebalances the exit rule, stops and targets work as for any other strategy.
 */
export const RotationSchema = z.lazy(() =>
  z.object({
    rankBy: OperandSchema.refine(
      (operand) => operand.kind === 'price' || operand.kind === 'indicator',
      'must be a price or an indicator',
    ),
    best: z.enum(['highest', 'lowest']).default('highest'),
    hold: z.int().min(1).max(RULE_LIMITS.instruments),
    every: z.enum(REBALANCES),
    /** Bring what stays back to its equal share as well; else it is left as it is until it goes. */
    reweigh: z.boolean().default(false),
  }),
);
export type Rotation = z.output<typeof RotationSchema>;

/**
 * The other side of rules that stop and reverse. Its entry closes a position of the document's side and enters its own,
 * and the document's entry the other way round. Everything else of the document holds for both sides.
 */
export const ReverseSchema = z.lazy(() =>
  z.object({
    entry: BoundedConditionSchema,
    /** Exit rule of the other side; the document's own exit is for its own side alone. */
    exit: BoundedConditionSchema.nullable().default(null),
  }),
);
export type Reverse = z.output<typeof ReverseSchema>;

/** An operand, and where in its document it stands. */
export type OperandPlace = readonly [path: readonly (string | number)[], operand: Operand];

/** Operands of a condition with their paths, in reading order. */
export const placesOf = (condition: Condition, path: readonly (string | number)[] = []): OperandPlace[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions.flatMap((part, index) => placesOf(part, [...path, 'conditions', index]));
    case 'not':
      return placesOf(condition.condition, [...path, 'condition']);
    case 'compare':
      return [
        [[...path, 'left'], condition.left],
        [[...path, 'right'], condition.right],
      ];
    case 'between':
      return [
        [[...path, 'value'], condition.value],
        [[...path, 'low'], condition.low],
        [[...path, 'high'], condition.high],
      ];
  }
};

/** Parts of a document that ask something. */
interface Asking {
  readonly entry: Condition;
  readonly exit: Condition | null;
  readonly reverse?: Reverse | undefined;
  readonly variables?: readonly Variable[] | undefined;
}

type ConditionPlace = readonly [path: readonly (string | number)[], condition: Condition];

/** Conditions of a variable with their paths. */
const conditionsOfVariable = ({ when, reset }: Variable, at: number): ConditionPlace[] => [
  [['variables', at, 'when'], when],
  ...(reset ? [[['variables', at, 'reset'], reset] as const] : []),
];

/** Conditions of the rules themselves with their paths. */
const conditionsOfRules = ({ entry, exit, reverse }: Asking): ConditionPlace[] => [
  [['entry'], entry],
  ...(exit ? [[['exit'], exit] as const] : []),
  ...(reverse ? [[['reverse', 'entry'], reverse.entry] as const] : []),
  ...(reverse?.exit ? [[['reverse', 'exit'], reverse.exit] as const] : []),
];

/** Every condition of a document with its path: those of its variables first, then in reading order. */
export const conditionsOf = (document: Asking): ConditionPlace[] => [
  ...(document.variables ?? []).flatMap(conditionsOfVariable),
  ...conditionsOfRules(document),
];

const placesIn = (conditions: readonly ConditionPlace[]): OperandPlace[] =>
  conditions.flatMap(([path, condition]) => placesOf(condition, path));

const placesOfVariable = (variable: Variable, at: number): OperandPlace[] => [
  ...placesIn(conditionsOfVariable(variable, at)),
  ...(variable.kind === 'kept' ? [[['variables', at, 'value'], variable.value] as const] : []),
];

/** Operands of a document with their paths. They are those of variables and conditions, and the rank of a rotation. */
export const operandPlaces = (document: Asking & { readonly rotation: Rotation | null }): OperandPlace[] => [
  ...(document.variables ?? []).flatMap(placesOfVariable),
  ...placesIn(conditionsOfRules(document)),
  ...(document.rotation ? [[['rotation', 'rankBy'], document.rotation.rankBy] as const] : []),
];

type Fault = readonly [path: readonly (string | number)[], reason: string];

/** Faults of the variables of a document and of what reads them. */
const variableFaults = (document: Asking): Fault[] => {
  const { variables = [] } = document;
  const names = variables.map(({ name }) => name);
  /** Reads of what is not known where it is read. */
  const unknownIn = (places: readonly OperandPlace[], known: readonly string[]): Fault[] =>
    places.flatMap(([path, operand]): Fault[] => {
      if (operand.kind !== 'variable' || known.includes(operand.name)) return [];
      const isBelow = names.includes(operand.name);
      const reason = isBelow
        ? 'reads a variable that is not above it in the list'
        : 'reads a variable that the rules do not have';
      return [[path, reason]];
    });
  return [
    ...variables.flatMap((variable, at): Fault[] => {
      const above = names.slice(0, at);
      const places = placesOfVariable(variable, at);
      const isTaken = above.includes(variable.name);
      return [
        ...(isTaken ? [[['variables', at, 'name'], 'is the name of another variable'] as const] : []),
        ...places.flatMap(([path, { kind }]): Fault[] =>
          kind === 'position' || kind === 'today' ? [[path, OF_CANDLES_ALONE]] : [],
        ),
        ...unknownIn(places, above),
      ];
    }),
    ...unknownIn(placesIn(conditionsOfRules(document)), names),
  ];
};

const OF_CANDLES_ALONE =
  'cannot ask about the position or what was done today: a variable is made of candles alone';

/** Name of an index as lists of its members have it: `NIFTY 50`. */
const INDEX_NAME = /^[A-Z0-9](?:[A-Z0-9&. -]*[A-Z0-9])?$/;

/** Whether a text can name an index. */
export const isIndexName = (text: string): boolean =>
  text.length <= RULE_LIMITS.indexName && INDEX_NAME.test(text);

/** Name of an index whose members are listed by day. */
export const indexName = z.lazy(() =>
  z.string().refine(isIndexName, 'must be the name of an index such as NIFTY 50'),
);

/**
 * Universe of rules that trade an index: on a day, only shares that are its members on that day are entered. Who they
 * are is told by the list that the user keeps; `instruments` are some of them, to show and to preview.
 */
const UniverseSchema = z.lazy(() => z.object({ index: indexName }));

export const RuleDocumentSchema = z.lazy(() =>
  z
    .object({
      version: z.literal(1),
      instruments: z.array(symbol).min(1).max(RULE_LIMITS.members),
      /** Not there for rules that trade the instruments as they are named. */
      universe: UniverseSchema.optional(),
      timeframe: z.enum(TIMEFRAMES),
      side: z.enum(['long', 'short']),
      product: z.enum(['intraday', 'delivery']),
      /** Read by the conditions and by those below in the list. Not there for rules without. */
      variables: z.array(VariableSchema).min(1).max(RULE_LIMITS.variables).optional(),
      entry: BoundedConditionSchema,
      exit: BoundedConditionSchema.nullable().default(null),
      /** Not there for rules that trade one side alone. */
      reverse: ReverseSchema.optional(),
      stopLoss: DistanceSchema.nullable().default(null),
      target: DistanceSchema.nullable().default(null),
      trailing: DistanceSchema.nullable().default(null),
      /** Nearest first. */
      partialExits: z.array(PartialExitSchema).max(RULE_LIMITS.partialExits).default([]),
      size: SizeSchema,
      rotation: RotationSchema.nullable().default(null),
      /** Entries of one instrument that may be open at once; 1 = no pyramiding. */
      maxEntries: z.int().min(1).max(RULE_LIMITS.entries).default(1),
      /** May enter again on the day of an exit. */
      reentry: z.boolean().default(true),
      maxTradesPerDay: z.int().min(1).max(500).default(10),
      /** Entries only between these times; exits always. */
      window: z.object({ from: clock, to: clock }).default({ from: '09:15', to: '15:30' }),
      /** Intraday positions are closed at this time. */
      squareOffTime: clock.default('15:10'),
    })
    .superRefine((document, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      for (const [path, condition] of conditionsOf(document)) {
        const operands = placesOf(condition).map(([, operand]) => operand);
        if (operands.length > RULE_LIMITS.operands)
          refuse([...path], `has more than ${RULE_LIMITS.operands} operands`);
        const asksOfPosition = operands.some((o) => o.kind === 'position' && o.field !== 'is-open');
        if (path.at(-1) === 'entry' && asksOfPosition)
          refuse([...path], 'cannot ask about candles held or profit before there is a position');
      }
      for (const [path, reason] of variableFaults(document)) refuse([...path], reason);
      if (document.size.kind === 'risk-percent' && !document.stopLoss)
        refuse(['size'], 'sizing by risk needs a stop-loss');
      if (document.side === 'short' && document.product === 'delivery')
        refuse(['product'], 'shares cannot be sold short for delivery; use intraday');
      if (document.reverse) {
        if (document.product === 'delivery')
          refuse(
            ['product'],
            'rules that trade both sides sell short, and nothing can be held short for delivery or overnight; use intraday',
          );
        if (document.maxEntries > 1) refuse(['maxEntries'], 'must be 1 for rules that trade both sides');
        if (!document.reentry)
          refuse(
            ['reentry'],
            'must be on for rules that trade both sides: a reversal enters on the day of an exit',
          );
      }
      const ends = document.exit ?? document.stopLoss ?? document.target ?? document.rotation;
      if (!ends && document.product === 'delivery')
        refuse(['exit'], 'a delivery strategy needs an exit, a stop-loss or a target');
      if (document.timeframe === '1d' && document.product === 'intraday')
        refuse(['product'], 'an intraday strategy needs a timeframe shorter than a day');
      if (document.partialExits.reduce((sum, { percent }) => sum + percent, 0) > 100)
        refuse(['partialExits'], 'sell more than the whole position');
      if (document.rotation) {
        const { hold } = document.rotation;
        const isLongAlone = document.side === 'long' && !document.reverse;
        if (document.timeframe !== '1d' || document.product !== 'delivery' || !isLongAlone)
          refuse(['rotation'], 'works on daily candles, for delivery, on the long side only');
        if (hold > document.instruments.length && !document.universe)
          refuse(
            ['rotation', 'hold'],
            `must be at most the ${document.instruments.length} instruments named`,
          );
        if (document.maxEntries > 1) refuse(['maxEntries'], 'must be 1 for a rotation');
      }
      if ((document.size.kind === 'equal-weight') !== (document.rotation !== null))
        refuse(
          ['size'],
          document.rotation
            ? 'a rotation gives every holding an equal weight'
            : 'an equal weight needs a rotation to share the capital out',
        );
      if (document.instruments.length > RULE_LIMITS.instruments && !document.universe)
        refuse(['instruments'], `must be at most ${RULE_LIMITS.instruments}`);
      if (document.window.from >= document.window.to) refuse(['window'], 'must start before it ends');
      if (new Set(document.instruments).size !== document.instruments.length)
        refuse(['instruments'], 'names an instrument twice');
    }),
);
export type RuleDocument = z.output<typeof RuleDocumentSchema>;
export type RuleDocumentInput = z.input<typeof RuleDocumentSchema>;
