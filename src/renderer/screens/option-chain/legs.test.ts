import { expect, test } from 'vitest';
import { legsText } from '../../features/options/picked-legs.ts';
import { legsOf, withPick } from './legs.ts';

const CALL = { symbol: 'NIFTY 2026-12-29 24500 CE', side: 'sell', lots: 2, price: 110_05 } as const;
const PUT = { symbol: 'NIFTY 2026-12-29 24500 PE', side: 'buy', lots: 1, price: 5 } as const;

test('legs come back from the address as they were picked', () => {
  const text = legsText([CALL, PUT]);
  expect(text).toBe('S2@11005=NIFTY 2026-12-29 24500 CE,B1@5=NIFTY 2026-12-29 24500 PE');
  expect(legsOf(text)).toEqual([
    { ...CALL, underlying: 'NIFTY', expiry: '2026-12-29', strike: 24_500_00, right: 'call' },
    { ...PUT, underlying: 'NIFTY', expiry: '2026-12-29', strike: 24_500_00, right: 'put' },
  ]);
});

test('what is no leg is left out of an address', () => {
  expect(legsOf('')).toEqual([]);
  const of = (start: string, symbol: string = CALL.symbol) => legsOf(`${start}=${symbol}`);
  for (const start of ['1@100', 'X1@100', 'B0@100', 'B10001@100', 'B1@0', 'B@100', 'B1'])
    expect(of(start), start).toEqual([]);
  for (const symbol of ['NIFTY', 'NIFTY 2026-12-29 FUT', 'NIFTY 2026-02-30 24500 CE'])
    expect(of('B1@100', symbol), symbol).toEqual([]);
});

test('an option that is picked again on the same side has one more lot, at the mean price', () => {
  expect(withPick([CALL, PUT], { ...CALL, lots: 1, price: 120_05 })).toEqual([
    { ...CALL, lots: 3, price: 113_38 },
    PUT,
  ]);
  expect(withPick([CALL], { ...CALL, side: 'buy', lots: 1 })).toHaveLength(2);
});

test('there is an end to legs and lots', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => ({
    ...CALL,
    symbol: `NIFTY 2026-12-29 ${24_000 + index} CE`,
  }));
  expect(withPick(twelve, PUT)).toBeNull();
  expect(withPick(twelve.slice(1), PUT)).toHaveLength(12);
  expect(withPick([{ ...CALL, lots: 10_000 }], { ...CALL, lots: 1 })).toBeNull();
});
