import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '../protection.ts';
import { type AccountDifference, type ContractCase, differenceOf, type OwnPosition } from './reconcile.ts';

const own = (id: number, quantity: number, side: Side = 'long', entryPrice = 400_00): OwnPosition => ({
  id,
  side,
  quantity,
  entryPrice,
  isOver: false,
  overnightStop: null,
  missing: 0,
  atBroker: 0,
  isByHand: false,
});
const byHand = (id: number, quantity: number): OwnPosition => ({ ...own(id, quantity), isByHand: true });
const over = (id: number, quantity: number, side: Side = 'long'): OwnPosition => ({
  ...own(id, quantity, side),
  isOver: true,
});
const contract = (theirs: number, ...positions: OwnPosition[]): ContractCase => ({
  key: 'NSE:1660:delivery',
  positions,
  theirs,
  isDelivery: true,
  lastPrice: 400_00,
  hasLostOrder: false,
  afterActions: null,
});
const shown = (difference: AccountDifference | null) =>
  difference && { kind: difference.kind, shortfalls: [...difference.shortfalls] };

describe('what is written here beside what the account shows', () => {
  it.each<readonly [string, ContractCase, ReturnType<typeof shown>]>([
    ['the same', contract(10, own(1, 10)), null],
    ['nothing of either', contract(0), null],
    ['a long that was sold', contract(0, own(1, 10)), { kind: 'gone', shortfalls: [[1, 10]] }],
    ['a long that was sold in part', contract(6, own(1, 10)), { kind: 'smaller', shortfalls: [[1, 4]] }],
    ['a long sold twice over', contract(-5, own(1, 10)), { kind: 'opposite', shortfalls: [[1, 10]] }],
    [
      'a short that was bought back',
      contract(0, own(1, 10, 'short')),
      { kind: 'gone', shortfalls: [[1, 10]] },
    ],
    [
      'a short bought back in part',
      contract(-6, own(1, 10, 'short')),
      { kind: 'smaller', shortfalls: [[1, 4]] },
    ],
    [
      'a short bought twice over',
      contract(5, own(1, 10, 'short')),
      { kind: 'opposite', shortfalls: [[1, 10]] },
    ],
    ['more than ours', contract(25, own(1, 10)), null],
    [
      'a price far beyond the stop of a night',
      { ...contract(10, { ...own(1, 10), overnightStop: 396_00 }), lastPrice: 200_00 },
      { kind: 'price-gap', shortfalls: [] },
    ],
    [
      'a price a fifth beyond the stop',
      { ...contract(10, { ...own(1, 10), overnightStop: 396_00 }), lastPrice: 317_00 },
      null,
    ],
    [
      'a short whose price was multiplied',
      { ...contract(-10, { ...own(1, 10, 'short'), overnightStop: 404_00 }), lastPrice: 800_00 },
      { kind: 'price-gap', shortfalls: [] },
    ],
    ['more short than ours', contract(-25, own(1, 10, 'short')), null],
    [
      'more than ours after a lost order',
      { ...contract(25, own(1, 10)), hasLostOrder: true },
      { kind: 'larger', shortfalls: [] },
    ],
    [
      'two longs, the newer one missing',
      contract(10, own(1, 10), own(2, 5)),
      { kind: 'smaller', shortfalls: [[2, 5]] },
    ],
    [
      'two longs, more than the newer missing',
      contract(8, own(1, 10), own(2, 5)),
      {
        kind: 'smaller',
        shortfalls: [
          [2, 5],
          [1, 2],
        ],
      },
    ],
    [
      'two longs, the older missing since before the newer was bought',
      contract(17, { ...own(1, 4), missing: 2, atBroker: 2 }, { ...own(2, 15), atBroker: 15 }),
      { kind: 'smaller', shortfalls: [[1, 2]] },
    ],
    [
      'two longs, with only the older one’s stop for less than it has',
      contract(17, { ...own(1, 4), atBroker: 2 }, { ...own(2, 15), atBroker: 15 }),
      { kind: 'smaller', shortfalls: [[1, 2]] },
    ],
    [
      'two longs, less missing than before while the newer one’s stop has not made room',
      contract(17, { ...own(1, 4), missing: 2, atBroker: 2 }, { ...own(2, 15), missing: 3, atBroker: 15 }),
      { kind: 'smaller', shortfalls: [[1, 2]] },
    ],
    [
      'two longs, more missing than no order is out for',
      contract(15, { ...own(1, 4), missing: 2, atBroker: 2 }, { ...own(2, 15), atBroker: 15 }),
      {
        kind: 'smaller',
        shortfalls: [
          [1, 2],
          [2, 2],
        ],
      },
    ],
    ['both sides that net out', contract(0, own(1, 10), own(2, 10, 'short')), null],
    [
      'both sides with a long missing',
      contract(-4, own(1, 10), own(2, 10, 'short')),
      { kind: 'smaller', shortfalls: [[1, 4]] },
    ],
    [
      'both sides with a short missing',
      contract(4, own(1, 10), own(2, 10, 'short')),
      { kind: 'smaller', shortfalls: [[2, 4]] },
    ],
    [
      'one by hand and a newer one of a strategy, of which as many are missing as the first has',
      contract(10, byHand(1, 4), own(2, 10)),
      { kind: 'smaller', shortfalls: [[1, 4]] },
    ],
    [
      'one by hand and a newer one of a strategy, of which more are missing',
      contract(8, byHand(1, 4), own(2, 10)),
      {
        kind: 'smaller',
        shortfalls: [
          [1, 4],
          [2, 2],
        ],
      },
    ],
    [
      'one by hand and one of a strategy, of which they were missing before',
      contract(10, byHand(1, 4), { ...own(2, 10), missing: 4 }),
      { kind: 'smaller', shortfalls: [[2, 4]] },
    ],
    ['an intraday long of an earlier day', contract(0, over(1, 10)), { kind: 'gone', shortfalls: [[1, 10]] }],
    [
      'both sides of an earlier day, which net out',
      contract(0, over(1, 10), over(2, 10, 'short')),
      {
        kind: 'gone',
        shortfalls: [
          [1, 10],
          [2, 10],
        ],
      },
    ],
    [
      'one of an earlier day beside one of today',
      contract(5, over(1, 10), own(2, 5)),
      { kind: 'smaller', shortfalls: [[1, 10]] },
    ],
    [
      'one of an earlier day beside one of today that was sold in part',
      contract(3, over(1, 10), own(2, 5)),
      {
        kind: 'smaller',
        shortfalls: [
          [2, 2],
          [1, 10],
        ],
      },
    ],
  ])('is found for %s', (_what, given, expected) => {
    expect(shown(differenceOf(given))).toEqual(expected);
  });

  it.each([
    [50, 80_00, 5],
    [20, 200_00, 2],
    [15, 266_00, 1.5],
    [5, 800_00, 0.5],
    [50, null, 5],
  ])('is a split or bonus when %i shares are there at %s', (theirs, lastPrice, factor) => {
    expect(differenceOf({ ...contract(theirs, own(1, 10)), lastPrice })).toMatchObject({
      kind: 'split',
      factor,
    });
  });

  it('of one share into two is one of two for one, though a fraction of another would come to the same', () => {
    expect(differenceOf({ ...contract(2, own(1, 1)), lastPrice: 200_00 })?.factor).toBe(2);
    expect(differenceOf({ ...contract(3, own(1, 2)), lastPrice: 266_67 })?.factor).toBe(1.5);
  });

  it.each([4 / 3, 1.25, 1.2])(
    'is no bonus of %d for one when the rest is the owner’s own, at the old price',
    (factor) => {
      expect(differenceOf(contract(60 * factor, own(1, 60)))).toBeNull();
      expect(differenceOf({ ...contract(60 * factor, own(1, 60)), lastPrice: 400_00 / factor })?.kind).toBe(
        'split',
      );
    },
  );

  it('is no split while the price has not changed with the quantity, nor intraday, nor beside a short', () => {
    expect(differenceOf(contract(50, own(1, 10)))).toBeNull();
    expect(differenceOf(contract(5, own(1, 10)))?.kind).toBe('smaller');
    expect(differenceOf({ ...contract(50, own(1, 10)), lastPrice: 80_00, isDelivery: false })).toBeNull();
    expect(differenceOf({ ...contract(25, own(1, 10), own(2, 5, 'short')), lastPrice: 80_00 })?.kind).toBe(
      'smaller',
    );
  });
});

describe('for any positions and any account', () => {
  const positions = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom<Side>('long', 'short')), {
      maxLength: 5,
    })
    .map((all) => all.map(([quantity, side], index) => own(index + 1, quantity, side)));
  const cases = fc.tuple(positions, fc.integer({ min: -200, max: 200 }), fc.boolean());

  it('what is left to be sold or bought back never brings the account to the other side', () => {
    fc.assert(
      fc.property(cases, ([all, theirs, hasLostOrder]) => {
        const given = { ...contract(theirs, ...all), hasLostOrder };
        const difference = differenceOf(given);
        if (difference?.kind === 'split') return;
        const covered = (side: Side): number =>
          all
            .filter((one) => one.side === side)
            .reduce((sum, { id, quantity }) => sum + quantity - (difference?.shortfalls.get(id) ?? 0), 0);
        const [longs, shorts] = [covered('long'), covered('short')];
        // Leaving all of it takes from the account only what is there of it.
        const left = theirs - longs + shorts;
        if (longs > 0 && shorts === 0) expect(left).toBeGreaterThanOrEqual(0);
        if (shorts > 0 && longs === 0) expect(left).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('no more is missing of a position than it has, and no shortfall is negative', () => {
    fc.assert(
      fc.property(cases, ([all, theirs, hasLostOrder]) => {
        const difference = differenceOf({ ...contract(theirs, ...all), hasLostOrder });
        for (const [id, missing] of difference?.shortfalls ?? []) {
          expect(missing).toBeGreaterThan(0);
          expect(missing).toBeLessThanOrEqual(all.find((one) => one.id === id)?.quantity ?? 0);
        }
      }),
    );
  });

  it('nothing differs exactly when both come to the same, unless the rest is the owner’s own', () => {
    fc.assert(
      fc.property(cases, ([all, theirs]) => {
        const ours = all.reduce(
          (sum, { side, quantity }) => sum + (side === 'long' ? quantity : -quantity),
          0,
        );
        const difference = differenceOf(contract(theirs, ...all));
        if (ours === theirs) expect(difference).toBeNull();
        else if (difference === null) {
          const side = theirs > ours ? 'short' : 'long';
          expect(all.some((one) => one.side === side)).toBe(false);
        }
      }),
    );
  });
});

describe('an action that is known', () => {
  it('explains just the number that it makes, of any ratio, and needs no price', () => {
    const known = (theirs: number) =>
      differenceOf({ ...contract(theirs, own(1, 25)), afterActions: 26, lastPrice: null });
    expect(known(26)).toMatchObject({ kind: 'split', factor: 26 / 25 });
    expect(known(27)).toBeNull();
    expect(known(24)).toMatchObject({ kind: 'smaller' });
    expect(known(25)).toBeNull();
  });

  it('explains nothing of what is sold short, or not delivered', () => {
    const short = { ...contract(26, own(1, 25, 'short')), afterActions: 26 };
    expect(differenceOf(short)?.kind).toBe('opposite');
    expect(differenceOf({ ...contract(26, own(1, 25)), afterActions: 26, isDelivery: false })).toBeNull();
  });
});
