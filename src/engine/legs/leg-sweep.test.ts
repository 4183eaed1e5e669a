import { describe, expect, it } from 'vitest';
import { LegDocumentSchema } from '../../shared/leg-document.ts';
import { istDayStart } from '../../shared/time.ts';
import { NO_CHARGES } from '../charges/charges.ts';
import { legSets, walkForward } from './leg-sweep.ts';
import type { LegTrade, StructureOutcome } from './simulate-legs.ts';

const STRADDLE = LegDocumentSchema.parse({
  version: 2,
  underlying: 'NIFTY',
  entry: { at: '09:20' },
  exit: { at: '09:40' },
  legs: [
    ...(['call', 'put'] as const).map((kind) => ({
      ...{ side: 'sell', kind, lots: 1, strike: { by: 'at-the-money', steps: 0 } },
      stop: { of: 'premium', distance: { kind: 'percent', value: 30 } },
    })),
    { side: 'buy', kind: 'put', lots: 1, strike: { by: 'premium', rupees: 5, choose: 'nearest' } },
  ],
});

describe('combinations', () => {
  it('put a value into every leg that has it, and leave the others', () => {
    const found = legSets(STRADDLE, [
      { name: 'stop', from: 20, to: 40, step: 10 },
      { name: 'steps', from: 0, to: 1, step: 1 },
    ]);
    if (!found.ok) throw new Error(found.failure.message);
    const { sets, documents } = found.value;
    expect(sets).toEqual([20, 30, 40].flatMap((stop) => [0, 1].map((steps) => [stop, steps])));
    const last = documents.at(-1)?.legs.map(({ stop, strike }) => [stop?.distance, strike]);
    expect(last?.slice(0, 2)).toEqual(
      [0, 1].map(() => [
        { kind: 'percent', value: 40 },
        { by: 'at-the-money', steps: 1 },
      ]),
    );
    expect(last?.[2]).toEqual([undefined, { by: 'premium', rupees: 5, choose: 'nearest' }]);
  });

  it('of times that no document allows are left out and counted', () => {
    const found = legSets(STRADDLE, [{ name: 'entry-time', from: 570, to: 590, step: 5 }]);
    // 09:30 and 09:35; from 09:40 on the exit would come first.
    expect(found).toMatchObject({ ok: true, value: { sets: [[570], [575]], leftOut: 3 } });
    if (found.ok) expect(found.value.documents.map(({ entry }) => entry.at)).toEqual(['09:30', '09:35']);
  });

  it.each([
    [[{ name: 'target', from: 1, to: 2, step: 1 }], 'parameters[0]', 'needs a leg with a target'],
    [[{ name: 'stop', from: 9, to: 2, step: 1 }], 'parameters[0]', 'ends below its first value'],
    [[{ name: 'stop', from: 0, to: 900, step: 1 }], 'parameters[0]', 'at most 200 can be tried'],
    [[{ name: 'stop', from: -5, to: -1, step: 1 }], 'parameters[0]', 'cannot be -5'],
    [[{ name: 'steps', from: 0, to: 2 ** 53, step: 1 }], 'parameters[0]', 'at most 200 can be tried'],
    [
      [
        { name: 'stop', from: 1, to: 20, step: 1 },
        { name: 'steps', from: 0, to: 10, step: 1 },
      ],
      'parameters',
      'make 220 combinations',
    ],
    [
      [0, 1].map(() => ({ name: 'stop' as const, from: 1, to: 2, step: 1 })),
      'parameters[1]',
      'is named twice',
    ],
  ] as const)('%j are refused at %s', (ranges, field, why) => {
    const found = legSets(STRADDLE, ranges);
    expect(found.ok).toBe(false);
    if (found.ok) return;
    expect(Object.keys(found.failure.fields ?? {})).toEqual([field]);
    expect(found.failure.message).toContain(why);
  });
});

const outcome = (day: string, net: number, end = day): StructureOutcome => {
  const trade = { exitedAt: istDayStart(end) + 1, net, charges: NO_CHARGES } as LegTrade;
  return { day, daysToExpiry: 0, trades: [trade], why: 'exit-time', net, premiums: 'minutes' };
};
const window = {
  train: { from: '2026-01-01', to: '2026-01-10' },
  test: { from: '2026-01-11', to: '2026-01-20' },
};

describe('a walk-forward', () => {
  it('chooses by the first days alone, and counts the days after', () => {
    const sets = [
      [outcome('2026-01-05', 500), outcome('2026-01-12', -300)],
      [outcome('2026-01-05', 100), outcome('2026-01-12', 9_000)],
    ];
    const { windows, outOfSample } = walkForward(sets, [window]);
    expect(windows).toMatchObject([{ set: 0, inSample: { net: 500 }, outOfSample: { net: -300, days: 1 } }]);
    expect(outOfSample).toEqual({ net: -300, days: 1, won: 0, maxDrawdown: 300 });
  });

  it('does not know what was still held when the first days ended', () => {
    const sets = [
      [outcome('2026-01-09', 900, '2026-01-13'), outcome('2026-01-05', 1)],
      [outcome('2026-01-05', 100), outcome('2026-01-12', 50)],
    ];
    expect(walkForward(sets, [window]).windows[0]).toMatchObject({ set: 1, outOfSample: { net: 50 } });
  });

  it('without a result to choose by chooses nothing', () => {
    const { windows, outOfSample } = walkForward([[outcome('2026-01-12', 50)]], [window]);
    expect(windows[0]).toMatchObject({ set: null, outOfSample: { days: 0 } });
    expect(outOfSample.days).toBe(0);
  });
});
