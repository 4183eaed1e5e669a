import { expect, it } from 'vitest';
import { symbolOf } from '../../../engine/contracts/contract.ts';
import { contractOfTicker } from './contract-ticker.ts';

const symbolIn = (name: string, day: string): string | null => {
  const contract = contractOfTicker(name, day);
  return contract === null || typeof contract === 'string' ? contract : symbolOf(contract);
};

it.each([
  ['NIFTY 2025-12-16 25850 CE', '2025-12-15', 'NIFTY 2025-12-16 25850 CE'],
  ['NIFTY16DEC2525850CE.NFO', '2025-12-15', 'NIFTY 2025-12-16 25850 CE'],
  ['NFO:NIFTY25D1625850PE', '2025-12-15', 'NIFTY 2025-12-16 25850 PE'],
  // The 30th is the last Tuesday of the month.
  ['NIFTY25DEC26000CE', '2025-12-15', 'NIFTY 2025-12-30 26000 CE'],
  ['NIFTY25DECFUT', '2025-12-15', 'NIFTY 2025-12-30 FUT'],
  ['BANKNIFTY30DEC25FUT', '2025-12-15', 'BANKNIFTY 2025-12-30 FUT'],
  // By the day it would be of 2026-08-25; by the month of August 2025, which is over.
  ['NIFTY25AUG2624500CE', '2026-08-20', 'NIFTY 2026-08-25 24500 CE'],
  // By the day it would be of a Sunday in 2024, which is over.
  ['NIFTY25AUG24500CE', '2025-08-20', 'NIFTY 2025-08-28 24500 CE'],
  ['SENSEX25D1884000CE', '2025-12-15', 'BSE:SENSEX 2025-12-18 84000 CE'],
  ['RELIANCE', '2025-12-15', null],
  ['NIFTY16DEC2525850XX', '2025-12-15', null],
  ['NIFTY16DEC2525850CE', '2025-12-17', null],
])('%s on %s is %s', (name, day, symbol) => {
  expect(symbolIn(name, day)).toBe(symbol);
});

it('a name that means two contracts is refused, not guessed', () => {
  // 2024-08-27 with a strike of 500, or the last Thursday of August 2027 with 24500.
  expect(symbolIn('NIFTY27AUG24500CE', '2024-08-20')).toContain('can mean two contracts');
});
