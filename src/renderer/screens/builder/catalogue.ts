import type { Comparison, Indicator, PriceField, Timeframe } from '../../../shared/rule-document.ts';

/** An indicator as the builder offers it: its name for people, what it begins with, and its outputs if it has several. */
interface CatalogueEntry<Name extends Indicator['name']> {
  readonly label: string;
  readonly start: Extract<Indicator, { name: Name }>;
  readonly outputs?: Extract<Indicator, { name: Name }> extends { output: infer Output extends string }
    ? Readonly<Record<Output, string>>
    : never;
}

type Catalogue = { readonly [Name in Indicator['name']]: CatalogueEntry<Name> };

const CHANNEL = { upper: 'Upper', middle: 'Middle', lower: 'Lower' } as const;

/** Every indicator of the rule language, in the order it is offered. */
export const CATALOGUE: Catalogue = {
  sma: { label: 'Moving average (SMA)', start: { name: 'sma', period: 20, source: 'close' } },
  ema: { label: 'EMA', start: { name: 'ema', period: 20, source: 'close' } },
  wma: { label: 'Weighted average (WMA)', start: { name: 'wma', period: 20, source: 'close' } },
  dema: { label: 'Double EMA (DEMA)', start: { name: 'dema', period: 20, source: 'close' } },
  tema: { label: 'Triple EMA (TEMA)', start: { name: 'tema', period: 20, source: 'close' } },
  hma: { label: 'Hull average (HMA)', start: { name: 'hma', period: 20, source: 'close' } },
  vwma: { label: 'Volume-weighted average', start: { name: 'vwma', period: 20, source: 'close' } },
  vwap: { label: 'VWAP of the session', start: { name: 'vwap' } },
  linreg: {
    label: 'Regression line',
    start: { name: 'linreg', period: 20, source: 'close', output: 'value' },
    outputs: { value: 'Value', slope: 'Slope' },
  },
  supertrend: {
    label: 'Supertrend',
    start: { name: 'supertrend', period: 10, multiplier: 3, output: 'direction' },
    outputs: { line: 'Line', direction: 'Direction (above 0 = up)' },
  },
  psar: {
    label: 'Parabolic SAR',
    start: { name: 'psar', step: 0.02, maximum: 0.2, output: 'line' },
    outputs: { line: 'Line', direction: 'Direction (above 0 = up)' },
  },
  bollinger: {
    label: 'Bollinger bands',
    start: { name: 'bollinger', period: 20, deviations: 2, source: 'close', output: 'upper' },
    outputs: CHANNEL,
  },
  keltner: {
    label: 'Keltner channel',
    start: { name: 'keltner', period: 20, multiplier: 2, atrPeriod: 10, output: 'upper' },
    outputs: CHANNEL,
  },
  donchian: {
    label: 'Donchian channel',
    start: { name: 'donchian', period: 20, output: 'upper' },
    outputs: CHANNEL,
  },
  highest: { label: 'Highest of', start: { name: 'highest', period: 20, source: 'high' } },
  lowest: { label: 'Lowest of', start: { name: 'lowest', period: 20, source: 'low' } },
  'heikin-ashi': {
    label: 'Heikin-Ashi candle',
    start: { name: 'heikin-ashi', output: 'close' },
    outputs: { open: 'Open', high: 'High', low: 'Low', close: 'Close' },
  },
  rsi: { label: 'RSI', start: { name: 'rsi', period: 14, source: 'close' } },
  stochrsi: {
    label: 'Stochastic RSI',
    start: {
      name: 'stochrsi',
      period: 14,
      kPeriod: 14,
      kSmoothing: 3,
      dPeriod: 3,
      source: 'close',
      output: 'k',
    },
    outputs: { k: '%K', d: '%D' },
  },
  stochastic: {
    label: 'Stochastic',
    start: { name: 'stochastic', kPeriod: 14, kSmoothing: 3, dPeriod: 3, output: 'k' },
    outputs: { k: '%K', d: '%D' },
  },
  macd: {
    label: 'MACD',
    start: { name: 'macd', fast: 12, slow: 26, signal: 9, source: 'close', output: 'histogram' },
    outputs: { macd: 'Line', signal: 'Signal', histogram: 'Histogram' },
  },
  ppo: {
    label: 'PPO',
    start: { name: 'ppo', fast: 12, slow: 26, signal: 9, source: 'close', output: 'histogram' },
    outputs: { ppo: 'Line', signal: 'Signal', histogram: 'Histogram' },
  },
  roc: { label: 'Change in percent (ROC)', start: { name: 'roc', period: 12, source: 'close' } },
  momentum: { label: 'Momentum', start: { name: 'momentum', period: 10, source: 'close' } },
  cci: { label: 'CCI', start: { name: 'cci', period: 20 } },
  'williams-r': { label: 'Williams %R', start: { name: 'williams-r', period: 14 } },
  adx: {
    label: 'ADX',
    start: { name: 'adx', period: 14, output: 'adx' },
    outputs: { adx: 'ADX', 'plus-di': '+DI', 'minus-di': '−DI' },
  },
  aroon: {
    label: 'Aroon',
    start: { name: 'aroon', period: 25, output: 'up' },
    outputs: { up: 'Up', down: 'Down', oscillator: 'Oscillator' },
  },
  mfi: { label: 'Money flow index (MFI)', start: { name: 'mfi', period: 14 } },
  obv: { label: 'On-balance volume (OBV)', start: { name: 'obv' } },
  ad: { label: 'Accumulation/distribution', start: { name: 'ad' } },
  atr: { label: 'ATR', start: { name: 'atr', period: 14 } },
  'true-range': { label: 'True range', start: { name: 'true-range' } },
  stddev: { label: 'Standard deviation', start: { name: 'stddev', period: 20, source: 'close' } },
};

type Options<Value extends string> = readonly (readonly [value: Value, text: string])[];

export const INDICATOR_OPTIONS = Object.entries(CATALOGUE).map(([name, { label }]) => [name, label] as const);

/** Names of an indicator's numbers. */
export const NUMBER_LABELS: Readonly<Record<string, string>> = {
  period: 'Bars',
  fast: 'Fast',
  slow: 'Slow',
  signal: 'Signal',
  kPeriod: '%K bars',
  kSmoothing: '%K smoothed',
  dPeriod: '%D bars',
  atrPeriod: 'ATR bars',
  deviations: 'Deviations',
  multiplier: '× ATR',
  step: 'Step',
  maximum: 'Most',
};

export const PRICE_OPTIONS: Options<PriceField> = [
  ['close', 'Close'],
  ['open', 'Open'],
  ['high', 'High'],
  ['low', 'Low'],
  ['volume', 'Volume'],
  ['hl2', 'Middle of the bar'],
  ['hlc3', 'Typical price'],
];

export const COMPARISON_OPTIONS: Options<Comparison> = [
  ['>', 'is above'],
  ['<', 'is below'],
  ['>=', 'is at or above'],
  ['<=', 'is at or below'],
  ['crosses-above', 'crosses above'],
  ['crosses-below', 'crosses below'],
];

export const TIMEFRAME_OPTIONS: Options<Timeframe> = [
  ['1m', '1 minute'],
  ['3m', '3 minutes'],
  ['5m', '5 minutes'],
  ['15m', '15 minutes'],
  ['30m', '30 minutes'],
  ['1h', '1 hour'],
  ['1d', 'Daily'],
];
