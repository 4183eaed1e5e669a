import type { Condition, Distance, Operand, RuleDocument } from '../../../shared/rule-document.ts';
import { CATALOGUE } from './catalogue.ts';

const CLOSE: Operand = { kind: 'price', field: 'close', offset: 0 };

/** First value of an operand of each kind. */
export const STARTING_OPERANDS: { readonly [Kind in Operand['kind']]: Extract<Operand, { kind: Kind }> } = {
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
