import { declare, outputOf, period, sourceOf } from './declare.ts';

const ofPeriod = () => ({ period });
const ofClose = () => ({ period, source: sourceOf('close') });
const stochasticFields = () => ({ kPeriod: period, kSmoothing: period, dPeriod: period });
const stochasticStart = { kPeriod: 14, kSmoothing: 3, dPeriod: 3, output: 'k' } as const;
const STOCHASTIC_LABELS = { k: '%K', d: '%D' } as const;
const differenceFields = () => ({ fast: period, slow: period, signal: period, source: sourceOf('close') });
const differenceStart = { fast: 12, slow: 26, signal: 9, source: 'close', output: 'histogram' } as const;
const ratio = { unit: 'number', scale: 'ratio' } as const;

/** Oscillators: how strong, how fast or how stretched a move is. */
export const oscillators = [
  declare('rsi', ofClose, {
    short: 'RSI',
    label: 'RSI',
    start: { period: 14, source: 'close' },
    ...ratio,
    bounds: [0, 100],
  }),
  declare(
    'stochrsi',
    () => ({
      period,
      ...stochasticFields(),
      source: sourceOf('close'),
      output: outputOf(['k', 'd'], 'k'),
    }),
    {
      short: 'Stochastic RSI',
      label: 'Stochastic RSI',
      start: { period: 14, ...stochasticStart, source: 'close' },
      outputs: STOCHASTIC_LABELS,
      ...ratio,
      bounds: [0, 100],
    },
  ),
  declare('stochastic', () => ({ ...stochasticFields(), output: outputOf(['k', 'd'], 'k') }), {
    short: 'Stochastic',
    label: 'Stochastic',
    start: stochasticStart,
    outputs: STOCHASTIC_LABELS,
    ...ratio,
    bounds: [0, 100],
  }),
  declare(
    'macd',
    () => ({ ...differenceFields(), output: outputOf(['macd', 'signal', 'histogram'], 'macd') }),
    {
      short: 'MACD',
      label: 'MACD',
      start: differenceStart,
      outputs: { macd: 'Line', signal: 'Signal', histogram: 'Histogram' },
      unit: 'source',
      scale: 'width',
    },
  ),
  declare('ppo', () => ({ ...differenceFields(), output: outputOf(['ppo', 'signal', 'histogram'], 'ppo') }), {
    short: 'PPO',
    label: 'PPO',
    start: differenceStart,
    outputs: { ppo: 'Line', signal: 'Signal', histogram: 'Histogram' },
    unit: 'percent',
    scale: 'relative',
  }),
  declare('roc', ofClose, {
    short: 'ROC',
    label: 'Change in percent (ROC)',
    start: { period: 12, source: 'close' },
    unit: 'percent',
    scale: 'relative',
  }),
  declare('momentum', ofClose, {
    short: 'Momentum',
    label: 'Momentum',
    start: { period: 10, source: 'close' },
    unit: 'source',
    scale: 'width',
  }),
  declare('cci', ofPeriod, { short: 'CCI', label: 'CCI', start: { period: 20 }, ...ratio }),
  declare('williams-r', ofPeriod, {
    short: 'Williams %R',
    label: 'Williams %R',
    start: { period: 14 },
    ...ratio,
    bounds: [-100, 0],
  }),
  declare('adx', () => ({ period, output: outputOf(['adx', 'plus-di', 'minus-di'], 'adx') }), {
    short: 'ADX',
    label: 'ADX',
    start: { period: 14, output: 'adx' },
    outputs: { adx: 'ADX', 'plus-di': '+DI', 'minus-di': '−DI' },
    ...ratio,
    bounds: [0, 100],
  }),
  declare('aroon', () => ({ period, output: outputOf(['up', 'down', 'oscillator'], 'up') }), {
    short: 'Aroon',
    label: 'Aroon',
    start: { period: 25, output: 'up' },
    outputs: { up: 'Up', down: 'Down', oscillator: 'Oscillator' },
    ...ratio,
    bounds: [-100, 100],
  }),
] as const;
