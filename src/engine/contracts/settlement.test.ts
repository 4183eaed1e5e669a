import { describe, expect, it } from 'vitest';
import { totalCharges } from '../charges/charges.ts';
import { contractOf } from './contract.ts';
import { settle } from './settlement.ts';

/** Close of NIFTY on 16 December 2025. */
const CLOSE = 25_860_10;
const TIME = Date.parse('2025-12-16T15:30:00+05:30');
const settled = (symbol: string, side: 'long' | 'short' = 'long') => {
  const contract = contractOf(symbol);
  if (!contract) throw new Error(`${symbol} is no contract`);
  const { price, charges } = settle(contract, side, 75, CLOSE, TIME);
  return { price, units: totalCharges(charges) };
};

describe('a contract that has expired', () => {
  it.each([
    ['25850 CE', 10_10],
    ['25900 PE', 39_90],
    ['25800 CE', 60_10],
    ['25900 CE', 0],
    ['25850 PE', 0],
  ])('%s is worth what the close of the index makes it', (end, price) => {
    expect(settled(`NIFTY 2025-12-16 ${end}`).price).toBe(price);
  });

  it('is taxed on its intrinsic value, where it was bought', () => {
    // 0.125 % of 75 × ₹10.10, in hundredths of a paisa.
    const bought = settled('NIFTY 2025-12-16 25850 CE');
    expect(bought.units).toBeCloseTo(10_10 * 75 * 0.00125 * 10_000, -1);
    expect(settled('NIFTY 2025-12-16 25850 CE', 'short').units).toBe(0);
    expect(settled('NIFTY 2025-12-16 25900 CE').units).toBe(0);
  });

  it('of a future is worth the close itself', () => {
    expect(settled('NIFTY 2025-12-30 FUT')).toEqual({ price: CLOSE, units: 0 });
  });
});
