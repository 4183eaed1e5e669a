import { describe, expect, it } from 'vitest';
import { LegDocumentSchema, type LegDocumentInput } from '../../shared/leg-document.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import type { LegMarket } from './contract-choice.ts';
import { readProgress } from './structure-progress.ts';
import { type LegWish, StructureRuntime } from './structure-runtime.ts';

const DAY = '2026-11-26';
const EXPIRY = '2026-12-01';
const [CALL, PUT] = [`NIFTY ${EXPIRY} 26000 CE`, `NIFTY ${EXPIRY} 26000 PE`];
const at = (clock: string, day = DAY): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return istDayStart(day) + (60 * hours + minutes) * MINUTE_MS;
};

/** A market in rupees, of which a test says what it needs. */
const market = (
  spot: number,
  prices: Readonly<Record<string, number | null>> = { [CALL]: 100, [PUT]: 90 },
): LegMarket => ({
  exchange: 'NSE',
  spot: spot * 100,
  expiries: [{ day: EXPIRY, isMonthly: false, lotSize: 65 }],
  chainOf: () => ({
    strikes: [25_950_00, 26_000_00, 26_050_00],
    forward: spot * 100,
    premiumOf: () => 100_00,
    deltaOf: () => 0.5,
  }),
  priceOf: (symbol) => {
    const price = prices[symbol];
    return price === null || price === undefined ? null : price * 100;
  },
});

const leg = (kind: 'call' | 'put', more: Partial<LegDocumentInput['legs'][number]> = {}) => ({
  side: 'sell' as const,
  kind,
  lots: 1,
  strike: { by: 'at-the-money' as const, steps: 0 },
  stop: { of: 'premium' as const, distance: { kind: 'percent' as const, value: 30 } },
  ...more,
});
const runtime = (more: Partial<LegDocumentInput> = {}) =>
  new StructureRuntime(
    LegDocumentSchema.parse({
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:20' },
      exit: { at: '15:15' },
      legs: [leg('call'), leg('put')],
      ...more,
    }),
  );

const said = (wishes: readonly LegWish[]): string[] =>
  wishes.map((wish) => {
    switch (wish.do) {
      case 'enter':
        return `${wish.side} ${wish.quantity} ${wish.symbol}`;
      case 'leave':
        return `leave ${wish.leg}: ${wish.why}`;
      case 'say':
        return wish.sentence;
      default:
        return `${wish.do} ${wish.leg}`;
    }
  });

/** A straddle whose two legs have been entered at 100 and 90. */
const entered = (more: Partial<LegDocumentInput> = {}): StructureRuntime => {
  const structure = runtime(more);
  structure.onMinute(at('09:20'), market(26_010));
  structure.filled(0, { price: 100_00, quantity: 65, spot: 26_010_00 });
  structure.filled(1, { price: 90_00, quantity: 65, spot: 26_010_00 });
  return structure;
};

describe('entry', () => {
  it('is at its time, once a day, by the prices of that close', () => {
    const structure = runtime();
    expect(structure.onMinute(at('09:19'), market(26_010))).toEqual([]);
    expect(said(structure.onMinute(at('09:20'), market(26_010)))).toEqual([
      `sell 65 ${CALL}`,
      `sell 65 ${PUT}`,
    ]);
    expect(structure.onMinute(at('09:21'), market(26_010))).toEqual([]);
  });

  it('is not made where its exit is over on the same day', () => {
    const exit = { at: '09:20', daysBeforeExpiry: 5 };
    // Five days to expiry: it would be entered, and closed a minute later.
    expect(runtime({ exit }).onMinute(at('09:20'), market(26_010))).toEqual([]);
    expect(runtime({ exit: { ...exit, at: '09:21' } }).onMinute(at('09:20'), market(26_010))).toHaveLength(2);
  });

  it('buys before it sells', () => {
    const hedge = { strike: { by: 'at-the-money' as const, steps: 1 }, side: 'buy' as const, stop: null };
    const structure = runtime({ legs: [leg('call'), leg('call', hedge)] });
    const wishes = structure.onMinute(
      at('09:20'),
      market(26_010, { [CALL]: 100, [`NIFTY ${EXPIRY} 26050 CE`]: 70 }),
    );
    expect(said(wishes)).toEqual([`buy 65 NIFTY ${EXPIRY} 26050 CE`, `sell 65 ${CALL}`]);
  });

  it.each(['stop', 'target'] as const)(
    'that has not filled yet is not closed by a %s in percent',
    (level) => {
      const structure = runtime({ structure: { [level]: { kind: 'premium', percent: 50 } } });
      structure.onMinute(at('09:20'), market(26_010));
      // Nothing was paid or received so far: half of that says nothing.
      expect(said(structure.onMinute(at('09:21'), market(26_010)))).toEqual([]);
    },
  );

  it('is missed when its time is long over, and made on the next day', () => {
    const structure = runtime();
    expect(said(structure.onMinute(at('09:26'), market(26_010)))).toEqual(['Its entry of 09:20 was missed.']);
    expect(structure.onMinute(at('09:27'), market(26_010))).toEqual([]);
    expect(structure.onMinute(at('09:20', '2026-11-27'), market(26_010))).toHaveLength(2);
  });

  it('is not made in part: a leg without a price keeps all out', () => {
    const structure = runtime();
    expect(said(structure.onMinute(at('09:20'), market(26_010, { [CALL]: 100 })))).toEqual([
      `${PUT} has no price now.`,
    ]);
    expect(structure.phase).toBe('over');
  });

  it('is made on its weekdays and so many days before the expiry alone', () => {
    const thursday = runtime({ entry: { at: '09:20', weekdays: [4], daysToExpiry: { from: 5, to: 5 } } });
    expect(thursday.onMinute(at('09:20'), market(26_010))).toHaveLength(2);
    const friday = runtime({ entry: { at: '09:20', weekdays: [5] } });
    expect(friday.onMinute(at('09:20'), market(26_010))).toEqual([]);
    const near = runtime({ entry: { at: '09:20', daysToExpiry: { from: 0, to: 4 } } });
    expect(near.onMinute(at('09:20'), market(26_010))).toEqual([]);
  });

  it('a week is refused where there are months alone', () => {
    const structure = runtime();
    const monthly = { ...market(26_010), expiries: [{ day: EXPIRY, isMonthly: true, lotSize: 65 }] };
    expect(said(structure.onMinute(at('09:20'), monthly))).toEqual([
      'NIFTY has no weekly expiries. Choose a month.',
    ]);
  });

  it('a leg that is refused closes the others, unless they are to be kept', () => {
    for (const [ifIncomplete, wishes] of [
      ['close', ['leave 0: with-the-others']],
      ['keep', []],
    ] as const) {
      const structure = runtime({ structure: { ifIncomplete } });
      structure.onMinute(at('09:20'), market(26_010));
      structure.filled(0, { price: 100_00, quantity: 65, spot: 26_010_00 });
      structure.refused(1);
      expect(said(structure.onMinute(at('09:21'), market(26_010)))).toEqual(wishes);
    }
  });

  it('what fills after it was withdrawn is left', () => {
    const structure = runtime();
    structure.onMinute(at('09:20'), market(26_010));
    structure.refused(0);
    expect(said(structure.onMinute(at('09:21'), market(26_010)))).toEqual(['withdraw 1']);
    structure.filled(1, { price: 90_00, quantity: 65, spot: 26_010_00 });
    expect(said(structure.onMinute(at('09:22'), market(26_010)))).toEqual(['leave 1: with-the-others']);
    structure.left(1, 91_00, 'with-the-others');
    expect(structure.phase).toBe('over');
  });
});

describe('wait and trade', () => {
  const wait = { direction: 'up' as const, distance: { kind: 'points' as const, rupees: 15 } };

  it('keeps the strike of its time, and enters when the premium has moved: 200 + 15 = 215', () => {
    const structure = runtime({ legs: [leg('call', { side: 'buy', wait })] });
    expect(structure.onMinute(at('09:20'), market(26_010, { [CALL]: 200 }))).toEqual([]);
    expect(structure.symbols()).toEqual([CALL]);
    expect(structure.onMinute(at('09:21'), market(26_400, { [CALL]: 214.95 }))).toEqual([]);
    expect(said(structure.onMinute(at('09:22'), market(26_400, { [CALL]: 215 })))).toEqual([
      `buy 65 ${CALL}`,
    ]);
  });

  it('enters nothing after the time of exit', () => {
    const structure = runtime({ legs: [leg('call', { wait })] });
    structure.onMinute(at('09:20'), market(26_010, { [CALL]: 200 }));
    expect(structure.onMinute(at('15:15'), market(26_010, { [CALL]: 300 }))).toEqual([]);
    expect(structure.phase).toBe('over');
  });
});

describe('exits', () => {
  it('all at the time of exit', () => {
    const structure = entered();
    expect(structure.onMinute(at('15:14'), market(26_010))).toEqual([]);
    expect(said(structure.onMinute(at('15:15'), market(26_010)))).toEqual([
      'leave 0: exit-time',
      'leave 1: exit-time',
    ]);
  });

  it('so many days before the expiry, on a later day too if that was a holiday', () => {
    const structure = entered({ exit: { at: '15:15', daysBeforeExpiry: 1 } });
    expect(structure.onMinute(at('15:15'), market(26_010))).toEqual([]);
    expect(structure.onMinute(at('15:14', '2026-11-30'), market(26_010))).toEqual([]);
    expect(structure.onMinute(at('15:15', '2026-11-30'), market(26_010))).toHaveLength(2);
    const late = entered({ exit: { at: '15:15', daysBeforeExpiry: 1 } });
    expect(late.onMinute(at('09:16', EXPIRY), market(26_010))).toHaveLength(2);
  });

  it('an exit that was refused is asked for again at the next close', () => {
    const structure = entered();
    structure.onMinute(at('15:15'), market(26_010));
    structure.left(0, 100_00, 'exit-time');
    structure.exitRefused(1);
    expect(said(structure.onMinute(at('15:16'), market(26_010)))).toEqual(['leave 1: exit-time']);
  });

  it('one leg alone, or all legs with it', () => {
    for (const [onLegExit, wishes] of [
      ['that-leg', []],
      ['all-legs', ['leave 1: with-the-others']],
    ] as const) {
      const structure = entered({ structure: { onLegExit } });
      structure.left(0, 130_00, 'stop-loss');
      expect(said(structure.onMinute(at('10:00'), market(26_200)))).toEqual(wishes);
    }
  });

  it('what is closed by hand is not entered again', () => {
    const onStop = { how: 'at-once' as const, times: 5 };
    const structure = entered({ legs: [leg('call', { onStop }), leg('put')] });
    structure.left(0, 130_00, 'by-hand');
    expect(structure.onMinute(at('10:00'), market(26_010))).toEqual([]);
  });

  it('by the underlying: up is against a sold call and in favour of a sold put', () => {
    const stop = { of: 'underlying' as const, distance: { kind: 'points' as const, rupees: 100 } };
    const structure = entered({ legs: [leg('call', { stop }), leg('put', { stop })] });
    expect(structure.onMinute(at('10:00'), market(26_109))).toEqual([]);
    expect(said(structure.onMinute(at('10:01'), market(26_110)))).toEqual(['leave 0: stop-loss']);
    const down = entered({ legs: [leg('call', { stop }), leg('put', { stop })] });
    expect(said(down.onMinute(at('10:01'), market(25_910)))).toEqual(['leave 1: stop-loss']);
  });
});

describe('move to cost', () => {
  const legs = [leg('call'), leg('put'), leg('call', { stop: null, side: 'buy' })];
  const moved = (moveToCost: 'none' | 'legs-with-stop' | 'all-legs' | 'opposite-legs') => {
    const structure = runtime({ legs, structure: { moveToCost } });
    structure.onMinute(at('09:20'), market(26_010));
    for (const index of [0, 1, 2]) structure.filled(index, { price: 100_00, quantity: 65, spot: 26_010_00 });
    structure.left(0, 130_00, 'stop-loss');
    return said(structure.onMinute(at('10:00'), market(26_010)));
  };

  it.each([
    ['none', []],
    ['legs-with-stop', ['stop-to-cost 1']],
    ['all-legs', ['stop-to-cost 1', 'stop-to-cost 2']],
    ['opposite-legs', ['stop-to-cost 1']],
  ] as const)('%s', (which, wishes) => {
    expect(moved(which)).toEqual(wishes);
  });

  it('is for a stop, not for a target', () => {
    const structure = entered({ structure: { moveToCost: 'all-legs' } });
    structure.left(0, 50_00, 'target');
    expect(structure.onMinute(at('10:00'), market(26_010))).toEqual([]);
  });
});

describe('re-entry', () => {
  const withStop = (how: 'at-once' | 'at-cost' | 'reversed', times = 1) =>
    entered({ legs: [leg('call', { onStop: { how, times } }), leg('put')] });
  const other = `NIFTY ${EXPIRY} 26050 CE`;
  const prices = (call: number) => ({ [CALL]: call, [PUT]: 90, [other]: 80 });

  it('at once chooses the strike anew, and so many times', () => {
    const structure = withStop('at-once');
    structure.left(0, 130_00, 'stop-loss');
    expect(said(structure.onMinute(at('10:00'), market(26_060, prices(130))))).toEqual([`sell 65 ${other}`]);
    structure.filled(0, { price: 80_00, quantity: 65, spot: 26_060_00 });
    structure.left(0, 104_00, 'stop-loss');
    expect(structure.onMinute(at('10:01'), market(26_060, prices(130)))).toEqual([]);
  });

  it('reversed takes the other side', () => {
    const structure = withStop('reversed');
    structure.left(0, 130_00, 'trailing-stop');
    expect(said(structure.onMinute(at('10:00'), market(26_010, prices(130))))).toEqual([`buy 65 ${CALL}`]);
  });

  it('at cost waits for the same contract at its first price', () => {
    const structure = withStop('at-cost');
    structure.left(0, 130_00, 'stop-loss');
    expect(structure.onMinute(at('10:00'), market(26_060, prices(130)))).toEqual([]);
    expect(structure.onMinute(at('10:01'), market(26_060, prices(100.05)))).toEqual([]);
    expect(said(structure.onMinute(at('10:02'), market(26_060, prices(99))))).toEqual([`sell 65 ${CALL}`]);
  });

  it('at cost after a target comes back from below', () => {
    const target = { of: 'premium' as const, distance: { kind: 'percent' as const, value: 50 } };
    const onTarget = { how: 'at-cost' as const, times: 1 };
    const structure = entered({ legs: [leg('call', { target, onTarget }), leg('put')] });
    structure.left(0, 50_00, 'target');
    expect(structure.onMinute(at('10:00'), market(26_060, prices(50)))).toEqual([]);
    expect(structure.onMinute(at('10:01'), market(26_060, prices(99)))).toEqual([]);
    expect(structure.onMinute(at('10:02'), market(26_060, prices(100)))).toHaveLength(1);
  });

  it('a re-entry that is refused leaves the other legs alone', () => {
    const structure = withStop('at-once');
    structure.left(0, 130_00, 'stop-loss');
    structure.onMinute(at('10:00'), market(26_010, prices(130)));
    structure.refused(0);
    expect(structure.onMinute(at('10:01'), market(26_010, prices(130)))).toEqual([]);
    expect(structure.phase).toBe('on');
  });
});

describe('the structure as one', () => {
  const amounts = (structure: LegDocumentInput['structure']) => entered({ structure });
  /** Result of the straddle with the premiums at these prices: (190 − sum) × 65. */
  const close = (structure: StructureRuntime, clock: string, call: number, put: number) =>
    said(structure.onMinute(at(clock), market(26_010, { [CALL]: call, [PUT]: put })));
  const both = (why: string) => [`leave 0: ${why}`, `leave 1: ${why}`];

  it('stops at a loss in rupees', () => {
    const structure = amounts({ stop: { kind: 'rupees', rupees: 1_300 } });
    expect(close(structure, '10:00', 119.95, 90)).toEqual([]);
    expect(close(structure, '10:01', 120, 90)).toEqual(both('structure-stop'));
  });

  it('stops at a share of the premium it received: 10 % of 190', () => {
    const structure = amounts({ stop: { kind: 'premium', percent: 10 } });
    expect(close(structure, '10:00', 118.95, 90)).toEqual([]);
    expect(close(structure, '10:01', 119, 90)).toEqual(both('structure-stop'));
  });

  it('counts what closed legs have made', () => {
    const structure = amounts({ target: { kind: 'rupees', rupees: 650 } });
    structure.left(0, 130_00, 'stop-loss');
    expect(close(structure, '10:00', 130, 50.05)).toEqual([]);
    expect(close(structure, '10:01', 130, 50)).toEqual(['leave 1: structure-target']);
  });

  it('lets its stop rise by steps of the best result', () => {
    const rupees = (value: number) => ({ kind: 'rupees' as const, rupees: value });
    const structure = amounts({ stop: rupees(1_300), trail: { every: rupees(650), by: rupees(650) } });
    expect(close(structure, '10:00', 85, 80)).toEqual([]);
    // The best was 1,625: two steps, and the stop is at 0.
    expect(close(structure, '10:01', 100, 89.95)).toEqual([]);
    expect(close(structure, '10:02', 100, 90)).toEqual(both('structure-stop'));
  });

  it('does not let a profit below what is locked', () => {
    const rupees = (value: number) => ({ kind: 'rupees' as const, rupees: value });
    const structure = amounts({ lock: { at: rupees(1_300), keep: rupees(650) } });
    expect(close(structure, '10:00', 100, 80)).toEqual([]);
    expect(close(structure, '10:01', 90, 80)).toEqual([]);
    expect(close(structure, '10:02', 99.95, 80)).toEqual([]);
    expect(close(structure, '10:03', 100, 80)).toEqual(both('structure-lock'));
  });
});

describe('kept over a restart', () => {
  it('goes on from what was stored, and a stop is judged once', () => {
    const before = entered({ structure: { onLegExit: 'all-legs' } });
    before.left(0, 130_00, 'stop-loss');
    const stored = readProgress(JSON.stringify(before.snapshot()), before.document);
    const after = new StructureRuntime(before.document, stored ?? undefined);
    expect(said(after.onMinute(at('10:00'), market(26_010)))).toEqual(['leave 1: with-the-others']);
    after.left(1, 90_00, 'with-the-others');
    expect([after.phase, after.resultAt(market(26_010))]).toEqual(['over', -30 * 65 * 100]);
  });

  it.each([
    '',
    '{}',
    'null',
    '{"legs":[]}',
    '{"phase":"on","legs":[{"state":"lost"},{}],"best":0,"netPremium":0}',
  ])('what cannot be read is nothing: %s', (stored) => {
    expect(readProgress(stored, entered().document)).toBeNull();
  });
});

it('a leg that meets what cannot happen is refused', () => {
  expect(() => runtime().filled(0, { price: 1, quantity: 1, spot: 1 })).toThrow("idle cannot meet 'filled'");
  expect(() => runtime().refused(7)).toThrow('There is no leg 7.');
});

describe('the end of the day', () => {
  it('is the latest time of an exit: a later one would come when the contracts are over', () => {
    const structure = entered({ exit: { at: '23:00' } });
    expect(structure.onMinute(at('15:34'), market(26_010))).toEqual([]);
    expect(said(structure.onMinute(at('15:35'), market(26_010)))).toEqual([
      'leave 0: exit-time',
      'leave 1: exit-time',
    ]);
  });
});

describe('a structure that is stopped', () => {
  const onStop = { how: 'at-once' as const, times: 5 };
  const stopped = () => {
    const structure = entered({ legs: [leg('call', { onStop }), leg('put')] });
    structure.left(0, 130_00, 'stop-loss');
    return structure;
  };

  it('enters nothing more, and closes what it holds at its time', () => {
    const structure = stopped();
    expect(structure.onMinute(at('10:00'), market(26_010), true)).toEqual([]);
    expect(said(structure.onMinute(at('15:15'), market(26_010), true))).toEqual(['leave 1: exit-time']);
    expect(stopped().onMinute(at('10:00'), market(26_010))).toHaveLength(1);
  });

  it('begins nothing on another day', () => {
    expect(runtime().onMinute(at('09:20'), market(26_010), true)).toEqual([]);
  });
});
