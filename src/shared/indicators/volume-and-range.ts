import { declare, period, sourceOf } from './declare.ts';

const ofPeriod = () => ({ period });
const none = () => ({});

/** Indicators of volume, and of the range of prices. */
export const volumeAndRange = [
  declare('mfi', ofPeriod, {
    short: 'MFI',
    label: 'Money flow index (MFI)',
    start: { period: 14 },
    unit: 'number',
    scale: 'relative',
    bounds: [0, 100],
    weighsVolume: true,
  }),
  declare('obv', none, {
    short: 'OBV',
    label: 'On-balance volume (OBV)',
    start: {},
    unit: 'shares',
    scale: 'ratio',
    weighsVolume: true,
  }),
  declare('ad', none, {
    short: 'A/D line',
    label: 'Accumulation/distribution',
    start: {},
    unit: 'shares',
    scale: 'ratio',
    weighsVolume: true,
  }),
  declare('atr', ofPeriod, {
    short: 'ATR',
    label: 'ATR',
    start: { period: 14 },
    unit: 'price',
    scale: 'width',
  }),
  declare('true-range', none, {
    short: 'True range',
    label: 'True range',
    start: {},
    unit: 'price',
    scale: 'width',
  }),
  declare('stddev', () => ({ period, source: sourceOf('close') }), {
    short: 'Standard deviation',
    label: 'Standard deviation',
    start: { period: 20, source: 'close' },
    unit: 'source',
    scale: 'width',
  }),
] as const;
