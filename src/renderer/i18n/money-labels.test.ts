import { expect, test } from 'vitest';
import { DESIGNATIONS } from '../../shared/contract/team.ts';
import { WALLETS } from '../../shared/contract/wallet.ts';
import { DESIGNATION_NAMES, formatUsdt, WALLET_IDS, walletChange } from './money-labels.ts';

test('the numbers of the wallets and the names of the designations are the contract’s', () => {
  expect(WALLET_IDS).toEqual(WALLETS);
  expect(DESIGNATION_NAMES).toEqual(DESIGNATIONS);
});

test.each([
  [0, '0.00 USDT'],
  [1, '0.000001 USDT'],
  [12_500_000, '12.50 USDT'],
  [-1_234_567, '−1.234567 USDT'],
  [100_000, '0.10 USDT'],
])('%i millionths are %s', (millionths, text) => expect(formatUsdt(millionths)).toBe(text));

test('a change says its direction in either unit', () => {
  expect(walletChange('main', 123_450)).toBe('+₹1,234.50');
  expect(walletChange('usdt', 2_000_000)).toBe('+2.00 USDT');
  expect(walletChange('usdt', -2_000_000)).toBe('−2.00 USDT');
});
