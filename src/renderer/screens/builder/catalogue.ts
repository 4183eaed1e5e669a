import type { Comparison, Indicator, PriceField } from '../../../shared/rule-document.ts';
import { labels } from '../../i18n/translate.ts';

/** An indicator as the builder offers it: what it begins with, and its outputs if it has several. */
interface CatalogueEntry<Name extends Indicator['name']> {
  readonly start: Extract<Indicator, { name: Name }>;
  readonly outputs?: Extract<Indicator, { name: Name }> extends { output: infer Output extends string }
    ? Readonly<Record<Output, string>>
    : never;
}

type Catalogue = { readonly [Name in Indicator['name']]: CatalogueEntry<Name> };

/** Names of the indicators for people, in the order they are offered. */
export const INDICATOR_LABELS: Readonly<Record<Indicator['name'], string>> = labels({
  sma: 'Moving average (SMA)',
  ema: 'EMA',
  wma: 'Weighted average (WMA)',
  dema: 'Double EMA (DEMA)',
  tema: 'Triple EMA (TEMA)',
  hma: 'Hull average (HMA)',
  vwma: 'Volume-weighted average',
  vwap: 'VWAP of the session',
  linreg: 'Regression line',
  supertrend: 'Supertrend',
  psar: 'Parabolic SAR',
  bollinger: 'Bollinger bands',
  keltner: 'Keltner channel',
  donchian: 'Donchian channel',
  highest: 'Highest of',
  lowest: 'Lowest of',
  'heikin-ashi': 'Heikin-Ashi candle',
  rsi: 'RSI',
  stochrsi: 'Stochastic RSI',
  stochastic: 'Stochastic',
  macd: 'MACD',
  ppo: 'PPO',
  roc: 'Change in percent (ROC)',
  momentum: 'Momentum',
  cci: 'CCI',
  'williams-r': 'Williams %R',
  adx: 'ADX',
  aroon: 'Aroon',
  mfi: 'Money flow index (MFI)',
  obv: 'On-balance volume (OBV)',
  ad: 'Accumulation/distribution',
  atr: 'ATR',
  'true-range': 'True range',
  stddev: 'Standard deviation',
});

const CHANNEL = labels({ upper: 'Upper', middle: 'Middle', lower: 'Lower' });
const DIRECTED = labels({ line: 'Line', direction: 'Direction (above 0 = up)' });
const STOCHASTIC = labels({ k: '%K', d: '%D' });

/** Every indicator of the rule language. */
export const CATALOGUE: Catalogue = {
  sma: { start: { name: 'sma', period: 20, source: 'close' } },
  ema: { start: { name: 'ema', period: 20, source: 'close' } },
  wma: { start: { name: 'wma', period: 20, source: 'close' } },
  dema: { start: { name: 'dema', period: 20, source: 'close' } },
  tema: { start: { name: 'tema', period: 20, source: 'close' } },
  hma: { start: { name: 'hma', period: 20, source: 'close' } },
  vwma: { start: { name: 'vwma', period: 20, source: 'close' } },
  vwap: { start: { name: 'vwap' } },
  linreg: {
    start: { name: 'linreg', period: 20, source: 'close', output: 'value' },
    outputs: labels({ value: 'Value', slope: 'Slope' }),
  },
  supertrend: {
    start: { name: 'supertrend', period: 10, multiplier: 3, output: 'direction' },
    outputs: DIRECTED,
  },
  psar: {
    start: { name: 'psar', step: 0.02, maximum: 0.2, output: 'line' },
    outputs: DIRECTED,
  },
  bollinger: {
    start: { name: 'bollinger', period: 20, deviations: 2, source: 'close', output: 'upper' },
    outputs: CHANNEL,
  },
  keltner: {
    start: { name: 'keltner', period: 20, multiplier: 2, atrPeriod: 10, output: 'upper' },
    outputs: CHANNEL,
  },
  donchian: {
    start: { name: 'donchian', period: 20, output: 'upper' },
    outputs: CHANNEL,
  },
  highest: { start: { name: 'highest', period: 20, source: 'high' } },
  lowest: { start: { name: 'lowest', period: 20, source: 'low' } },
  'heikin-ashi': {
    start: { name: 'heikin-ashi', output: 'close' },
    outputs: labels({ open: 'Open', high: 'High', low: 'Low', close: 'Close' }, { context: 'price' }),
  },
  rsi: { start: { name: 'rsi', period: 14, source: 'close' } },
  stochrsi: {
    start: {
      name: 'stochrsi',
      period: 14,
      kPeriod: 14,
      kSmoothing: 3,
      dPeriod: 3,
      source: 'close',
      output: 'k',
    },
    outputs: STOCHASTIC,
  },
  stochastic: {
    start: { name: 'stochastic', kPeriod: 14, kSmoothing: 3, dPeriod: 3, output: 'k' },
    outputs: STOCHASTIC,
  },
  macd: {
    start: { name: 'macd', fast: 12, slow: 26, signal: 9, source: 'close', output: 'histogram' },
    outputs: labels({ macd: 'Line', signal: 'Signal', histogram: 'Histogram' }),
  },
  ppo: {
    start: { name: 'ppo', fast: 12, slow: 26, signal: 9, source: 'close', output: 'histogram' },
    outputs: labels({ ppo: 'Line', signal: 'Signal', histogram: 'Histogram' }),
  },
  roc: { start: { name: 'roc', period: 12, source: 'close' } },
  momentum: { start: { name: 'momentum', period: 10, source: 'close' } },
  cci: { start: { name: 'cci', period: 20 } },
  'williams-r': { start: { name: 'williams-r', period: 14 } },
  adx: {
    start: { name: 'adx', period: 14, output: 'adx' },
    outputs: { adx: 'ADX', 'plus-di': '+DI', 'minus-di': '−DI' },
  },
  aroon: {
    start: { name: 'aroon', period: 25, output: 'up' },
    outputs: labels({ up: 'Up', down: 'Down', oscillator: 'Oscillator' }),
  },
  mfi: { start: { name: 'mfi', period: 14 } },
  obv: { start: { name: 'obv' } },
  ad: { start: { name: 'ad' } },
  atr: { start: { name: 'atr', period: 14 } },
  'true-range': { start: { name: 'true-range' } },
  stddev: { start: { name: 'stddev', period: 20, source: 'close' } },
};

/** Names of an indicator's numbers. */
export const NUMBER_LABELS: Readonly<Record<string, string>> = labels({
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
});

export const PRICE_LABELS: Readonly<Record<PriceField, string>> = labels(
  {
    close: 'Close',
    open: 'Open',
    high: 'High',
    low: 'Low',
    volume: 'Volume',
    hl2: 'Middle of the bar',
    hlc3: 'Typical price',
  },
  { context: 'price' },
);

export const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = labels({
  '>': 'is above',
  '<': 'is below',
  '>=': 'is at or above',
  '<=': 'is at or below',
  'crosses-above': 'crosses above',
  'crosses-below': 'crosses below',
});
