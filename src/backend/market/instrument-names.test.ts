import { expect, it } from 'vitest';
import { instrumentNamed } from './instrument-master.ts';

it.each([
  'NIFTY50',
  'NIFTYBANK',
  'NIFTYIT',
  'NIFTY500',
  'NIFTYMIDCAP100',
  'NIFTY-I',
  'BANKNIFTY-I',
  'RELIANCE-I',
  'NIFTY-II',
  'SBIN-1M',
  'SBIN-15M',
])('%s, as vendors name an index or a running future, is no share', (name) =>
  expect(instrumentNamed(name)).toBeUndefined(),
);
it.each([
  'M&M',
  'BAJAJ-AUTO',
  '3MINDIA',
  '20MICRONS',
  '360ONE',
  'J&KBANK',
  'GMRP&UI',
  'NAM-INDIA',
  'MCDOWELL-N',
  'PFC',
  'TRIDENT',
  'NIFTYBEES',
  'NIFTYIETF',
])('%s is a share', (name) => expect(instrumentNamed(name)).toBeDefined());
