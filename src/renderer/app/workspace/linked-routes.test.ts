import { expect, test } from 'vitest';
import { symbolIn, withSymbol } from './linked-routes.ts';

test('a chart and a chain show a symbol, and other screens none', () => {
  expect(symbolIn('/chart/M%26M?timeframe=1d')).toBe('M&M');
  expect(symbolIn('/option-chain?underlying=BANKNIFTY&expiry=2026-12-29')).toBe('BANKNIFTY');
  expect(symbolIn('/option-chain')).toBeNull();
  expect(symbolIn('/open-positions?symbol=TCS')).toBeNull();
});

test('a chart keeps its timeframe when it follows', () => {
  expect(withSymbol('/chart/TCS?timeframe=1d', 'M&M')).toBe('/chart/M%26M?timeframe=1d');
});

test('the chain follows a contract by what it is on, and keeps expiry and strikes of the same one', () => {
  const chain = '/option-chain?underlying=NIFTY&expiry=2026-12-29';
  expect(withSymbol(chain, 'NIFTY 2026-12-01 24500 CE')).toBe(chain);
  expect(withSymbol(chain, 'BANKNIFTY 2026-12-29 FUT')).toBe('/option-chain?underlying=BANKNIFTY');
  expect(withSymbol(`${chain}&link=red`, 'BANKNIFTY')).toBe('/option-chain?underlying=BANKNIFTY&link=red');
});

test('a screen without a symbol stays where it is', () => {
  expect(withSymbol('/wallet?page=2', 'TCS')).toBe('/wallet?page=2');
});
