import type {
  Comparison,
  Condition,
  Distance,
  Operand,
  Reverse,
  RuleDocument,
  Variable,
} from '../../../shared/rule-document.ts';
import { CATALOGUE } from '../../features/indicators/catalogue.ts';

const CLOSE: Operand = { kind: 'price', field: 'close', offset: 0 };

/** First value of an operand of each kind; a variable is one of those that are there. */
export const STARTING_OPERANDS: {
  readonly [Kind in Exclude<Operand['kind'], 'variable'>]: Extract<Operand, { kind: Kind }>;
} = {
  price: { kind: 'price', field: 'close', offset: 0 },
  indicator: { kind: 'indicator', indicator: CATALOGUE.sma.start, offset: 0 },
  constant: { kind: 'constant', value: 0, unit: 'number' },
  'time-of-day': { kind: 'time-of-day' },
  clock: { kind: 'clock', at: '10:00' },
  level: { kind: 'level', level: 'previous-day-high' },
  'opening-range': { kind: 'opening-range', edge: 'high', minutes: 15 },
  weekday: { kind: 'weekday' },
  day: { kind: 'day', day: 'thursday' },
  'minutes-since-open': { kind: 'minutes-since-open' },
  'days-to-expiry': { kind: 'days-to-expiry', index: 'NIFTY', expiry: 'nearest' },
  today: { kind: 'today', field: 'trades' },
  position: { kind: 'position', field: 'profit-percent' },
};

/** A comparison to begin a row with: the close above its average. */
export const newComparison = (): Condition => ({
  kind: 'compare',
  left: CLOSE,
  operator: 'crosses-above',
  right: STARTING_OPERANDS.indicator,
  forBars: 1,
});

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '>': '<',
  '<': '>',
  '>=': '<=',
  '<=': '>=',
  'crosses-above': 'crosses-below',
  'crosses-below': 'crosses-above',
};

/** Operands that hold for both sides. They do not say how far the price has gone. */
const OF_BOTH_SIDES: ReadonlySet<Operand['kind']> = new Set([
  'time-of-day',
  'weekday',
  'minutes-since-open',
  'days-to-expiry',
  'today',
  'position',
]);

/** A condition to begin the other side with: its comparisons of prices and indicators turned round. */
const mirrorOf = (condition: Condition): Condition => {
  switch (condition.kind) {
    case 'compare': {
      const { left, operator, right } = condition;
      // A variable with a number is a count; with a price it is a price.
      const isCount = [left.kind, right.kind].toSorted().join() === 'constant,variable';
      const isOfBoth = isCount || OF_BOTH_SIDES.has(left.kind) || OF_BOTH_SIDES.has(right.kind);
      return isOfBoth ? condition : { ...condition, operator: MIRRORED[operator] };
    }
    case 'between':
      return condition;
    case 'not':
      return { ...condition, condition: mirrorOf(condition.condition) };
    default:
      return { ...condition, conditions: condition.conditions.map(mirrorOf) };
  }
};

/** The other side of rules to begin with: their mirror image. */
export const newReverse = ({ entry, exit }: RuleDocument): Reverse => ({
  entry: mirrorOf(entry),
  exit: exit && mirrorOf(exit),
});

/** A variable to begin with, under a name that is free: a count of what begins a comparison. */
export const newVariable = (
  { timeframe, variables = [] }: RuleDocument,
  nameOf: (at: number) => string,
): Variable => {
  const taken = new Set(variables.map(({ name }) => name));
  let at = 1;
  while (taken.has(nameOf(at))) at++;
  return {
    kind: 'counter',
    name: nameOf(at),
    when: { kind: 'all', conditions: [newComparison()] },
    reset: null,
    // A day is one daily candle.
    candles: timeframe === '1d' ? STARTING_CANDLES : null,
  };
};

/** How many candles a variable counts, where it counts them, at first. */
export const STARTING_CANDLES = 20;

export const newGroup = (): Condition => ({ kind: 'any', conditions: [newComparison()] });

/** First value of a distance of each kind. */
export const STARTING_DISTANCES: { readonly [Kind in Distance['kind']]: Extract<Distance, { kind: Kind }> } =
  {
    percent: { kind: 'percent', value: 1 },
    points: { kind: 'points', rupees: 10 },
    atr: { kind: 'atr', multiple: 2, period: 14 },
  };

/** Rules of a new strategy: they can be saved as they are. */
export const newDocument = (): RuleDocument => ({
  version: 1,
  instruments: ['RELIANCE'],
  timeframe: '15m',
  side: 'long',
  product: 'intraday',
  entry: { kind: 'all', conditions: [newComparison()] },
  exit: null,
  stopLoss: STARTING_DISTANCES.percent,
  target: null,
  trailing: null,
  partialExits: [],
  size: { kind: 'capital-percent', percent: 25 },
  rotation: null,
  maxEntries: 1,
  reentry: true,
  maxTradesPerDay: 5,
  window: { from: '09:30', to: '14:45' },
  squareOffTime: '15:10',
});
