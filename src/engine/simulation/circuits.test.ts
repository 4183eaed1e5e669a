import { describe, expect, it } from 'vitest';
import {
  closeIs,
  DAY,
  flat,
  intradayBars,
  MONDAY,
  outline,
  run,
} from '../../../tests/engine/made-up-market.ts';

/** A day closing at ₹100. So the next one has its circuits at ₹110 and ₹90. */
const YESTERDAY = intradayBars(flat(100, 2));
const afterIt = (rows: readonly (readonly number[])[]) => [...YESTERDAY, ...intradayBars(rows, MONDAY + DAY)];
const ENTRY = { entry: closeIs('>', 101), maxTradesPerDay: 1 } as const;

describe('at the upper circuit', () => {
  it('a purchase waits for the first open away from it', () => {
    const bars = afterIt([...flat(105), ...flat(110, 2), [109, 109, 108, 109], ...flat(109)]);
    const result = run(ENTRY, bars);
    expect(result.fills[0]).toMatchObject({ side: 'buy', price: 109_00, time: bars[5]?.time });
  });

  it('an entry that is decided there is not made, and says why', () => {
    const bars = afterIt([...flat(100), ...flat(110, 3)]);
    const result = run(ENTRY, bars);
    expect(result.fills).toEqual([]);
    expect(result.rejections[0]?.reason).toBe(
      'RELIANCE is at its upper circuit of ₹110.00, where nobody sells.',
    );
  });

  it('a sale fills', () => {
    const bars = afterIt([...flat(105, 2), [105, 110, 105, 110], ...flat(110, 2)]);
    expect(outline(run({ ...ENTRY, exit: closeIs('>=', 110) }, bars))).toEqual([
      '09:20 105 09:30 110 exit-rule',
    ]);
  });
});

describe('at the lower circuit', () => {
  const rules = { ...ENTRY, stopLoss: { kind: 'percent', value: 5 } } as const;

  it('a stop that gapped there is left at the first open away from it', () => {
    const bars = afterIt([...flat(105, 2), ...flat(90, 2), [91, 92, 91, 92], ...flat(92)]);
    expect(outline(run(rules, bars))).toEqual(['09:20 105 09:35 91 stop-loss']);
  });

  it('a stop on the way down fills at its level', () => {
    const bars = afterIt([...flat(105, 2), [105, 105, 90, 90], ...flat(90)]);
    expect(outline(run(rules, bars))).toEqual(['09:20 105 09:25 99.75 stop-loss']);
  });

  it('an exit rule waits, and so does what is held intraday at the day’s end', () => {
    const falling = afterIt([...flat(105, 2), [105, 105, 90, 90], ...flat(90, 2)]);
    const bars = [...falling, ...intradayBars([[95, 96, 95, 96], ...flat(96)], MONDAY + 2 * DAY)];
    expect(outline(run({ ...ENTRY, exit: closeIs('<', 95) }, bars))).toEqual([
      '09:20 105 09:15 95 exit-rule',
    ]);
    expect(outline(run(ENTRY, bars))[0]).toBe('09:20 105 09:15 95 session-end');
  });

  it('a short position is bought back, and none is opened', () => {
    const short = { ...ENTRY, side: 'short', exit: closeIs('<=', 90) } as const;
    const bars = afterIt([...flat(105, 2), [105, 105, 90, 90], ...flat(90, 2)]);
    expect(outline(run(short, bars))).toEqual(['09:20 105 09:30 90 exit-rule']);
    const locked = afterIt([...flat(100), ...flat(90, 3)]);
    expect(run({ side: 'short', entry: closeIs('<', 95) }, locked).fills).toEqual([]);
  });
});
