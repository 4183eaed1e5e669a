import { newColumn, unknownColumn } from '../columns.ts';
import type { Operand, Timeframe } from '../../shared/rule-document.ts';
import { DAYS_OF_WEEK } from '../../shared/rule-names.ts';
import { PAISE_PER_RUPEE } from '../../shared/money.ts';
import { clockToMinutes } from '../../shared/time.ts';
import { planIndicator, weighsVolume } from '../indicators/indicator-plan.ts';
import { sourceColumn, sourceValue } from '../indicators/price-source.ts';
import { barsPerSession, minuteAtClose } from './bar-close.ts';
import { daysToExpiry, minutesSinceOpen, weekday } from './calendar-operands.ts';
import { byBar, PLAIN, type CompiledOperand, type OperandStream } from './compiled-operand.ts';
import type { TodayState } from './compiled-rules.ts';
import { levelOperand, openingRangeOperand } from './level-operands.ts';
import { candlesIn, LongerCandles } from './longer-candles.ts';

/** An operand that is made of candles, and of no other operands. */
export type CandleOperand = Exclude<Operand, { kind: 'variable' }>;

const fixed = (value: number): CompiledOperand => ({
  ...PLAIN,
  column: (bars) => newColumn(bars.length).fill(value),
  stream: () => () => value,
});

const timeOfDay = (timeframe: Timeframe): CompiledOperand => ({
  ...PLAIN,
  column: (bars, _shared, traded) => bars.time.map((time) => minuteAtClose(time, timeframe, traded)),
  stream: (traded) => (bar) => minuteAtClose(bar.time, timeframe, traded),
});

const ofPosition = (field: Extract<Operand, { kind: 'position' }>['field']): CompiledOperand => {
  const read: OperandStream = (_bar, position) => {
    switch (field) {
      case 'is-open':
        return position ? 1 : 0;
      case 'bars-held':
        return position ? position.barsHeld : Number.NaN;
      case 'profit-percent':
        return position ? position.profitPercent : Number.NaN;
      case 'profit-rupees':
        return position ? position.profit : Number.NaN;
    }
  };
  const whenFlat = field === 'is-open' ? 0 : Number.NaN;
  return {
    ...PLAIN,
    usesPosition: true,
    column: (bars) => newColumn(bars.length).fill(whenFlat),
    stream: () => read,
  };
};

type TodayField = Extract<Operand, { kind: 'today' }>['field'];

const TODAY: Readonly<Record<TodayField, keyof TodayState>> = {
  trades: 'trades',
  losses: 'losses',
  'losses-in-a-row': 'lossesInARow',
};

const ofToday = (field: TodayField): CompiledOperand => {
  const key = TODAY[field];
  return {
    ...PLAIN,
    usesPosition: true,
    column: (bars) => newColumn(bars.length).fill(0),
    stream: () => (_bar, _position, today) => today?.[key] ?? 0,
  };
};

const shiftedColumn = (column: Float64Array, by: number): Float64Array => {
  const out = unknownColumn(column.length);
  if (by < column.length) out.set(column.subarray(0, column.length - by), by);
  return out;
};

const shiftedStream = (stream: OperandStream, by: number): OperandStream => {
  const ring = unknownColumn(by);
  let at = 0;
  return (bar, position) => {
    const then = ring[at] as number;
    ring[at] = stream(bar, position);
    at = at + 1 === by ? 0 : at + 1;
    return then;
  };
};

/** The same operand `by` bars ago. */
const shifted = (operand: CompiledOperand, by: number): CompiledOperand =>
  by === 0
    ? operand
    : {
        ...operand,
        warmUp: operand.warmUp + by,
        lookBack: operand.lookBack + by,
        history: operand.history + by,
        reach: operand.reach + by,
        column: (bars, shared, traded) => shiftedColumn(operand.column(bars, shared, traded), by),
        stream: (traded) => shiftedStream(operand.stream(traded), by),
      };

/** The same operand on longer candles: its value at the last of them that has closed. */
const onLonger = (
  operand: CompiledOperand,
  longer: Timeframe,
  own: Timeframe,
  key: string,
): CompiledOperand => ({
  ...byBar(key, (operand.lookBack + 2) * candlesIn(longer, own), (traded) => {
    const candles = new LongerCandles(longer, own, traded);
    const read = operand.stream(traded);
    let value = Number.NaN;
    return (bar) => {
      for (const closed of candles.next(bar)) value = read(closed, null);
      return value;
    };
  }),
  warmUp: operand.warmUp,
  longerHistory: operand.history,
  reach: (operand.reach + 1) * candlesIn(longer, own),
  needsVolume: operand.needsVolume,
});

/** Compile an operand to be read by series or by bar. Prices are in paise, times in minutes. */
export const compileOperand = (operand: CandleOperand, timeframe: Timeframe): CompiledOperand => {
  if ('timeframe' in operand && operand.timeframe !== undefined) {
    const { timeframe: longer, ...own } = operand;
    return onLonger(compileOperand(own, longer), longer, timeframe, JSON.stringify(operand));
  }
  switch (operand.kind) {
    case 'price': {
      const { field } = operand;
      const price: CompiledOperand = {
        ...PLAIN,
        needsVolume: field === 'volume',
        column: (bars) => sourceColumn(bars, field),
        stream: () => (bar) => sourceValue(bar, field),
      };
      return shifted(price, operand.offset);
    }
    case 'indicator': {
      const { indicator } = operand;
      const plan = planIndicator(indicator, barsPerSession(timeframe));
      const readsVolume = 'source' in indicator && indicator.source === 'volume';
      const value: CompiledOperand = {
        ...PLAIN,
        warmUp: plan.warmUp,
        lookBack: Math.max(plan.warmUp, plan.lookBack),
        history: plan.warmUp,
        reach: plan.warmUp,
        needsVolume: weighsVolume(indicator) || readsVolume,
        column: (bars, shared) => plan.series(bars, shared),
        stream: () => {
          const stream = plan.stream();
          return (bar) => stream.next(bar);
        },
      };
      return shifted(value, operand.offset);
    }
    case 'constant':
      return fixed(operand.unit === 'rupees' ? operand.value * PAISE_PER_RUPEE : operand.value);
    case 'clock':
      return fixed(clockToMinutes(operand.at));
    case 'time-of-day':
      return timeOfDay(timeframe);
    case 'level':
      return levelOperand(operand, timeframe);
    case 'opening-range':
      return openingRangeOperand(operand, timeframe);
    case 'weekday':
      return weekday;
    case 'day':
      return fixed(DAYS_OF_WEEK.indexOf(operand.day) + 1);
    case 'minutes-since-open':
      return minutesSinceOpen(timeframe);
    case 'days-to-expiry':
      return daysToExpiry(operand);
    case 'position':
      return ofPosition(operand.field);
    case 'today':
      return ofToday(operand.field);
  }
};
