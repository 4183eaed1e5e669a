import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryForward, type YearNets } from './carry-forward.ts';
import { CARRY_FORWARD_YEARS, TAX_CLASSES } from './tax-class.ts';

const year = (financialYear: string, nets: Partial<YearNets['nets']>): YearNets => ({
  financialYear,
  nets: { 'short-term': 0, 'long-term': 0, speculative: 0, 'futures-options': 0, ...nets },
});

describe('losses from year to year', () => {
  it('a short-term loss meets the gains of later years, short-term ones first', () => {
    const years = [
      year('2023-24', { 'short-term': -500 }),
      year('2024-25', { 'short-term': 200, 'long-term': 100 }),
      year('2025-26', { 'long-term': 1_000 }),
    ];
    expect(carryForward(years, '2024-25')).toEqual({
      incomes: { 'short-term': 0, 'long-term': 0, speculative: 0, 'futures-options': 0 },
      losses: [
        {
          taxClass: 'short-term',
          financialYear: '2023-24',
          amount: 500,
          used: 300,
          left: 200,
          lastYear: '2031-32',
        },
      ],
    });
    expect(carryForward(years, '2025-26')).toMatchObject({
      incomes: { 'long-term': 800 },
      losses: [{ amount: 200, used: 200, left: 0 }],
    });
  });

  it('a long-term loss meets long-term gains alone, a speculative one speculation alone', () => {
    const years = [
      year('2024-25', { 'long-term': -300, speculative: -400 }),
      year('2025-26', { 'short-term': 500, 'futures-options': 600, speculative: 100 }),
    ];
    const { incomes, losses } = carryForward(years, '2025-26');
    expect(incomes).toMatchObject({ 'short-term': 500, 'futures-options': 600, speculative: 0 });
    expect(losses.map(({ taxClass, used, left }) => [taxClass, used, left])).toEqual([
      ['long-term', 0, 300],
      ['speculative', 100, 300],
    ]);
  });

  it('a loss of futures and options meets speculation of the same year; the other way round it does not', () => {
    expect(
      carryForward([year('2025-26', { 'futures-options': -100, speculative: 60 })], '2025-26').incomes,
    ).toMatchObject({ 'futures-options': -40, speculative: 0 });
    expect(
      carryForward([year('2025-26', { 'futures-options': 100, speculative: -60 })], '2025-26').incomes,
    ).toMatchObject({ 'futures-options': 100, speculative: -60 });
  });

  it('is over after four years for speculation, after eight for the rest', () => {
    const years = [
      year('2017-18', { speculative: -100, 'short-term': -100 }),
      year('2021-22', {}),
      year('2022-23', { speculative: 500 }),
      year('2026-27', { 'short-term': 500 }),
    ];
    expect(carryForward(years, '2021-22').losses.map(({ taxClass }) => taxClass)).toEqual([
      'short-term',
      'speculative',
    ]);
    expect(carryForward(years, '2022-23').incomes.speculative).toBe(500);
    expect(carryForward(years, '2026-27').incomes['short-term']).toBe(500);
    const inTime = [years[0]!, year('2025-26', { 'short-term': 500 })];
    expect(carryForward(inTime, '2025-26').incomes['short-term']).toBe(400);
  });

  it('of a year without anything are those of the year before', () => {
    const years = [year('2024-25', { 'short-term': -100 })];
    expect(carryForward(years, '2025-26').losses).toMatchObject([{ amount: 100, used: 0, left: 100 }]);
    expect(carryForward([], '2025-26').losses).toEqual([]);
  });

  it('neither lose nor gain a paisa, whatever the years', () => {
    const nets = fc.record(
      Object.fromEntries(TAX_CLASSES.map((one) => [one, fc.integer({ min: -9_999, max: 9_999 })])),
    ) as fc.Arbitrary<YearNets['nets']>;
    fc.assert(
      fc.property(fc.array(nets, { minLength: 1, maxLength: 14 }), (all) => {
        const years = all.map((one, index) => year(`${2010 + index}-${String(11 + index)}`, one));
        let before = 0;
        for (const { financialYear, nets: own } of years) {
          const { incomes, losses } = carryForward(years, financialYear);
          const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
          const old = losses.filter((loss) => loss.financialYear !== financialYear);
          const made = losses.filter((loss) => loss.financialYear === financialYear);
          // Gains of the year less what old losses took away are what is left.
          expect(sum(Object.values(incomes))).toBe(sum(Object.values(own)) - sum(old.map((l) => l.used)));
          for (const taxClass of TAX_CLASSES) {
            expect(incomes[taxClass]).toBeGreaterThanOrEqual(Math.min(own[taxClass], 0));
            expect(incomes[taxClass]).toBeLessThanOrEqual(Math.max(own[taxClass], 0));
          }
          for (const { amount, used, left, taxClass, financialYear: from } of losses) {
            expect([used >= 0, left >= 0, used + left]).toEqual([true, true, amount]);
            const age = Number(financialYear.slice(0, 4)) - Number(from.slice(0, 4));
            expect(age).toBeLessThanOrEqual(CARRY_FORWARD_YEARS[taxClass]);
          }
          expect(sum(made.map((l) => l.amount))).toBe(
            sum(Object.values(incomes).map((income) => Math.max(-income, 0))),
          );
          // What comes in is at most what the year before left.
          expect(sum(old.map((l) => l.amount))).toBeLessThanOrEqual(before);
          before = sum(losses.map((l) => l.left));
        }
      }),
    );
  });
});
