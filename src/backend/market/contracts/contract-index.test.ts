import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractOf, symbolOf } from '../../../engine/contracts/contract.ts';
import { ContractIndex, MOST_CONTRACTS } from './contract-index.ts';
import { queryOf } from './contract-query.ts';

const EXPIRIES = ['2026-12-01', '2026-12-29', '2027-01-26', '2027-12-28'];
const LISTED = [
  ...['NIFTY', 'BANKNIFTY', 'NIFTYNXT50', 'BSE:SENSEX'].flatMap((underlying) =>
    EXPIRIES.flatMap((day) => [
      `${underlying} ${day} FUT`,
      ...[2_450, 24_000, 24_500, 24_550, 60_000, 84_000].flatMap((strike) => [
        `${underlying} ${day} ${strike} CE`,
        `${underlying} ${day} ${strike} PE`,
      ]),
    ]),
  ),
  ...['M&M', 'BAJAJ-AUTO', '360ONE', 'MARUTI', 'BANKINDIA', 'ITC'].flatMap((share) => [
    `${share} 2026-12-29 FUT`,
    `${share} 2026-12-29 402.5 CE`,
    `${share} 2026-12-29 2450 PE`,
  ]),
];
const index = new ContractIndex();
for (const symbol of LISTED) index.add(symbol);
const find = (text: string, most = 5, price: number | null = 24_480_00): string[] =>
  index.find(queryOf(text), most, () => price).map(symbolOf);

describe('somebody who types', () => {
  it.each([
    ['nifty 24500 ce', 'NIFTY 2026-12-01 24500 CE'],
    ['nifty 24500 pe', 'NIFTY 2026-12-01 24500 PE'],
    ['NIFTY 24,500 CE', 'NIFTY 2026-12-01 24500 CE'],
    ['nifty24500ce', 'NIFTY 2026-12-01 24500 CE'],
    ['24500 ce nifty', 'NIFTY 2026-12-01 24500 CE'],
    ['nifty fut dec', 'NIFTY 2026-12-01 FUT'],
    ['nifty dec fut', 'NIFTY 2026-12-01 FUT'],
    ['fut dec nifty', 'NIFTY 2026-12-01 FUT'],
    ['banknifty 60000 pe 29 dec', 'BANKNIFTY 2026-12-29 60000 PE'],
    ['pe 29 dec 60000 banknifty', 'BANKNIFTY 2026-12-29 60000 PE'],
    ['nifty 29 dec fut', 'NIFTY 2026-12-29 FUT'],
    ['nifty fut jan', 'NIFTY 2027-01-26 FUT'],
    ['nifty dec 2027 24500 ce', 'NIFTY 2027-12-28 24500 CE'],
    ['nifty dec27 24500 ce', 'NIFTY 2027-12-28 24500 CE'],
    ['banknifty 29 dec 60000 pe', 'BANKNIFTY 2026-12-29 60000 PE'],
    ['banknifty 29dec 60000pe', 'BANKNIFTY 2026-12-29 60000 PE'],
    ['bank nifty 60000 call', 'BANKNIFTY 2026-12-01 60000 CE'],
    ['bankn 60000 p', 'BANKNIFTY 2026-12-01 60000 PE'],
    ['sensex 84000 ce', 'BSE:SENSEX 2026-12-01 84000 CE'],
    ['m&m 402.5', 'M&M 2026-12-29 402.5 CE'],
    ['bajaj-auto fut', 'BAJAJ-AUTO 2026-12-29 FUT'],
    ['360one', '360ONE 2026-12-29 FUT'],
    ['mar', 'MARUTI 2026-12-29 FUT'],
    ['nifty 29-12-2026 24500 ce', 'NIFTY 2026-12-29 24500 CE'],
    ['nifty 29-dec-2026 24500 ce', 'NIFTY 2026-12-29 24500 CE'],
    ['niftynxt50 24500 ce', 'NIFTYNXT50 2026-12-01 24500 CE'],
  ])('“%s” finds %s first', (text, symbol) => expect(find(text)[0]).toBe(symbol));

  it('finds a strike that is typed to its end before longer ones', () => {
    expect(find('nifty 2450 ce', 2)).toEqual(['NIFTY 2026-12-01 2450 CE', 'NIFTY 2026-12-29 2450 CE']);
    expect(find('nifty 245 1 dec', 4)).toEqual([
      'NIFTY 2026-12-01 24500 CE',
      'NIFTY 2026-12-01 24500 PE',
      'NIFTY 2026-12-01 24550 CE',
      'NIFTY 2026-12-01 24550 PE',
    ]);
  });

  it('has futures first, then the nearest strikes of the nearest expiry', () => {
    expect(find('nifty', 6)).toEqual([
      ...EXPIRIES.map((day) => `NIFTY ${day} FUT`),
      'NIFTY 2026-12-01 24500 CE',
      'NIFTY 2026-12-01 24500 PE',
    ]);
    expect(find('nifty ce', 1, 60_100_00)).toEqual(['NIFTY 2026-12-01 60000 CE']);
  });

  it.each([
    ['nifty fut', ['NIFTY', 'NIFTYNXT50']],
    ['fut nifty', ['NIFTY', 'NIFTYNXT50', 'BANKNIFTY']],
    ['24500 ce nifty', ['NIFTY', 'NIFTYNXT50', 'BANKNIFTY']],
  ])('“%s” finds the underlying that is named before those that have its name in theirs', (text, names) => {
    const underlyings = find(text, 20).map((symbol) => contractOf(symbol)?.underlying);
    expect([...new Set(underlyings)]).toEqual(names);
  });

  it.each(['nosuch', 'nifty xyz', 'nifty 24500 ce pe', 'nifty 30 dec', 'nifty 7'])(
    '“%s” finds nothing',
    (text) => expect(find(text)).toEqual([]),
  );

  it('each contract is found by its symbol, and first', () => {
    for (const symbol of LISTED) expect(find(symbol)[0], symbol).toBe(symbol);
  });

  it('each contract is found while it is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LISTED), fc.integer({ min: 1, max: 30 }), (symbol, letters) => {
        const [underlying = '', , ...strike] = symbol.replace('BSE:', '').split(' ');
        const typed = [underlying, ...strike].join(' ').slice(0, letters).toLowerCase();
        expect(find(typed, 1_000)).toContain(symbol);
      }),
    );
  });

  it('anything may be typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.integer({ min: 1, max: 50 }),
        (text, most) => {
          const found = find(text, most);
          expect(found.length).toBeLessThanOrEqual(most);
          expect(new Set(found).size).toBe(found.length);
          expect(found.every((symbol) => LISTED.includes(symbol))).toBe(true);
        },
      ),
    );
  });
});

it('what is no contract is not kept, and no more than there is room for', () => {
  const small = new ContractIndex();
  small.add('NIFTY');
  expect(small.length).toBe(0);
  for (let strike = 1; strike <= MOST_CONTRACTS + 5; strike++) small.add(`NIFTY 2026-12-29 ${strike} CE`);
  expect(small.length).toBe(MOST_CONTRACTS);
});

it('150,000 contracts are searched within 30 ms at every letter', () => {
  const whole = new ContractIndex();
  const DAYS = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-29', '2027-01-26'];
  for (const underlying of ['NIFTY', 'BANKNIFTY', ...Array.from({ length: 98 }, (_, at) => `SHARE${at}`)])
    for (const day of DAYS)
      for (let step = 0; step < 150; step++)
        for (const right of ['CE', 'PE']) whole.add(`${underlying} ${day} ${20_000 + 50 * step} ${right}`);
  expect(whole.length).toBe(150_000);
  const text = 'nifty 24500 ce';
  for (const typed of [...text].map((_, at) => text.slice(0, at + 1)).concat('24500 ce nifty', 'ce', 'dec')) {
    // The fastest of some: the machine may be busy with something else.
    const times = Array.from({ length: 4 }, () => {
      const before = performance.now();
      whole.find(queryOf(typed), 20, () => 24_480_00);
      return performance.now() - before;
    });
    expect(Math.min(...times), typed).toBeLessThan(30);
  }
});
