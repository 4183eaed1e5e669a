import type { Indicator, Operand, PriceField } from '../../shared/rule-document.ts';
import { formatCount, formatRupees } from '../../shared/money.ts';
import { unitOf } from './unit.ts';

const FIELD_LABELS: Readonly<Record<PriceField, string>> = {
  open: 'the open',
  high: 'the high',
  low: 'the low',
  close: 'the close',
  volume: 'the volume',
  hl2: 'the middle of the bar',
  hlc3: 'the typical price',
};

const AVERAGES = {
  sma: 'moving average',
  ema: 'EMA',
  wma: 'weighted average',
  dema: 'double EMA',
  tema: 'triple EMA',
  hma: 'Hull average',
  vwma: 'volume-weighted average',
} as const;

/** ` of the high`; nothing for the field an indicator is normally taken of. */
const ofField = (field: PriceField, usual: PriceField): string =>
  field === usual ? '' : ` of ${FIELD_LABELS[field]}`;

const describeIndicator = (indicator: Indicator): string => {
  switch (indicator.name) {
    case 'sma':
    case 'ema':
    case 'wma':
    case 'dema':
    case 'tema':
    case 'hma':
    case 'vwma':
      return `the ${indicator.period}-bar ${AVERAGES[indicator.name]}${ofField(indicator.source, 'close')}`;
    case 'rsi':
      return `the ${indicator.period}-bar RSI${ofField(indicator.source, 'close')}`;
    case 'linreg': {
      const part = indicator.output === 'value' ? 'regression line' : 'slope of the regression line';
      return `the ${indicator.period}-bar ${part}${ofField(indicator.source, 'close')}`;
    }
    case 'stochrsi': {
      const { period, kPeriod, kSmoothing, dPeriod, output, source } = indicator;
      const name = `stochastic RSI %${output.toUpperCase()}`;
      return `${name} (${period}, ${kPeriod}, ${kSmoothing}, ${dPeriod})${ofField(source, 'close')}`;
    }
    case 'momentum':
      return `the ${indicator.period}-bar momentum${ofField(indicator.source, 'close')}`;
    case 'roc':
      return `the change over ${indicator.period} bars${ofField(indicator.source, 'close')}`;
    case 'stddev':
      return `the ${indicator.period}-bar standard deviation${ofField(indicator.source, 'close')}`;
    case 'highest':
      return `the highest ${plainField(indicator.source)} of ${indicator.period} bars`;
    case 'lowest':
      return `the lowest ${plainField(indicator.source)} of ${indicator.period} bars`;
    case 'macd':
    case 'ppo': {
      const { name, fast, slow, signal, output, source } = indicator;
      const part = output === name ? 'line' : output;
      return `the ${name.toUpperCase()} ${part} (${fast}, ${slow}, ${signal})${ofField(source, 'close')}`;
    }
    case 'bollinger': {
      const { period, deviations, output, source } = indicator;
      return `the ${output} Bollinger band (${period} bars, ${deviations} deviations)${ofField(source, 'close')}`;
    }
    case 'donchian':
      return indicator.output === 'middle'
        ? `the middle of the ${indicator.period}-bar channel`
        : `the ${indicator.output} end of the ${indicator.period}-bar channel`;
    case 'keltner': {
      const { period, multiplier, atrPeriod, output } = indicator;
      return output === 'middle'
        ? `the middle of the Keltner channel (${period} bars)`
        : `the ${output} end of the Keltner channel (${period} bars, ${multiplier} × the ${atrPeriod}-bar ATR)`;
    }
    case 'stochastic': {
      const { kPeriod, kSmoothing, dPeriod, output } = indicator;
      return `stochastic %${output.toUpperCase()} (${kPeriod}, ${kSmoothing}, ${dPeriod})`;
    }
    case 'adx': {
      const { period, output } = indicator;
      const names = { adx: 'ADX', 'plus-di': '+DI', 'minus-di': '−DI' } as const;
      return `the ${period}-bar ${names[output]}`;
    }
    case 'supertrend': {
      const { period, multiplier, output } = indicator;
      const text = `the ${period}-bar supertrend`;
      return `${text}${output === 'direction' ? ' direction' : ''} (${multiplier} × ATR)`;
    }
    case 'aroon': {
      const { period, output } = indicator;
      return `the ${period}-bar Aroon ${output === 'oscillator' ? output : `(${output})`}`;
    }
    case 'psar': {
      const { step, maximum, output } = indicator;
      return `the parabolic SAR${output === 'direction' ? ' direction' : ''} (${step} up to ${maximum})`;
    }
    case 'heikin-ashi':
      return `the Heikin-Ashi ${indicator.output}`;
    case 'cci':
      return `the ${indicator.period}-bar CCI`;
    case 'williams-r':
      return `the ${indicator.period}-bar Williams %R`;
    case 'mfi':
      return `the ${indicator.period}-bar money flow index`;
    case 'obv':
      return 'the on-balance volume';
    case 'ad':
      return 'the accumulation/distribution line';
    case 'true-range':
      return 'the true range';
    case 'atr':
      return `the ${indicator.period}-bar ATR`;
    case 'vwap':
      return "the session's VWAP";
  }
};

const plainField = (field: PriceField): string => FIELD_LABELS[field].replace('the ', '');

const ago = (offset: number): string => {
  if (offset === 0) return '';
  return offset === 1 ? ' one bar ago' : ` ${offset} bars ago`;
};

const describeConstant = (
  constant: Extract<Operand, { kind: 'constant' }>,
  comparedWith: Operand | undefined,
): string => {
  const unit = comparedWith && unitOf(comparedWith);
  if (constant.unit === 'rupees' || unit === 'price') return formatRupees(constant.value * 100);
  if (unit === 'percent') return `${constant.value}%`;
  if (unit === 'shares') return `${formatCount(constant.value)} shares`;
  if (unit === 'bars') return `${constant.value} bars`;
  return String(constant.value);
};

/** An operand in words; a constant takes its unit from what it is compared with. */
export const describeOperand = (operand: Operand, comparedWith?: Operand): string => {
  switch (operand.kind) {
    case 'price':
      return `${FIELD_LABELS[operand.field]}${ago(operand.offset)}`;
    case 'indicator':
      return `${describeIndicator(operand.indicator)}${ago(operand.offset)}`;
    case 'constant':
      return describeConstant(operand, comparedWith);
    case 'time-of-day':
      return 'the time';
    case 'clock':
      return operand.at;
    case 'position':
      switch (operand.field) {
        case 'is-open':
          return 'the number of open positions';
        case 'bars-held':
          return 'the time in the trade';
        case 'profit-percent':
          return 'the profit of the trade';
      }
  }
};
