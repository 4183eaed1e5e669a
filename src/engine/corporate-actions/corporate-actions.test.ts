import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import type { Bar } from '../bars.ts';
import { adjustBars, unexplainedJumps } from './adjust-bars.ts';
import { actionsOfPurpose, type CorporateAction } from './corporate-action.ts';

describe('the purpose of a notice', () => {
  it.each<[string, CorporateAction[]]>([
    ['Bonus 1:1', [{ kind: 'bonus', free: 1, held: 1 }]],
    [
      'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share',
      [{ kind: 'split', from: 10_00, to: 2_00 }],
    ],
    [
      'Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share',
      [{ kind: 'split', from: 2_00, to: 1_00 }],
    ],
    ['Interim Dividend - Rs 5.50 Per Share', [{ kind: 'dividend', amount: 5_50 }]],
    ['Dividend - Rs 6 Per Share/Special Dividend - Rs 2 Per Share', [{ kind: 'dividend', amount: 8_00 }]],
    ['Rights 1:15 @ Premium Rs 1247/-', [{ kind: 'rights', offered: 1, held: 15, price: 1_257_00 }]],
    ['Demerger', [{ kind: 'demerger' }]],
    ['Annual General Meeting', []],
    ['Bonus 0:1', []],
  ])('%s', (purpose, actions) => expect(actionsOfPurpose(purpose, 10_00)).toEqual(actions));

  it.each(['Bonus 100000000000000000000000:1', 'Face Value Split From Rs 99999999999999999999 To Re 1'])(
    'with numbers that no share has is none: %s',
    (purpose) => expect(actionsOfPurpose(purpose, 10_00)).toEqual([]),
  );

  it.each<[string, CorporateAction[]]>([
    ['FV SPLIT RS.10 TO RS.2', [{ kind: 'split', from: 10_00, to: 2_00 }]],
    ['Bonus Issue In The Ratio Of 1:1', [{ kind: 'bonus', free: 1, held: 1 }]],
    ['Bonus Issue - 1:1', [{ kind: 'bonus', free: 1, held: 1 }]],
    ['Rights Issue - 1:5 @ Premium Rs 5', [{ kind: 'rights', offered: 1, held: 5, price: 15_00 }]],
  ])('in the words of other years: %s', (purpose, actions) =>
    expect(actionsOfPurpose(purpose, 10_00)).toEqual(actions),
  );

  it('has rights at the price that is said, not at par, where it says no premium', () => {
    expect(actionsOfPurpose('Rights 1:14 @ Rs 535/- Per Share', 10_00)).toEqual([
      { kind: 'rights', offered: 1, held: 14, price: 535_00 },
    ]);
  });

  it('has a price with a comma whole', () => {
    expect(actionsOfPurpose('Rights 1:15 @ Premium Rs 1,247/-', 10_00)).toEqual([
      { kind: 'rights', offered: 1, held: 15, price: 1_257_00 },
    ]);
    expect(actionsOfPurpose('Dividend - Rs 1,250 Per Share', 10_00)).toEqual([
      { kind: 'dividend', amount: 1_250_00 },
    ]);
  });
});

const bar = (day: string, price: number, volume = 100): Bar => ({
  time: istDayStart(day) + 555 * MINUTE_MS,
  ...{ open: price, high: price + 200, low: price - 200, close: price, volume },
});
const BARS = [bar('2024-10-24', 2_000_00), bar('2024-10-25', 2_100_00), bar('2024-10-28', 1_060_00)];
const BONUS = { day: '2024-10-28', action: { kind: 'bonus', free: 1, held: 1 } } as const;

describe('candles before an action', () => {
  it('are halved by a bonus of one for one, with twice the volume', () => {
    const adjusted = adjustBars(BARS, [BONUS]);
    expect(adjusted.map(({ close, volume }) => [close, volume])).toEqual([
      [1_000_00, 200],
      [1_050_00, 200],
      [1_060_00, 100],
    ]);
    expect(adjusted[2]).toBe(BARS[2]);
    expect(BARS[0]?.close).toBe(2_000_00);
  });

  it('are multiplied by what all later actions do, in any order of them', () => {
    const split = { day: '2024-10-25', action: { kind: 'split', from: 10, to: 5 } } as const;
    const closes = (actions: Parameters<typeof adjustBars>[1]) =>
      adjustBars(BARS, actions).map(({ close }) => close);
    expect(closes([BONUS, split])).toEqual([500_00, 1_050_00, 1_060_00]);
    expect(closes([split, BONUS])).toEqual([500_00, 1_050_00, 1_060_00]);
  });

  it('take a dividend off only where it is asked for', () => {
    const dividend = { day: '2024-10-28', action: { kind: 'dividend', amount: 210_00 } } as const;
    expect(adjustBars(BARS, [dividend])).toEqual(BARS);
    expect(adjustBars(BARS, [dividend], true)[1]?.close).toBe(1_890_00);
  });

  it('fall by what a right was worth, and by nothing where it was worth nothing', () => {
    const rights = (price: number) =>
      ({ day: '2024-10-28', action: { kind: 'rights', offered: 1, held: 1, price } }) as const;
    expect(adjustBars(BARS, [rights(1_050_00)])[1]?.close).toBe(1_575_00);
    expect(adjustBars(BARS, [rights(2_500_00)])).toEqual(BARS);
  });

  it('are left alone by an action after the last of them', () => {
    expect(adjustBars(BARS, [{ ...BONUS, day: '2024-10-29' }])).toEqual(BARS);
  });

  it('stay candles whatever happens, and returns within a day stay what they were', () => {
    const price = fc.integer({ min: 300, max: 10_000_00 });
    const action = fc.oneof(
      fc.record({
        kind: fc.constant('split' as const),
        from: fc.integer({ min: 1, max: 100 }),
        to: fc.integer({ min: 1, max: 100 }),
      }),
      fc.record({
        kind: fc.constant('bonus' as const),
        free: fc.integer({ min: 1, max: 10 }),
        held: fc.integer({ min: 1, max: 10 }),
      }),
      fc.record({ kind: fc.constant('dividend' as const), amount: price }),
    );
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 2, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(20), action), { maxLength: 4 }),
        (prices, actions) => {
          const bars = prices.map((close, day) => ({
            ...bar('2024-01-01', close),
            time: istDayStart('2024-01-01') + day * DAY_MS,
          }));
          const dated = actions.map(([day, one]) => ({
            day: new Date(istDayStart('2024-01-01') + day * DAY_MS + DAY_MS / 4).toISOString().slice(0, 10),
            action: one,
          }));
          const adjusted = adjustBars(bars, dated, true);
          expect(adjusted).toHaveLength(bars.length);
          for (const { open, high, low, close } of adjusted) {
            expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
            expect(Math.max(open, close)).toBeLessThanOrEqual(high);
            expect(low).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('a jump over a night', () => {
  it('is told unless an action explains it', () => {
    expect(unexplainedJumps(BARS, [])).toEqual([
      { day: '2024-10-28', percent: expect.closeTo(-49.52, 2) as number },
    ]);
    expect(unexplainedJumps(BARS, [BONUS])).toEqual([]);
  });

  it('of a half is not explained by a dividend of one rupee', () => {
    const dividend = { day: '2024-10-28', action: { kind: 'dividend', amount: 1_00 } } as const;
    expect(unexplainedJumps(BARS, [dividend])).toHaveLength(1);
  });

  it('is none within a day', () => {
    const minutes = [
      bar('2024-10-24', 1_000_00),
      { ...bar('2024-10-24', 2_000_00), time: istDayStart('2024-10-24') + 560 * MINUTE_MS },
    ];
    expect(unexplainedJumps(minutes, [])).toEqual([]);
  });
});
