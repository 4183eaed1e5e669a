import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Contract, symbolOf } from '../../../engine/contracts/contract.ts';
import type { ListedContract } from './contract-list.ts';
import { changeOf, changesOf, type DatedTerms, type KnownContract, termsOn } from './dated-terms.ts';

const NIFTY: Contract = {
  exchange: 'NSE',
  underlying: 'NIFTY',
  expiry: '2026-03-31',
  kind: 'option',
  strike: 24_500_00,
  right: 'call',
};
const MOVED: Contract = { ...NIFTY, expiry: '2026-03-30' };
const said = (lotSize: number | null, token: string | null = '40001') => ({
  lotSize,
  tickSize: 5,
  token,
  endsOn: null,
});
const listed = (contract: Contract, lotSize: number | null = 65, token = '40001'): ListedContract => ({
  contract,
  ...said(lotSize, token),
  endsOn: contract.expiry,
});

/** Contracts after some lists. */
type Known = Map<string, KnownContract>;
const apply = (known: Known, list: readonly ListedContract[], day: string, isWhole = true): number => {
  const changes = changesOf(known, list, { day, isWhole });
  for (const { contract, terms, instead } of changes) {
    const kept = (known.get(symbolOf(contract))?.terms ?? []).filter(
      ({ listedOn }) => listedOn !== terms.listedOn && listedOn !== instead,
    );
    known.set(symbolOf(contract), {
      contract,
      terms: [...kept, terms].sort((a, b) => (a.listedOn < b.listedOn ? -1 : 1)),
    });
  }
  return changes.length;
};
const lotOn = (known: Known, contract: Contract, day: string): number | null | undefined =>
  termsOn(known.get(symbolOf(contract))?.terms ?? [], day)?.lotSize;

describe('lists day by day', () => {
  it('the same again adds nothing; a lot that changes is dated', () => {
    const known: Known = new Map();
    expect(apply(known, [listed(NIFTY, 75)], '2025-12-29')).toBe(1);
    expect(apply(known, [listed(NIFTY, 75)], '2025-12-30')).toBe(0);
    expect(apply(known, [listed(NIFTY, 65)], '2025-12-31')).toBe(1);
    expect(
      ['2025-12-28', '2025-12-29', '2025-12-30', '2025-12-31', '2026-02-01'].map((day) =>
        lotOn(known, NIFTY, day),
      ),
    ).toEqual([undefined, 75, 75, 65, 65]);
  });

  it('a contract twice counts once, as it stands first', () => {
    const known: Known = new Map();
    expect(apply(known, [listed(NIFTY, 65), listed(NIFTY, 75, '7')], '2026-01-05')).toBe(1);
    expect(lotOn(known, NIFTY, '2026-01-05')).toBe(65);
  });

  it('a list of a day that is read again with other rows replaces them', () => {
    const known: Known = new Map();
    apply(known, [listed(NIFTY, 75)], '2026-01-05');
    apply(known, [listed(NIFTY, 65)], '2026-01-05');
    expect(known.get(symbolOf(NIFTY))?.terms).toHaveLength(1);
    expect(lotOn(known, NIFTY, '2026-01-05')).toBe(65);
  });

  it('what a whole list lacks is gone from that day on, and may come back', () => {
    const known: Known = new Map();
    const isListedOn = (day: string) => termsOn(known.get(symbolOf(NIFTY))?.terms ?? [], day)?.isListed;
    apply(known, [listed(NIFTY)], '2026-01-05');
    apply(known, [], '2026-01-06', false);
    expect(isListedOn('2026-01-06')).toBe(true);
    apply(known, [], '2026-01-07');
    apply(known, [], '2026-01-08');
    apply(known, [listed(NIFTY)], '2026-01-09');
    expect(['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'].map(isListedOn)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(known.get(symbolOf(NIFTY))?.terms).toHaveLength(3);
  });

  it('what has ended is no longer asked about', () => {
    const known: Known = new Map();
    apply(known, [listed(NIFTY)], '2026-03-31');
    expect(apply(known, [], '2026-04-01')).toBe(0);
  });
});

describe('an expiry that moves', () => {
  it('is that of the same contract, which ends on another day', () => {
    const known: Known = new Map();
    apply(known, [listed(NIFTY)], '2026-01-05');
    expect(apply(known, [listed(MOVED)], '2026-01-06')).toBe(1);
    expect(apply(known, [listed(MOVED)], '2026-01-07')).toBe(0);
    expect([...known.keys()]).toEqual([symbolOf(NIFTY)]);
    expect(termsOn(known.get(symbolOf(NIFTY))?.terms ?? [], '2026-01-06')).toMatchObject({
      endsOn: '2026-03-30',
      isListed: true,
    });
    expect(apply(known, [], '2026-03-31')).toBe(0);
  });

  it.each([
    ['with another token', listed(MOVED, 65, '40002')],
    ['with another strike', listed({ ...MOVED, strike: 24_550_00 })],
    ['a week later', listed({ ...NIFTY, expiry: '2026-04-07' })],
    ['on another exchange', listed({ ...MOVED, exchange: 'BSE' })],
  ])('is another contract %s', (_how, other) => {
    const known: Known = new Map();
    apply(known, [listed(NIFTY)], '2026-01-05');
    apply(known, [other], '2026-01-06');
    expect([...known.keys()].sort()).toEqual([symbolOf(NIFTY), symbolOf(other.contract)].sort());
    expect(termsOn(known.get(symbolOf(NIFTY))?.terms ?? [], '2026-01-06')?.isListed).toBe(false);
  });

  it('is another contract where both are listed', () => {
    const known: Known = new Map();
    apply(known, [listed(NIFTY)], '2026-01-05');
    apply(known, [listed(NIFTY), listed(MOVED)], '2026-01-06');
    expect(known.size).toBe(2);
  });

  it('is another contract where a token of one that has ended is given again', () => {
    const known: Known = new Map();
    apply(known, [listed(NIFTY)], '2026-03-31');
    apply(known, [listed({ ...NIFTY, expiry: '2026-04-02' })], '2026-04-01');
    expect(known.size).toBe(2);
  });
});

const DAYS = Array.from({ length: 12 }, (_, day) => `2026-01-${String(day + 10)}`);
/** Lots that change twice at most, by day; null on days whose list does not say them. */
const lives = fc
  .record({
    first: fc.integer({ min: 0, max: 11 }),
    second: fc.integer({ min: 0, max: 11 }),
    days: fc.shuffledSubarray(DAYS, { minLength: 1 }),
  })
  .map(({ first, second, days }) => ({
    days,
    lotOf: (day: string): number => {
      const at = DAYS.indexOf(day);
      return at < Math.min(first, second) ? 75 : at < Math.max(first, second) ? 65 : 30;
    },
  }));

describe('lists in any order', () => {
  it('each day has what its list says', () => {
    fc.assert(
      fc.property(lives, ({ days, lotOf }) => {
        const known: Known = new Map();
        for (const day of days) apply(known, [listed(NIFTY, lotOf(day))], day, false);
        expect(days.map((day) => lotOn(known, NIFTY, day))).toEqual(days.map(lotOf));
        // A stretch is a row, in whatever order its days come.
        expect(known.get(symbolOf(NIFTY))?.terms.length).toBe(new Set(days.map(lotOf)).size);
      }),
    );
  });

  it('a list without lots takes none away', () => {
    fc.assert(
      fc.property(lives, fc.shuffledSubarray(DAYS), ({ days, lotOf }, silent) => {
        const known: Known = new Map();
        for (const day of days) apply(known, [listed(NIFTY, lotOf(day))], day, false);
        for (const day of silent) apply(known, [{ ...listed(NIFTY), lotSize: null }], day, false);
        expect(days.map((day) => lotOn(known, NIFTY, day))).toEqual(days.map(lotOf));
      }),
    );
  });

  it('a row is a change, or nothing', () => {
    const day = fc.constantFrom(...DAYS);
    const terms = fc.record({
      lotSize: fc.constantFrom(null, 65, 75),
      tickSize: fc.constantFrom(null, 5),
      token: fc.constantFrom(null, '1', '2'),
      endsOn: fc.constantFrom(null, '2026-03-30'),
      isListed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(day, terms), { maxLength: 15 }), (lists) => {
        let known: DatedTerms[] = [];
        for (const [on, one] of lists) {
          const change = changeOf(NIFTY, known, on, one);
          if (change)
            known = [
              ...known.filter(({ listedOn }) => listedOn !== on && listedOn !== change.instead),
              change.terms,
            ].sort((a, b) => (a.listedOn < b.listedOn ? -1 : 1));
          const now = termsOn(known, on);
          // What was said holds on its day.
          for (const field of ['lotSize', 'tickSize', 'token', 'endsOn', 'isListed'] as const)
            if (one[field] !== null) expect(now?.[field]).toBe(one[field]);
        }
      }),
    );
  });
});
