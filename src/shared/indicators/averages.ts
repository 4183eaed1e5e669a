import { z } from 'zod';
import { declare, outputOf, period, sourceOf } from './declare.ts';

const fields = () => ({ period, source: sourceOf('close') });
const start = { period: 20, source: 'close' } as const;
const level = { unit: 'source', scale: 'level' } as const;

/** Averages of a price, and lines through it. */
export const averages = [
  declare('sma', fields, { short: 'SMA', label: 'Moving average (SMA)', start, ...level }),
  declare('ema', fields, { short: 'EMA', label: 'EMA', start, ...level }),
  declare('wma', fields, { short: 'WMA', label: 'Weighted average (WMA)', start, ...level }),
  declare('dema', fields, { short: 'DEMA', label: 'Double EMA (DEMA)', start, ...level }),
  declare('tema', fields, { short: 'TEMA', label: 'Triple EMA (TEMA)', start, ...level }),
  declare('hma', () => ({ period: z.int().min(2).max(500), source: sourceOf('close') }), {
    short: 'HMA',
    label: 'Hull average (HMA)',
    start,
    ...level,
  }),
  declare('vwma', fields, {
    short: 'VWMA',
    label: 'Volume-weighted average (VWMA)',
    start,
    ...level,
    weighsVolume: true,
  }),
  declare('vwap', () => ({}), {
    short: 'VWAP',
    label: 'VWAP of the session',
    start: {},
    unit: 'price',
    scale: 'level',
    weighsVolume: true,
  }),
  declare('linreg', () => ({ ...fields(), output: outputOf(['value', 'slope'], 'value') }), {
    short: 'Linear regression',
    label: 'Linear regression',
    start: { ...start, output: 'value' },
    outputs: { value: 'Value', slope: 'Slope' },
    unit: 'source',
    scale: ({ output }) => (output === 'value' ? 'level' : 'width'),
  }),
] as const;
