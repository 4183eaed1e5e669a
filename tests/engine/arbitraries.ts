import fc from 'fast-check';
import { z } from 'zod';
import { barsFrom, type Bar, type Bars } from '../../src/engine/bars.ts';
import {
  REBALANCES,
  RULE_LIMITS,
  RuleDocumentSchema,
  type Condition,
  type Distance,
  type Operand,
  type PartialExit,
  type RuleDocument,
  type Size,
  type Variable,
} from '../../src/shared/rule-document.ts';
import { DAYS_OF_WEEK, EXPIRY_INDICES, LEVELS } from '../../src/shared/rule-names.ts';
import { INDICATORS, type Indicator } from '../../src/shared/indicators/indicators.ts';
import { PRICE_FIELDS } from '../../src/shared/price-fields.ts';
import { MINUTE_MS, istDayStart } from '../../src/shared/time.ts';

/** Random but well-formed input for the engine's property tests. */
const FIRST_DAY = istDayStart('2025-06-02');
const SESSION_MINUTES = 375;

interface Step {
  readonly move: number;
  readonly up: number;
  readonly down: number;
  readonly body: number;
  readonly volume: number;
  readonly isMissing: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  move: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: -300, max: 300 }) },
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -3000, max: 3000 }) },
  ),
  up: fc.nat({ max: 200 }),
  down: fc.nat({ max: 200 }),
  body: fc.integer({ min: -200, max: 200 }),
  volume: fc.nat({ max: 5000 }),
  isMissing: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
});

/** Bars of `minutes` in sessions of 09:15 to 15:30. On days in a row, with gaps, moving by basis points. */
const rowsOf = (steps: readonly Step[], minutes: number, startPaise = 100_000): Bar[] => {
  const perSession = Math.ceil(SESSION_MINUTES / Math.min(minutes, SESSION_MINUTES));
  let close = startPaise;
  return steps.flatMap((s, index) => {
    const day = Math.floor(index / perSession);
    const time = FIRST_DAY + day * 1440 * MINUTE_MS + (555 + (index % perSession) * minutes) * MINUTE_MS;
    const by = (price: number, points: number) => Math.max(100, Math.round(price * (1 + points / 10_000)));
    const open = by(close, s.move);
    close = by(open, s.body);
    const bar = {
      time,
      open,
      high: by(Math.max(open, close), s.up),
      low: by(Math.min(open, close), -s.down),
      close,
      volume: s.volume,
    };
    return s.isMissing ? [] : [bar];
  });
};

export const rowsArbitrary = (more: { minutes?: number; minLength?: number } = {}): fc.Arbitrary<Bar[]> =>
  fc
    .array(step, { minLength: more.minLength ?? 0, maxLength: 160, size: 'max' })
    .map((steps) => rowsOf(steps, more.minutes ?? 5));

/** Bars from rows that are known to be good. */
export const goodBars = (rows: readonly Bar[]): Bars => {
  const bars = barsFrom(rows);
  if (!bars.ok) throw new Error(bars.failure.message);
  return bars.value;
};

const period = fc.integer({ min: 1, max: 12 });
const source = fc.constantFrom(...PRICE_FIELDS);
/** Short periods and mild factors for indicators. A few hundred candles then show what an indicator does. */
const PARAMETERS: Readonly<Record<string, fc.Arbitrary<number>>> = {
  period,
  kPeriod: period,
  kSmoothing: period,
  dPeriod: period,
  fast: period,
  slow: period,
  signal: period,
  atrPeriod: period,
  deviations: fc.double({ min: 0.1, max: 4, noNaN: true }),
  multiplier: fc.double({ min: 0.1, max: 4, noNaN: true }),
  step: fc.double({ min: 0.005, max: 1, noNaN: true }),
  maximum: fc.double({ min: 0.005, max: 1, noNaN: true }),
};

/** Values of one parameter of an indicator: its choices, or numbers of its kind that its schema allows. */
const parameterArbitrary = (name: string, field: z.core.$ZodType): fc.Arbitrary<string | number> => {
  const schema = field instanceof z.ZodDefault ? field.unwrap() : field;
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...(schema.options as string[]));
  if (schema instanceof z.ZodLiteral) return fc.constant(schema.value as string);
  const numbers = PARAMETERS[name];
  if (!numbers) throw new Error(`No numbers are known for the parameter '${name}'.`);
  return numbers.filter((value) => z.safeParse(schema, value).success);
};

/** Any indicator of the rule language, with any of its outputs. */
export const indicatorArbitrary: fc.Arbitrary<Indicator> = fc.oneof(
  ...INDICATORS.map(({ schema }) =>
    fc.record(
      Object.fromEntries(
        Object.entries<z.core.$ZodType>(schema().shape).map(([name, field]) => [
          name,
          parameterArbitrary(name, field),
        ]),
      ),
    ),
  ),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Indicator>;

const clock = fc.integer({ min: 555, max: 929 }).map((minutes) => {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
});

const offset = fc.integer({ min: 0, max: 4 });

interface OperandsWanted {
  readonly withPosition?: boolean;
  readonly timeframe?: '5m' | '1d';
  /** Instruments that rules may read beside the traded ones. */
  readonly others?: readonly string[];
  /** Variables that may be read. */
  readonly names?: readonly string[];
}

/** Candles that are longer than those of five minutes. */
const longer = fc.constantFrom('15m' as const, '30m' as const, '1h' as const, '1d' as const);

const operandArbitrary = ({
  withPosition = false,
  timeframe = '5m',
  others,
  names = [],
}: OperandsWanted): fc.Arbitrary<Operand> => {
  // Nothing is longer than a day.
  const candles =
    timeframe === '1d' ? fc.constant(undefined) : fc.option(longer, { freq: 2, nil: undefined });
  const of = {
    timeframe: candles,
    instrument: others
      ? fc.option(fc.constantFrom(...others), { freq: 3, nil: undefined })
      : fc.constant(undefined),
  };
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('price' as const), field: source, offset, ...of }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('indicator' as const),
        indicator: indicatorArbitrary,
        offset,
        ...of,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('constant' as const),
        value: fc.integer({ min: -50, max: 1500 }),
        unit: fc.constantFrom('number' as const, 'rupees' as const),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'time-of-day' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('clock' as const), at: clock }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('level' as const), level: fc.constantFrom(...LEVELS) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('opening-range' as const),
        edge: fc.constantFrom('high' as const, 'low' as const),
        minutes: fc.integer({ min: 1, max: 12 }).map((bars) => bars * 5),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'weekday' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('day' as const), day: fc.constantFrom(...DAYS_OF_WEEK) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'minutes-since-open' as const }) },
    ...(names.length > 0
      ? [
          {
            weight: 6,
            arbitrary: fc.record({
              kind: fc.constant('variable' as const),
              name: fc.constantFrom(...names),
            }),
          },
        ]
      : []),
    ...(withPosition
      ? [
          {
            weight: 1,
            arbitrary: fc.record({
              kind: fc.constant('today' as const),
              field: fc.constantFrom('trades' as const, 'losses' as const, 'losses-in-a-row' as const),
            }),
          },
        ]
      : []),
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('days-to-expiry' as const),
        index: fc.constantFrom(...EXPIRY_INDICES),
        expiry: fc.constantFrom('nearest' as const, 'monthly' as const),
      }),
    },
    ...(withPosition
      ? [
          {
            weight: 1,
            arbitrary: fc.record({
              kind: fc.constant('position' as const),
              field: fc.constantFrom(
                'is-open' as const,
                'bars-held' as const,
                'profit-percent' as const,
                'profit-rupees' as const,
              ),
            }),
          },
        ]
      : []),
  );
};

const conditionArbitrary = (wanted: OperandsWanted): fc.Arbitrary<Condition> => {
  const operand = operandArbitrary(wanted);
  const forBars = fc.integer({ min: 1, max: 3 });
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('compare' as const),
          left: operand,
          operator: fc.constantFrom('>', '<', '>=', '<=', 'crosses-above', 'crosses-below'),
          right: operand,
          forBars,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('between' as const),
          value: operand,
          low: operand,
          high: operand,
          forBars,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('all' as const, 'any' as const),
          conditions: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('not' as const), condition: tie('condition') }),
      },
    ),
  })).condition;
};

const distance: fc.Arbitrary<Distance> = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    value: fc.double({ min: 0.05, max: 10, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('points' as const), rupees: fc.integer({ min: 1, max: 50 }) }),
  fc.record({
    kind: fc.constant('atr' as const),
    multiple: fc.double({ min: 0.2, max: 4, noNaN: true }),
    period,
  }),
);

const partialExit: fc.Arbitrary<PartialExit> = fc.record({
  distance,
  percent: fc.integer({ min: 1, max: 33 }),
});

const size: fc.Arbitrary<Size> = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), quantity: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ kind: fc.constant('capital-percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('risk-percent' as const), percent: fc.integer({ min: 1, max: 5 }) }),
);

const accepted = (documents: fc.Arbitrary<unknown>): fc.Arbitrary<RuleDocument> =>
  documents
    .map((document) => RuleDocumentSchema.safeParse(document))
    .filter((parsed) => parsed.success)
    .map((parsed) => parsed.data);

interface Wanted extends OperandsWanted {
  readonly instruments?: readonly string[];
}

/** Names of variables, of which a document has the first few. */
const NAMES = ['first', 'दूसरा', 'third one'];

/** A variable that reads those in `names`. */
const variableArbitrary = (
  name: string,
  { timeframe = '5m', others, names }: Wanted,
): fc.Arbitrary<Variable> => {
  const wanted = { timeframe, others, names };
  const few = fc.integer({ min: 1, max: 12 });
  const parts = {
    name: fc.constant(name),
    when: conditionArbitrary(wanted),
    reset: fc.option(conditionArbitrary(wanted), { freq: 2 }),
    candles: timeframe === '1d' ? few : fc.option(few, { freq: 1 }),
  };
  return fc.oneof(
    fc.record({ kind: fc.constant('counter' as const), ...parts }),
    fc.record({
      kind: fc.constant('kept' as const),
      ...parts,
      value: operandArbitrary(wanted),
      keep: fc.constantFrom('first' as const, 'last' as const),
    }),
  );
};

/** Documents of which half have variables. Their other parts may read these. */
const withVariables = <Parts extends object>(
  more: Wanted,
  partsOf: (more: Wanted) => fc.Arbitrary<Parts>,
): fc.Arbitrary<Parts> =>
  fc
    .oneof(fc.constant(0), fc.integer({ min: 1, max: NAMES.length }))
    .map((count) => NAMES.slice(0, count))
    .chain((names) => {
      const parts = partsOf({ ...more, names });
      if (names.length === 0) return parts;
      const variables = names.map((name, at) =>
        variableArbitrary(name, { ...more, names: names.slice(0, at) }),
      );
      return fc
        .tuple(parts, fc.tuple(...variables))
        .map(([document, ofNames]) => ({ ...document, variables: ofNames }));
    });

const ruleParts = (more: Wanted) => ({
  version: fc.constant(1 as const),
  instruments: fc.constant([...(more.instruments ?? ['RELIANCE'])]),
  entry: conditionArbitrary({ timeframe: more.timeframe, others: more.others, names: more.names }),
  exit: fc.option(conditionArbitrary(more)),
  stopLoss: fc.option(distance),
  target: fc.option(distance),
  trailing: fc.option(distance),
  partialExits: fc.oneof(fc.constant([]), fc.array(partialExit, { maxLength: RULE_LIMITS.partialExits })),
});

/** The other side of a document that stops and reverses, or nothing. */
const reverseArbitrary = (more: Wanted) =>
  fc.option(
    fc.record({
      entry: conditionArbitrary({ timeframe: more.timeframe, others: more.others, names: more.names }),
      exit: fc.option(conditionArbitrary(more)),
    }),
    { nil: undefined, freq: 2 },
  );

/** Further parts that rules of both sides must have. */
const ofBothSides = { product: 'intraday', maxEntries: 1, reentry: true } as const;

/** Documents that the schema accepts, on the given instruments. */
export const documentArbitrary = (wanted: Wanted = {}): fc.Arbitrary<RuleDocument> =>
  accepted(
    withVariables(wanted, (more) =>
      fc
        .record({
          ...ruleParts(more),
          reverse: reverseArbitrary(more),
          timeframe: fc.constant('5m' as const),
          side: fc.constantFrom('long' as const, 'short' as const),
          product: fc.constantFrom('intraday' as const, 'delivery' as const),
          size,
          maxEntries: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: RULE_LIMITS.entries })),
          reentry: fc.boolean(),
          maxTradesPerDay: fc.integer({ min: 1, max: 20 }),
          squareOffTime: fc.constantFrom('15:10', '14:00', '15:29'),
        })
        .map((document) => (document.reverse ? { ...document, ...ofBothSides } : document)),
    ),
  );

/** Ranked portfolios on daily bars of the given instruments. */
export const rotationArbitrary = (
  wanted: Wanted & { readonly instruments: readonly string[] },
): fc.Arbitrary<RuleDocument> =>
  accepted(
    withVariables({ ...wanted, timeframe: '1d' }, (more) =>
      fc.record({
        ...ruleParts(more),
        timeframe: fc.constant('1d' as const),
        side: fc.constant('long' as const),
        product: fc.constant('delivery' as const),
        size: fc.constant({ kind: 'equal-weight' as const }),
        rotation: fc.record({
          rankBy: operandArbitrary({ timeframe: '1d' }),
          best: fc.constantFrom('highest' as const, 'lowest' as const),
          hold: fc.integer({ min: 1, max: wanted.instruments.length }),
          every: fc.constantFrom(...REBALANCES),
          reweigh: fc.boolean(),
        }),
      }),
    ),
  );
