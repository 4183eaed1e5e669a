import { describe, expect, it } from 'vitest';
import { sessionGuard } from '../../engine/session-guard.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { type EntryCase, refuseEntry } from './guards.ts';

const STALE_AFTER_MS = 300_000;

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00+05:30`);
const NOW = at('10:00');
const document = RuleDocumentSchema.parse({
  ...RSI_RULES,
  window: { from: '09:30', to: '14:30' },
  squareOffTime: '14:00',
  maxTradesPerDay: 3,
  reentry: false,
});

/** An entry that nothing speaks against. */
const GOOD: EntryCase = {
  now: NOW,
  instrument: { symbol: 'ITC', kind: 'equity' },
  side: 'buy',
  lock: null,
  today: 0,
  maxLossPerDay: 500_000,
  entriesToday: 0,
  hasExitedToday: false,
  session: sessionOn('2026-11-20', { kind: 'equity' }),
  rules: sessionGuard(document),
  staleAfterMs: STALE_AFTER_MS,
  lastTickAt: NOW,
  hasRoom: true,
  hasWorkingEntry: false,
};

/** Each objection, in the order in which they are asked. */
const OBJECTIONS: readonly (readonly [Partial<EntryCase>, string])[] = [
  [{ today: -500_000 }, "The day's loss limit of ₹5,000.00 was reached."],
  [{ session: null }, 'The market is closed.'],
  [{ entriesToday: 3 }, "The day's limit of 3 trades was reached."],
  [{ hasExitedToday: true }, 'The instrument was exited today and may not be entered again.'],
  [{ lock: { side: 'buy', price: 44_000 } }, 'ITC is at its upper circuit of ₹440.00, where nobody sells.'],
  [{ lastTickAt: NOW - STALE_AFTER_MS - 1 }, 'There is no fresh price.'],
  [{ hasRoom: false }, 'There is a position or an entry on its way already.'],
];

describe('an entry', () => {
  it('that nothing speaks against is made', () => {
    expect(refuseEntry(GOOD)).toBeNull();
    expect(refuseEntry({ ...GOOD, today: -499_999, entriesToday: 2 })).toBeNull();
    expect(refuseEntry({ ...GOOD, maxLossPerDay: null, today: -9_000_000 })).toBeNull();
  });

  it.each(OBJECTIONS)('with %j is refused: %s', (change, reason) => {
    expect(refuseEntry({ ...GOOD, ...change })).toBe(reason);
  });

  it.each([
    ['09:14', 'The market is closed.'],
    ['09:29', 'Entries are only taken between 09:30 and 14:00.'],
    ['14:00', 'Positions are squared off from 14:00 on.'],
    ['15:14', 'Entries are only taken between 09:30 and 14:00.'],
    ['15:15', 'ITC is in its closing auction until 15:35, in which nothing is entered.'],
    ['15:34', 'ITC is in its closing auction until 15:35, in which nothing is entered.'],
    ['15:35', 'The market is closed.'],
  ])('at %s is refused: %s', (clock, reason) => {
    expect(refuseEntry({ ...GOOD, now: at(clock), lastTickAt: at(clock) })).toBe(reason);
  });

  it('that several guards refuse shows the first reason', () => {
    for (let first = 0; first < OBJECTIONS.length; first++) {
      const rest = Object.assign(
        {},
        ...OBJECTIONS.slice(first).map(([change]) => change),
      ) as Partial<EntryCase>;
      expect(refuseEntry({ ...GOOD, ...rest })).toBe(OBJECTIONS[first]?.[1]);
    }
  });

  it('at the circuit of the other side is made', () => {
    expect(refuseEntry({ ...GOOD, lock: { side: 'sell', price: 36_000 } })).toBeNull();
    expect(refuseEntry({ ...GOOD, side: 'sell', lock: { side: 'sell', price: 36_000 } })).toBe(
      'ITC is at its lower circuit of ₹360.00, where nobody buys.',
    );
  });

  it('without any price is refused', () => {
    expect(refuseEntry({ ...GOOD, lastTickAt: null })).toBe('There is no fresh price.');
  });

  it('at a price of a time to come is refused: the clock was put back since', () => {
    expect(refuseEntry({ ...GOOD, lastTickAt: NOW + STALE_AFTER_MS })).toBeNull();
    expect(refuseEntry({ ...GOOD, lastTickAt: NOW + STALE_AFTER_MS + 1 })).toBe('There is no fresh price.');
  });
});
