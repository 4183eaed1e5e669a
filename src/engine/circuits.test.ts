import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../shared/time.ts';
import { lockAt, lockText } from './circuits.ts';
import { tickSizeOn } from './instrument.ts';

const TODAY = istDayStart('2026-11-20');
const WITH_FUTURES = { kind: 'equity' } as const;
const banded = (fixedBandPercent: 2 | 5 | 10 | 20) => ({ kind: 'equity', fixedBandPercent }) as const;

describe('the edge of a price band', () => {
  it.each([
    [banded(2), 40_000, 40_800, 'buy'],
    [banded(2), 40_000, 39_200, 'sell'],
    [banded(5), 40_000, 42_000, 'buy'],
    [banded(10), 40_000, 36_000, 'sell'],
    [banded(20), 40_000, 48_000, 'buy'],
    [banded(20), 40_000, 44_000, null],
    // A share with futures: ten percent first, then every five.
    [WITH_FUTURES, 40_000, 44_000, 'buy'],
    [WITH_FUTURES, 40_000, 36_000, 'sell'],
    [WITH_FUTURES, 40_000, 46_000, 'buy'],
    [WITH_FUTURES, 40_000, 48_000, 'buy'],
    [WITH_FUTURES, 40_000, 42_000, null],
    [{ kind: 'index-proxy' } as const, 2_400_000, 2_640_000, 'buy'],
  ] as const)('of %j from %i at %i leaves %s orders unanswered', (traded, close, price, side) => {
    expect(lockAt(traded, close, price, TODAY)?.side ?? null).toBe(side);
  });

  it('lies on a tick towards the close', () => {
    // 10 % of ₹333.35 is ₹366.685 and ₹300.015: the edges are ₹366.65 and ₹300.05.
    expect(lockAt(WITH_FUTURES, 33_335, 36_665, TODAY)).toEqual({ side: 'buy', price: 36_665 });
    expect(lockAt(WITH_FUTURES, 33_335, 30_005, TODAY)).toEqual({ side: 'sell', price: 30_005 });
    expect(lockAt(WITH_FUTURES, 33_335, 36_660, TODAY)).toBeNull();
    expect(lockAt(WITH_FUTURES, 33_335, 36_670, TODAY)).toBeNull();
  });

  it('is not known when the price is beyond a fixed band', () => {
    expect(lockAt(banded(5), 40_000, 20_000, TODAY)).toBeNull();
    expect(lockAt(banded(5), 40_000, 42_005, TODAY)).toBeNull();
  });

  it('is found on both sides of any close, and one tick inside there is trade', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2_000, max: 400_000 }),
        fc.constantFrom(2, 5, 10, 20),
        (steps, percent) => {
          const close = steps * 5;
          const traded = banded(percent);
          const isLocked = (price: number) => lockAt(traded, close, price, TODAY) !== null;
          for (const sign of [1, -1]) {
            const edge = (close * (100 + sign * percent)) / 100;
            const tick = tickSizeOn('equity', edge, TODAY);
            const onTick = sign * Math.floor((sign * edge) / tick + 1e-9) * tick;
            if (tickSizeOn('equity', onTick, TODAY) !== tick) return;
            expect(isLocked(onTick)).toBe(true);
            expect(isLocked(onTick - sign * tick)).toBe(false);
          }
        },
      ),
    );
  });

  it('is described in words', () => {
    expect(lockText('ITC', { side: 'buy', price: 44_000 })).toBe(
      'ITC is at its upper circuit of ₹440.00, where nobody sells.',
    );
    expect(lockText('ITC', { side: 'sell', price: 36_000 })).toBe(
      'ITC is at its lower circuit of ₹360.00, where nobody buys.',
    );
  });
});
