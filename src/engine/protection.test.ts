import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NO_ATR,
  advanceProtection,
  changeProtection,
  hitOnBar,
  hitOnPrice,
  keepTrail,
  moveStopToEntry,
  nearestStop,
  openProtection,
  readProtection,
  type ProtectionRules,
  type Side,
} from './protection.ts';

const none: ProtectionRules = { stopLoss: null, target: null, trailing: null, partialExits: [] };
const percent = (value: number) => ({ kind: 'percent', value }) as const;
const rupees = (value: number) => ({ kind: 'points', rupees: value }) as const;

const open = (rules: Partial<ProtectionRules>, side: Side = 'long', entryPrice = 100_00, tickSize = 5) =>
  openProtection({ ...none, ...rules }, { side, entryPrice, tickSize, atr: NO_ATR });

describe('a position that has grown', () => {
  it('keeps what it has trailed, whatever its average has become', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long' as const, 'short' as const),
        fc.integer({ min: 50_00, max: 500_00 }),
        fc.array(fc.integer({ min: 40_00, max: 600_00 }), { maxLength: 5 }),
        fc.integer({ min: 50_00, max: 500_00 }),
        (side, first, prices, average) => {
          const rules = { trailing: percent(2), stopLoss: percent(5) };
          const before = prices.reduce(
            (protection, price) => advanceProtection(protection, { high: price, low: price }),
            open(rules, side, first),
          );
          const grown = keepTrail(open(rules, side, average), before);
          const [now, then] = [grown.trailingStop ?? Number.NaN, before.trailingStop ?? Number.NaN];
          expect(side === 'long' ? now >= then : now <= then).toBe(true);
          expect(grown.stopLoss).toBe(open(rules, side, average).stopLoss);
        },
      ),
    );
  });
});

describe('a stop that moves in steps', () => {
  const rules = {
    stopLoss: rupees(30),
    trailSteps: { every: rupees(10), by: rupees(5) },
  };
  const best = (side: Side, price: number) =>
    advanceProtection(open(rules, side, 200_00), { high: price, low: price });

  it.each([
    ['long', 209_95, 170_00],
    ['long', 210_00, 175_00],
    ['long', 239_00, 185_00],
    ['short', 190_05, 230_00],
    ['short', 190_00, 225_00],
    ['short', 171_00, 220_00],
  ] as const)('%s, best at %i paise: the stop is at %i', (side, price, level) => {
    expect(nearestStop(best(side, price))?.price).toBe(level);
  });

  it('never goes back, and never lies beyond the price', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long' as const, 'short' as const),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 2_000, max: 8_000 }), { minLength: 1, maxLength: 20 }),
        (side, every, by, ticks) => {
          const steps = { stopLoss: rupees(30), trailSteps: { every: rupees(every), by: rupees(by) } };
          let protection = open(steps, side, 200_00);
          for (const tick of ticks) {
            const price = tick * 5;
            const before = nearestStop(protection)?.price ?? Number.NaN;
            protection = advanceProtection(protection, { high: price, low: price });
            const after = nearestStop(protection)?.price ?? Number.NaN;
            expect(side === 'long' ? after >= before : after <= before).toBe(true);
            expect(side === 'long' ? after < protection.best : after > protection.best).toBe(true);
          }
        },
      ),
    );
  });

  it('is moved to the entry price, and goes on from where it began', () => {
    const moved = moveStopToEntry(open(rules, 'short', 200_00));
    expect(nearestStop(moved)?.price).toBe(200_00);
    expect(nearestStop(advanceProtection(moved, { high: 190_00, low: 190_00 }))?.price).toBe(200_00);
    expect(nearestStop(advanceProtection(moved, { high: 130_00, low: 130_00 }))?.price).toBe(195_00);
  });

  it('is read back as it was stored, and not with half of its steps', () => {
    const protection = open(rules);
    expect(readProtection(JSON.stringify(protection))).toEqual(protection);
    expect(readProtection(JSON.stringify({ ...protection, trailSteps: { every: 5 } }))).toBeNull();
    expect(readProtection(JSON.stringify({ ...protection, trailSteps: null }))).toBeNull();
  });
});

describe('levels', () => {
  it('lie on ticks: a stop never further than its distance, a target never nearer', () => {
    const long = open({ stopLoss: percent(1.234), target: percent(1.234) });
    expect(long).toMatchObject({ stopLoss: 98_80, target: 101_25 });
    const short = open({ stopLoss: percent(1.234), target: percent(1.234) }, 'short');
    expect(short).toMatchObject({ stopLoss: 101_20, target: 98_75 });
  });

  it('take ATR multiples in paise, and refuse one that is not known', () => {
    const rules = { ...none, stopLoss: { kind: 'atr', multiple: 2, period: 14 } } as const;
    const entry = { side: 'long', entryPrice: 100_00, tickSize: 5 } as const;
    expect(openProtection(rules, { ...entry, atr: { ...NO_ATR, stopLoss: 75 } }).stopLoss).toBe(98_50);
    expect(() => openProtection(rules, { ...entry, atr: NO_ATR })).toThrow(
      'ATR of the stopLoss is not known',
    );
  });

  it('keep a tick away from the entry and above zero', () => {
    expect(open({ stopLoss: percent(0.001) }).stopLoss).toBe(99_95);
    expect(open({ stopLoss: percent(0.001) }, 'short').stopLoss).toBe(100_05);
    expect(open({ stopLoss: rupees(500) }).stopLoss).toBe(5);
  });
});

describe('hits', () => {
  const both = open({ stopLoss: percent(5), target: percent(5) });

  it('fill at the level, at the open when it gaps over, the stop first', () => {
    expect(hitOnBar(both, { open: 99_00, high: 99_00, low: 94_00 })).toEqual({
      why: 'stop-loss',
      price: 95_00,
    });
    expect(hitOnBar(both, { open: 90_00, high: 99_00, low: 89_00 })).toEqual({
      why: 'stop-loss',
      price: 90_00,
    });
    expect(hitOnBar(both, { open: 107_00, high: 108_00, low: 99_00 })).toEqual({
      why: 'target',
      price: 107_00,
    });
    expect(hitOnBar(both, { open: 99_00, high: 106_00, low: 94_00 })?.why).toBe('stop-loss');
    expect(hitOnBar(both, { open: 99_00, high: 104_95, low: 95_05 })).toBeNull();
  });

  it('mirror for a short', () => {
    const short = open({ stopLoss: percent(5), target: percent(5) }, 'short');
    expect(hitOnBar(short, { open: 110_00, high: 111_00, low: 99_00 })).toEqual({
      why: 'stop-loss',
      price: 110_00,
    });
    expect(hitOnBar(short, { open: 99_00, high: 99_00, low: 94_00 })).toEqual({
      why: 'target',
      price: 95_00,
    });
  });

  it('work on single prices', () => {
    expect(hitOnPrice(both, 94_90)).toEqual({ why: 'stop-loss', price: 94_90 });
    expect(hitOnPrice(both, 100_00)).toBeNull();
    expect(hitOnPrice(open({}), 1)).toBeNull();
  });
});

describe('trailing', () => {
  it('follows the best price and names itself once it is the nearer stop', () => {
    const start = open({ stopLoss: rupees(5), trailing: rupees(8) });
    expect(nearestStop(start)).toEqual({ why: 'stop-loss', price: 95_00 });
    const later = advanceProtection(start, { high: 110_00, low: 99_00 });
    expect(nearestStop(later)).toEqual({ why: 'trailing-stop', price: 102_00 });
    expect(advanceProtection(later, { high: 105_00, low: 104_00 })).toBe(later);
  });

  it('of a short names the lower of the two stops', () => {
    const start = open({ stopLoss: rupees(5), trailing: rupees(8) }, 'short');
    expect(nearestStop(start)).toEqual({ why: 'stop-loss', price: 105_00 });
    const later = advanceProtection(start, { high: 101_00, low: 90_00 });
    expect(nearestStop(later)).toEqual({ why: 'trailing-stop', price: 98_00 });
  });

  it('is kept when the distances change', () => {
    const trailed = advanceProtection(open({ trailing: rupees(8) }), { high: 110_00, low: 99_00 });
    const changed = changeProtection(trailed, { ...none, trailing: rupees(4), target: rupees(20) }, NO_ATR);
    expect(changed).toMatchObject({ trailingStop: 106_00, target: 120_00, best: 110_00 });
  });
});

describe('whatever happens', () => {
  const distance = fc.option(
    fc.oneof(
      fc.record({
        kind: fc.constant('percent' as const),
        value: fc.double({ min: 0.01, max: 50, noNaN: true }),
      }),
      fc.record({
        kind: fc.constant('points' as const),
        rupees: fc.double({ min: 0.05, max: 500, noNaN: true }),
      }),
    ),
  );
  const rules = fc.record({
    stopLoss: distance,
    target: distance,
    trailing: distance,
    partialExits: fc.constant<ProtectionRules['partialExits']>([]),
  });
  const side = fc.constantFrom<Side>('long', 'short');
  const entryPrice = fc.integer({ min: 100, max: 1_000_000 });
  const tick = fc.constantFrom(1, 5, 10, 50);
  const bars = fc.array(
    fc
      .tuple(fc.integer({ min: 50, max: 2_000_000 }), fc.nat({ max: 5_000 }), fc.nat({ max: 5_000 }))
      .map(([price, up, down]) => ({ open: price, high: price + up, low: Math.max(1, price - down) })),
  );

  it('a trailing stop only ever moves in favour, stops stay on their side, fills are in the bar', () => {
    fc.assert(
      fc.property(rules, side, entryPrice, tick, bars, (distances, way, price, tickSize, path) => {
        const sign = way === 'long' ? 1 : -1;
        let protection = openProtection(distances, { side: way, entryPrice: price, tickSize, atr: NO_ATR });
        for (const level of [protection.stopLoss, protection.target, protection.trailingStop]) {
          if (level !== null) expect(level % tickSize === 0 && level > 0).toBe(true);
        }
        for (const bar of path) {
          const hit = hitOnBar(protection, bar);
          if (hit) {
            expect(hit.price).toBeGreaterThanOrEqual(bar.low);
            expect(hit.price).toBeLessThanOrEqual(bar.high);
            return;
          }
          const before = protection.trailingStop;
          protection = advanceProtection(protection, bar);
          if (before !== null)
            expect(sign * ((protection.trailingStop ?? 0) - before)).toBeGreaterThanOrEqual(0);
        }
        expect(JSON.parse(JSON.stringify(protection))).toEqual(protection);
      }),
      { numRuns: 500 },
    );
  });
});
