import { describe, expect, it } from 'vitest';
import { isHoldingOf } from './match-holding.ts';

const SBIN = { exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', isin: null } as const;
const HELD = { exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', isin: 'INE062A01020' };

describe('a holding is of an instrument', () => {
  it.each([
    ['by its token at the same exchange', {}, {}, true],
    ['not by another token there', { token: '1' }, {}, false],
    [
      'listed at the BSE under its own token, by its name',
      { exchange: 'BSE', token: '500112', tradingSymbol: 'SBIN' },
      {},
      true,
    ],
    ['not by the same token at another exchange', { exchange: 'BSE', tradingSymbol: 'OTHER' }, {}, false],
    [
      'by its number at the depository, whatever else it is called',
      { exchange: 'BSE', token: '9', tradingSymbol: 'X' },
      { isin: 'INE062A01020' },
      true,
    ],
    ['not with another number, whatever its token', {}, { isin: 'INE000000000' }, false],
    ['of another series, by its name', { exchange: 'BSE', tradingSymbol: 'SBIN-A' }, {}, true],
    ['without an exchange, by its name', { exchange: '', token: '' }, {}, true],
    [
      'whose name has a dash, by the whole of it',
      { exchange: 'BSE', tradingSymbol: 'BAJAJ-AUTO' },
      { tradingSymbol: 'BAJAJ-AUTO-EQ' },
      true,
    ],
  ])('%s', (_how, holding, instrument, isOne) => {
    expect(isHoldingOf({ ...HELD, ...holding }, { ...SBIN, ...instrument })).toBe(isOne);
  });

  it('and no future is held at the depository', () => {
    expect(isHoldingOf(HELD, { ...SBIN, exchange: 'NFO' })).toBe(false);
  });
});
