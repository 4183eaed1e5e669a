import { describe, expect, it } from 'vitest';
import { RuleDocumentSchema, type RuleDocumentInput } from '../shared/rule-document.ts';
import { clockToMinutes, istDayStart, MINUTE_MS } from '../shared/time.ts';
import { sessionGuard } from './session-guard.ts';

const guardOf = (more: Partial<RuleDocumentInput>) =>
  sessionGuard(
    RuleDocumentSchema.parse({
      version: 1,
      instruments: ['RELIANCE'],
      timeframe: '5m',
      side: 'long',
      product: 'intraday',
      entry: {
        kind: 'compare',
        left: { kind: 'price', field: 'close' },
        operator: '>',
        right: { kind: 'constant', value: 0 },
      },
      stopLoss: { kind: 'percent', value: 1 },
      size: { kind: 'fixed', quantity: 1 },
      ...more,
    }),
  );

const at = (hour: number, minute: number) => istDayStart('2025-06-02') + (hour * 60 + minute) * 60_000;
const SHARE = { kind: 'equity' } as const;
const fresh = { instrument: SHARE, entriesToday: 0, hasExitedToday: false };

describe('the session guard', () => {
  it('includes the start of the window and not its end', () => {
    const guard = guardOf({ window: { from: '09:30', to: '14:00' } });
    expect(guard.objectionTo({ ...fresh, time: at(9, 29) })).toMatch(/between 09:30 and 14:00/);
    expect(guard.objectionTo({ ...fresh, time: at(9, 30) })).toBeNull();
    expect(guard.objectionTo({ ...fresh, time: at(14, 0) })).toMatch(/between 09:30 and 14:00/);
  });

  it('names the end of its entries as the rules in words do: no later than the square-off', () => {
    const late = { window: { from: '09:15', to: '15:30' }, squareOffTime: '15:10' };
    expect(guardOf(late).objectionTo({ ...fresh, time: at(15, 33) })).toMatch(/between 09:15 and 15:10/);
    const held = guardOf({ ...late, product: 'delivery' });
    expect(held.objectionTo({ ...fresh, time: at(15, 33) })).toMatch(/between 09:15 and 15:30/);
  });

  it('squares intraday off from its time on, and enters no more', () => {
    const guard = guardOf({ squareOffTime: '15:00' });
    const isSquareOff = (time: number) => guard.isSquareOff(time, SHARE);
    expect([at(14, 59), at(15, 0), at(15, 29)].map(isSquareOff)).toEqual([false, true, true]);
    expect(guard.objectionTo({ ...fresh, time: at(15, 0) })).toMatch(/squared off from 15:00/);
  });

  it.each([
    ['2026-07-31', { kind: 'equity' }, '15:20'],
    ['2026-08-03', { kind: 'equity' }, '15:10'],
    ['2026-07-31', { kind: 'equity', fixedBandPercent: 20 }, '15:20'],
    ['2026-08-03', { kind: 'equity', fixedBandPercent: 20 }, '15:20'],
    ['2026-07-31', { kind: 'index-proxy' }, '15:20'],
    ['2026-08-03', { kind: 'index-proxy' }, '15:20'],
  ] as const)('squares off in time for the close: on %s %j at %s', (day, instrument, clock) => {
    const guard = guardOf({ squareOffTime: '15:20' });
    const due = istDayStart(day) + clockToMinutes(clock) * MINUTE_MS;
    expect(guard.isSquareOff(due - 1, instrument)).toBe(false);
    expect(guard.isSquareOff(due, instrument)).toBe(true);
    expect(guard.objectionTo({ ...fresh, instrument, time: due - 1 })).toBeNull();
    expect(guard.objectionTo({ ...fresh, instrument, time: due })).toBe(
      `Positions are squared off from ${clock} on.`,
    );
  });

  it('leaves delivery and daily bars alone', () => {
    const guard = guardOf({ product: 'delivery', timeframe: '1d', window: { from: '10:00', to: '11:00' } });
    expect(guard.isSquareOff(at(23, 59), SHARE)).toBe(false);
    expect(guard.objectionTo({ ...fresh, time: at(0, 0) })).toBeNull();
  });

  it('counts the day', () => {
    const guard = guardOf({ maxTradesPerDay: 2, reentry: false });
    expect(guard.objectionTo({ ...fresh, time: at(10, 0), entriesToday: 2 })).toMatch(/2 trades/);
    expect(guard.objectionTo({ ...fresh, time: at(10, 0), entriesToday: 1, hasExitedToday: true })).toMatch(
      /exited today/,
    );
    expect(guard.objectionTo({ ...fresh, time: at(10, 0), entriesToday: 1 })).toBeNull();
  });
});
