import { declare, factor, outputOf, period, share, sourceOf } from './declare.ts';

const BANDS = ['upper', 'middle', 'lower'] as const;
const BAND_LABELS = { upper: 'Upper', middle: 'Middle', lower: 'Lower' } as const;
const DIRECTED = ['line', 'direction'] as const;
const DIRECTED_LABELS = { line: 'Line', direction: 'Direction (above 0 = up)' } as const;

/** A line that has a price, and a direction that has none. */
const directed = {
  outputs: DIRECTED_LABELS,
  unit: ({ output }: { readonly output: (typeof DIRECTED)[number] }) =>
    output === 'direction' ? ('number' as const) : ('price' as const),
  scale: ({ output }: { readonly output: (typeof DIRECTED)[number] }) =>
    output === 'line' ? ('level' as const) : ('ratio' as const),
};

/** Trends, and the bands and channels around a price. */
export const trends = [
  declare('supertrend', () => ({ period, multiplier: factor, output: outputOf(DIRECTED, 'line') }), {
    short: 'Supertrend',
    label: 'Supertrend',
    start: { period: 10, multiplier: 3, output: 'direction' },
    ...directed,
  }),
  /** The factor starts at `step` and grows by it up to `maximum`. */
  declare('psar', () => ({ step: share, maximum: share, output: outputOf(DIRECTED, 'line') }), {
    short: 'Parabolic SAR',
    label: 'Parabolic SAR',
    start: { step: 0.02, maximum: 0.2, output: 'line' },
    ...directed,
  }),
  declare(
    'bollinger',
    () => ({
      period,
      deviations: factor,
      source: sourceOf('close'),
      output: outputOf(BANDS, 'middle'),
    }),
    {
      short: 'Bollinger',
      label: 'Bollinger bands',
      start: { period: 20, deviations: 2, source: 'close', output: 'upper' },
      outputs: BAND_LABELS,
      unit: 'source',
      scale: 'level',
    },
  ),
  declare(
    'keltner',
    () => ({ period, multiplier: factor, atrPeriod: period, output: outputOf(BANDS, 'middle') }),
    {
      short: 'Keltner',
      label: 'Keltner channel',
      start: { period: 20, multiplier: 2, atrPeriod: 10, output: 'upper' },
      outputs: BAND_LABELS,
      unit: 'price',
      scale: 'level',
    },
  ),
  declare('donchian', () => ({ period, output: outputOf(BANDS, 'middle') }), {
    short: 'Donchian',
    label: 'Donchian channel',
    start: { period: 20, output: 'upper' },
    outputs: BAND_LABELS,
    unit: 'price',
    scale: 'level',
  }),
  declare('highest', () => ({ period, source: sourceOf('high') }), {
    short: 'Highest',
    label: 'Highest of',
    start: { period: 20, source: 'high' },
    unit: 'source',
    scale: 'level',
  }),
  declare('lowest', () => ({ period, source: sourceOf('low') }), {
    short: 'Lowest',
    label: 'Lowest of',
    start: { period: 20, source: 'low' },
    unit: 'source',
    scale: 'level',
  }),
  declare('heikin-ashi', () => ({ output: outputOf(['open', 'high', 'low', 'close'], 'close') }), {
    short: 'Heikin-Ashi',
    label: 'Heikin-Ashi candle',
    start: { output: 'close' },
    outputs: { open: 'Open', high: 'High', low: 'Low', close: 'Close' },
    unit: 'price',
    scale: 'level',
  }),
] as const;
