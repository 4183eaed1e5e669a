import { expect, test } from 'vitest';
import type { InstrumentHolding } from '../../shared/contract/baskets.ts';
import type { Position } from '../../shared/contract/positions.ts';
import { noQuotes, type Quotes, withQuotes, withValues } from '../../shared/quotes.ts';
import { constituent, heldBasket, heldInstrument } from '../test-harness/basket-samples.ts';
import { position } from '../test-harness/samples.ts';
import { basketNow, basketTotalsNow, constituentNow, holdingNow } from './held-now.ts';

const LOADED_AT = '2026-11-20T14:32:06+05:30';
const share = (positionId: number, more: Partial<Position> = {}): Position =>
  position(positionId, {
    ...{ strategyId: 71, symbol: 'SBIN', product: 'delivery', isBasket: true, chargesToCome: 30_00 },
    ...{ quantity: 25, ltp: 88_010, ltpAt: LOADED_AT },
    ...more,
  });
/** A price of SBIN a second later, with what is held. */
const at = (ltp: number, ...positions: readonly Position[]): Quotes =>
  withQuotes(withValues(noQuotes(), positions), [
    { symbol: 'SBIN', source: 'simulated', ltp, previousClose: null, at: '2026-11-20T14:32:07+05:30' },
  ]);
const part: InstrumentHolding['parts'][number] = {
  strategyId: 71,
  name: 'Bank Five',
  kind: 'basket',
  basketId: 1,
  mode: 'test',
  source: 'simulated',
  ...{ quantity: 50, averagePrice: 87_005, value: 44_005_00, pnl: 502_50, chargesToCome: 61_20 },
};

test('a line of holdings and its holders follow the price, over all purchases', () => {
  const row = heldInstrument({ parts: [part] });
  const now = holdingNow(row, at(88_110, share(1), share(2)));
  expect(now).toMatchObject({ ltp: 88_110, value: row.value + 50_00, pnl: row.pnl + 50_00 });
  // The depository takes its own once for a share: those of the purchases do not add up.
  expect(now.chargesToCome).toBe(row.chargesToCome);
  expect(now.parts[0]).toMatchObject({ value: part.value + 50_00, pnl: part.pnl + 50_00 });
});

test('shares of somebody else, intraday, or of another mode move nothing', () => {
  const row = heldInstrument({ parts: [part] });
  const others = [
    share(3, { strategyId: 72 }),
    share(4, { product: 'intraday' }),
    share(5, { mode: 'live', source: 'broker' }),
  ];
  expect(holdingNow(row, at(88_110, share(1), share(2), ...others)).value).toBe(row.value + 50_00);
});

test('figures stand still while other shares are held than when they were loaded', () => {
  const row = heldInstrument({ parts: [part] });
  expect(holdingNow(row, at(88_110, share(1)))).toBe(row);
  const basket = heldBasket({ quantity: 50 });
  expect(basketNow(basket, at(88_110, share(1)))).toBe(basket);
  expect(basketNow(basket, noQuotes())).toBe(basket);
});

test('a basket, its shares and the sums over baskets follow the same prices', () => {
  const basket = heldBasket({ quantity: 50, value: 1_100_00 + 44_005_00, invested: 50_000_00, pnl: 100_00 });
  const quotes = at(88_110, share(1), share(2));
  expect(basketNow(basket, quotes)).toMatchObject({
    value: basket.value + 50_00,
    pnl: 150_00,
    returnPercent: 0.3,
    chargesToCome: basket.chargesToCome,
  });
  const row = constituent('SBIN', { quantity: 50, ltp: 88_010, value: 44_005_00, pnl: 5_00 });
  expect(constituentNow(row, basket, quotes)).toMatchObject({
    ltp: 88_110,
    value: row.value + 50_00,
    pnl: 55_00,
  });
  const totals = { value: basket.value, invested: 50_000_00, pnl: 100_00 };
  expect(basketTotalsNow(totals, [basket], quotes)).toEqual({
    ...totals,
    value: totals.value + 50_00,
    pnl: 150_00,
  });
});

test('shares stand as they were loaded while no values come any more', () => {
  const row = heldInstrument({ parts: [part] });
  const silent = { ...at(88_110, share(1), share(2)), valuedAt: Date.now() - 11_000 };
  expect(holdingNow(row, silent)).toBe(row);
});
