import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { RuleDocumentSchema, type RuleDocument } from '../../shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart } from '../../shared/time.ts';
import type { Metrics } from '../metrics.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { bestSet } from './best-set.ts';
import { chainRuns } from './chain-runs.ts';
import { numberAt } from './document-path.ts';
import { overfitWarnings, type SweepEvidence } from './overfit-warnings.ts';
import { parameterLabel } from './parameter-label.ts';
import { parameterSets, withParameters } from './parameter-sets.ts';
import { walkForwardWindows } from './walk-forward.ts';

const RULES = RuleDocumentSchema.parse(RSI_RULES);
const CROSS: RuleDocument = RuleDocumentSchema.parse({
  ...RSI_RULES,
  entry: {
    kind: 'all',
    conditions: [
      {
        kind: 'compare',
        left: { kind: 'indicator', indicator: { name: 'sma', period: 10 } },
        operator: 'crosses-above',
        right: { kind: 'indicator', indicator: { name: 'sma', period: 30 } },
      },
      RSI_RULES.entry,
    ],
  },
});
const PERIOD = { path: 'entry.left.indicator.period', from: 2, to: 20, step: 2 };
const LEVEL = { path: 'entry.right.value', from: 20, to: 40, step: 5 };
const GRID = { method: 'grid', samples: 1, seed: 1 } as const;

const must = <T>(result: { ok: true; value: T } | { ok: false; failure: { message: string } }): T => {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

describe('parameter combinations', () => {
  it.each([
    [0.1, 0.7, 0.1, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]],
    [1, 1.3, 0.1, [1, 1.1, 1.2, 1.3]],
    [0.5, 1.2, 0.35, [0.5, 0.85, 1.2]],
    [1, 2, 0.3, [1, 1.3, 1.6, 1.9]],
  ])('from %d to %d by %d have both ends that the step meets, in plain numbers', (from, to, step, values) => {
    const { parameters } = must(parameterSets(RULES, [{ path: 'stopLoss.value', from, to, step }], GRID));
    expect(parameters[0]?.values).toEqual(values);
  });

  it('are every combination of a grid, the last parameter fastest, with labels in plain words', () => {
    const { parameters, sets } = must(parameterSets(RULES, [PERIOD, LEVEL], GRID));
    expect(sets).toHaveLength(50);
    expect(sets.slice(0, 6)).toEqual([
      [2, 20],
      [2, 25],
      [2, 30],
      [2, 35],
      [2, 40],
      [4, 20],
    ]);
    expect(parameters.map(({ label }) => label)).toEqual(['RSI length (entry)', 'RSI level (entry)']);
  });

  it('drawn at random are different, part of the grid, and the same for the same seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (samples, seed) => {
        const draw = () =>
          must(parameterSets(RULES, [PERIOD, LEVEL], { method: 'random', samples, seed })).sets;
        const sets = draw().map((set) => set.join());
        const grid = must(parameterSets(RULES, [PERIOD, LEVEL], GRID)).sets.map((set) => set.join());
        expect(new Set(sets).size).toBe(Math.min(samples, 50));
        expect(sets.every((set) => grid.includes(set))).toBe(true);
        expect(draw().map((set) => set.join())).toEqual(sets);
      }),
      { numRuns: 60 },
    );
  });

  it('reach both ends of a range whose step is no binary number', () => {
    const stop = { path: 'stopLoss.value', from: 0.1, to: 1, step: 0.1 };
    const { parameters } = must(parameterSets(RULES, [stop], GRID));
    expect(parameters[0]?.values).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  });

  it.each([
    ['a path that leads nowhere', { ...PERIOD, path: 'entry.left.period' }, 'is not a number of these rules'],
    ['a path to a word', { ...PERIOD, path: 'timeframe' }, 'is not a number of these rules'],
    ['a path into the prototype', { ...PERIOD, path: '__proto__.x' }, 'is not a number of these rules'],
    ['a value below the limit', { ...PERIOD, from: 0 }, 'cannot be 0: must be at least 1'],
    ['a value above the limit', { ...PERIOD, to: 700, step: 100 }, 'cannot be 602'],
    ['a step to half a bar', { ...PERIOD, step: 0.5 }, 'cannot be 2.5'],
    ['too many values', { ...LEVEL, step: 0.0001 }, 'at most 10000 can be tried'],
  ])('are refused for %s, naming the path', (_, range, reason) => {
    const result = parameterSets(RULES, [range], GRID);
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    if (result.ok) return;
    expect(result.failure.message).toContain(range.path);
    expect(result.failure.message).toContain(reason);
    expect(result.failure.fields).toHaveProperty(['parameters.0.path']);
  });

  it('are at most ten thousand, but a draw of fewer from a larger grid is fine', () => {
    const ranges = [
      { ...PERIOD, to: 401, step: 1 },
      { ...LEVEL, step: 0.5 },
    ];
    expect(parameterSets(RULES, ranges, GRID)).toMatchObject({ ok: false });
    expect(
      must(parameterSets(RULES, ranges, { method: 'random', samples: 10_000, seed: 3 })).sets,
    ).toHaveLength(10_000);
    const twice = parameterSets(RULES, [PERIOD, PERIOD], GRID);
    expect(twice.ok ? '' : twice.failure.message).toContain('is named twice');
  });

  it('change only the numbers they name', () => {
    const changed = must(withParameters(CROSS, ['entry.conditions[0].right.indicator.period'], [55]));
    expect(numberAt(changed, 'entry.conditions.0.right.indicator.period')).toBe(55);
    expect(must(withParameters(changed, ['entry.conditions.0.right.indicator.period'], [30]))).toEqual(CROSS);
  });

  it.each([
    ['entry.conditions[0].left.indicator.period', 'SMA length (entry, condition 1, left)'],
    ['entry.conditions[1].right.value', 'RSI level (entry, condition 2)'],
    ['stopLoss.value', 'Stop-loss percent'],
    ['size.percent', 'Position size percent'],
    ['maxTradesPerDay', 'Trades a day'],
  ])('%s reads "%s"', (path, label) => expect(parameterLabel(CROSS, path)).toBe(label));

  it('name the variable that a number stands in, or is compared with', () => {
    const rsi = { kind: 'indicator', indicator: { name: 'rsi', period: 14 }, offset: 0 };
    const below = { kind: 'compare', left: rsi, operator: '<', right: { kind: 'constant', value: 30 } };
    const document = {
      variables: [{ kind: 'counter', name: 'dips', when: below, candles: 20 }],
      entry: { ...below, left: { kind: 'variable', name: 'dips' } },
    };
    expect(parameterLabel(document, 'variables[0].when.left.indicator.period')).toBe(
      'RSI length (variable dips)',
    );
    expect(parameterLabel(document, 'variables[0].candles')).toBe('Candles (variable dips)');
    expect(parameterLabel(document, 'entry.right.value')).toBe('Dips level (entry)');
  });

  it('name the other side of rules that turn round', () => {
    const both = { ...CROSS, reverse: { entry: CROSS.entry, exit: null } };
    const path = 'reverse.entry.conditions[1].right.value';
    expect(parameterLabel(both, path)).toBe("RSI level (other side's entry, condition 2)");
  });
});

describe('walk-forward windows', () => {
  it('adjoin, end with the range, and train on the days before each test', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 3_000 }),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 50, max: 90 }),
        (days, count, trainPercent) => {
          const from = '2020-01-01';
          const to = istDate(istDayStart(from) + (days - 1) * DAY_MS);
          const windows = must(walkForwardWindows(from, to, count, trainPercent));
          const next = (day: string) => istDate(istDayStart(day) + DAY_MS);
          const lengthOf = (range: { from: string; to: string }) =>
            (istDayStart(range.to) - istDayStart(range.from)) / DAY_MS + 1;
          expect(windows).toHaveLength(count);
          expect(windows[0]?.train.from).toBe(from);
          expect(windows.at(-1)?.test.to).toBe(to);
          windows.forEach(({ train, test }, index) => {
            expect(next(train.to)).toBe(test.from);
            expect(lengthOf(train)).toBe(lengthOf(windows[0]!.train));
            expect(lengthOf(test)).toBeGreaterThanOrEqual(1);
            const following = windows[index + 1];
            if (following) expect(next(test.to)).toBe(following.test.from);
            expect(
              Math.abs(lengthOf(test) - (lengthOf(train) * (100 - trainPercent)) / trainPercent),
            ).toBeLessThan(2);
          });
        },
      ),
    );
  });

  it('are refused when there are not enough days', () => {
    const result = walkForwardWindows('2026-01-01', '2026-01-10', 12, 70);
    expect(result.ok ? '' : result.failure.message).toContain('10 days are too few for 12 windows');
  });
});

const figures = (more: Partial<Metrics>): Metrics => ({ netProfit: 1, sharpe: 1, ...more }) as Metrics;
const values = [1, 2, 3, 4, 5];
const evidence = (more: Partial<SweepEvidence>): SweepEvidence => ({
  parameters: [{ path: 'a', label: 'A', values }],
  sets: values.map((value) => [value]),
  objective: 'sharpe',
  scores: [1, 1.1, 1.2, 1.1, 1],
  netProfits: [1, 1, 1, 1, 1],
  trades: [100, 100, 100, 100, 100],
  best: 2,
  windows: null,
  ...more,
});

describe('warnings of over-fitting', () => {
  it('are none for a broad hill with many trades', () => expect(overfitWarnings(evidence({}))).toEqual([]));

  it('name a best combination that stands alone', () =>
    expect(overfitWarnings(evidence({ scores: [0.1, 0.2, 2, 0.4, 0.1] }))).toEqual([
      'The best combination stands alone: its Sharpe ratio is 2.00, while its 2 neighbours come to 0.30 in the median.',
    ]));

  it('count few trades and more combinations than trades', () => {
    const sentences = overfitWarnings(evidence({ trades: [9, 9, 4, 9, 9] }));
    expect(sentences[0]).toContain('made 4 trades; with fewer than 30');
    expect(sentences[1]).toContain('5 combinations were tried and the best made 4 trades');
  });

  it('say when few combinations made money', () => {
    const many = Array.from({ length: 20 }, (_, index) => index);
    const sentences = overfitWarnings(
      evidence({
        parameters: [{ path: 'a', label: 'A', values: many }],
        sets: many.map((value) => [value]),
        scores: many.map(() => 1),
        netProfits: many.map((value) => (value < 3 ? 5 : -5)),
        trades: many.map(() => 50),
        best: 0,
      }),
    );
    expect(sentences).toEqual([
      'Only 3 of 20 combinations made money: the rules depend on the numbers chosen.',
    ]);
  });

  it('compare the days before with the days after', () => {
    const windows = [
      { inSample: figures({ sharpe: 2 }), outOfSample: figures({ sharpe: 0.2, netProfit: -5 }) },
      { inSample: figures({ sharpe: 3 }), outOfSample: figures({ sharpe: -1, netProfit: -5 }) },
      { inSample: figures({ sharpe: 2.5 }), outOfSample: figures({ sharpe: 0.4, netProfit: 5 }) },
    ];
    const sentences = overfitWarnings(evidence({ windows }));
    expect(sentences[0]).toContain('was 2.50 in the median; on the days after, 0.20');
    expect(sentences[1]).toBe('2 of 3 test windows lost money.');
  });

  it('stay quiet when no combination could be run', () =>
    expect(
      overfitWarnings(
        evidence({
          scores: values.map(() => null),
          trades: values.map(() => null),
          netProfits: values.map(() => null),
          best: null,
        }),
      ),
    ).toEqual([]));
});

describe('the best combination', () => {
  it('has the highest objective and is the first of equals', () => {
    expect(bestSet([null, 1, 3, 3, 2])).toBe(2);
    expect(bestSet([-5, -2])).toBe(1);
    expect(bestSet([null, null])).toBeNull();
  });
});

describe('runs in a chain', () => {
  const run = (times: number[], equity: number[]): Simulation => ({
    capital: 100,
    trades: [],
    fills: [],
    rejections: [],
    curve: {
      time: Float64Array.from(times),
      equity: Float64Array.from(equity),
      cash: Float64Array.from(equity),
      positions: Uint16Array.from(equity.map(() => 1)),
    },
    assumptions: ['First.'],
  });

  it('stand on what the earlier ones came to', () => {
    const { curve, assumptions } = chainRuns([run([1, 2], [110, 120]), run([3], [90]), run([4], [105])], 100);
    expect([...curve.time]).toEqual([1, 2, 3, 4]);
    expect([...curve.equity]).toEqual([110, 120, 110, 115]);
    expect(curve.positions).toHaveLength(4);
    expect(assumptions).toHaveLength(2);
  });
});
