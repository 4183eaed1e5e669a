import { describe, expect, it } from 'vitest';
import type { Traded } from '../instrument.ts';
import { istDayStart, istIso, istMinute } from '../../shared/time.ts';
import { isTradingDay, kindOfDay, KNOWN_UNTIL } from '../../shared/trading-days.ts';
import { ORDER_SLOTS } from '../../shared/order-states.ts';
import {
  calendarWarning,
  dayEnd,
  lastSessionEnd,
  marketEndOn,
  marketOpensAt,
  marketPhaseAt,
  nextOpen,
  nextTradingDay,
  phaseAt,
  sendable,
  sessionOn,
  tradingDayOf,
  tradingDaysBefore,
} from './trading-day.ts';

const at = (text: string): number => Date.parse(`${text}:00+05:30`);
const SHARE = { kind: 'equity' } as const;
const SMALL_SHARE = { kind: 'equity', fixedBandPercent: 20 } as const;
const INDEX = { kind: 'index-proxy' } as const;
const clocks = (day: string, traded: Traded) => {
  const session = sessionOn(day, traded);
  return (
    session && [session.open, session.close, session.auctionEnd].map((time) => istIso(time).slice(11, 16))
  );
};

describe('trading days', () => {
  it.each([
    ['2024-01-26', false, 'Republic Day'],
    ['2024-01-27', false, 'a Saturday'],
    ['2024-01-20', true, 'a Saturday with a session'],
    ['2025-02-01', true, 'the budget, a Saturday'],
    ['2022-10-24', true, 'Muhurat'],
    ['2022-10-26', false, 'Diwali Balipratipada'],
    ['2026-11-24', false, 'a holiday of 2026'],
    ['2026-11-08', true, 'Muhurat, a Sunday'],
    ['2026-02-01', true, 'the budget, a Sunday'],
    ['2026-04-01', true, 'a settlement holiday'],
    ['2026-11-23', true, 'a Monday'],
  ])('%s: %s, %s', (day, isOpen) => {
    expect(isTradingDay(day)).toBe(isOpen);
  });

  it('follow one another over weekends and holidays, both ways', () => {
    expect(nextTradingDay('2026-11-20')).toBe('2026-11-23');
    expect(nextTradingDay('2026-11-23')).toBe('2026-11-25');
    expect(tradingDaysBefore('2024-01-22', 3)).toEqual(['2024-01-18', '2024-01-19', '2024-01-20']);
  });
});

describe('sessions', () => {
  it.each([
    ['2026-07-31', SHARE, ['09:15', '15:30', '15:30']],
    ['2026-07-31', SMALL_SHARE, ['09:15', '15:30', '15:30']],
    ['2026-08-03', SMALL_SHARE, ['09:15', '15:30', '15:30']],
    ['2026-08-03', SHARE, ['09:15', '15:15', '15:35']],
    ['2026-07-31', INDEX, ['09:15', '15:30', '15:30']],
    ['2026-08-03', INDEX, ['09:15', '15:40', '15:40']],
    ['2022-10-24', INDEX, ['18:15', '19:15', '19:15']],
    ['2026-11-08', SHARE, ['18:00', '19:00', '19:00']],
    ['2026-02-01', SHARE, ['09:15', '15:30', '15:30']],
    ['2026-08-03', { kind: 'equity', exchange: 'BSE' }, ['09:15', '15:15', '15:35']],
    ['2024-01-26', SHARE, null],
  ] as const)('%s of %j: %s', (day, traded, expected) => {
    expect(clocks(day, traded)).toEqual(expected);
  });

  it.each([
    ['2026-07-31', '15:30'],
    ['2026-08-03', '15:40'],
    ['2022-10-24', '19:15'],
  ])('of %s are all over at %s', (day, clock) => {
    expect(istMinute(marketEndOn(day) ?? 0)).toBe(clock);
    expect(marketEndOn('2026-08-02')).toBeNull();
  });
});

describe('the state of the market', () => {
  it.each([
    ['2026-11-20T08:59', 'closed', '2026-11-20T09:00'],
    ['2026-11-20T09:00', 'pre-open', '2026-11-20T09:15'],
    ['2026-11-20T09:15', 'open', '2026-11-20T15:15'],
    ['2026-11-20T15:15', 'closing-auction', '2026-11-20T15:35'],
    ['2026-11-20T15:35', 'closed', '2026-11-23T09:00'],
    ['2026-11-21T12:00', 'closed', '2026-11-23T09:00'],
    ['2024-01-02T15:29', 'open', '2024-01-02T15:30'],
    ['2024-01-02T15:30', 'closed', '2024-01-03T09:00'],
    ['2022-10-24T12:00', 'closed', '2022-10-24T18:15'],
    ['2022-10-24T18:30', 'open', '2022-10-24T19:15'],
  ])('at %s is %s until %s', (time, state, next) => {
    const now = marketPhaseAt(at(time));
    expect([now.phase, istIso(now.nextChange).slice(0, 16)]).toEqual([state, next]);
  });

  it.each([
    ['2026-11-20T08:00', '2026-11-20T09:15'],
    ['2026-11-20T09:05', '2026-11-20T09:15'],
    ['2026-11-20T10:00', null],
    ['2026-11-20T15:20', '2026-11-23T09:15'],
    ['2026-11-21T12:00', '2026-11-23T09:15'],
  ])('at %s trades next at %s', (time, next) => {
    const opens = marketOpensAt(at(time));
    expect(opens && istIso(opens).slice(0, 16)).toBe(next);
  });

  it('is another one at every change it foretells', () => {
    let time = at('2026-07-25T00:00');
    for (let changes = 0; changes < 60; changes++) {
      const { phase, nextChange } = marketPhaseAt(time);
      expect(nextChange).toBeGreaterThan(time);
      expect(marketPhaseAt(nextChange - 1).phase).toBe(phase);
      expect(marketPhaseAt(nextChange).phase).not.toBe(phase);
      time = nextChange;
    }
  });
});

/** The phases of a day as the clock times of their beginning. They are looked for minute by minute. */
const phasesOf = (day: string, traded: Traded): string => {
  const changes: string[] = [];
  let last = '';
  for (let minute = 0; minute < 1_440; minute++) {
    const time = istDayStart(day) + minute * 60_000;
    const phase = phaseAt(traded, time);
    if (phase !== last) changes.push(`${istMinute(time)} ${phase}`);
    last = phase;
  }
  return changes.join(', ');
};

const ALL_DAY = '00:00 closed';
const ONE_SESSION = '00:00 closed, 09:00 pre-open, 09:15 open, 15:30 closed';

describe('every minute of', () => {
  it.each([
    ['a day before the closing auction', '2026-07-31', [ONE_SESSION, ONE_SESSION, ONE_SESSION]],
    [
      'an ordinary day',
      '2026-11-20',
      [
        '00:00 closed, 09:00 pre-open, 09:15 open, 15:15 closing-auction, 15:35 closed',
        ONE_SESSION,
        '00:00 closed, 09:00 pre-open, 09:15 open, 15:40 closed',
      ],
    ],
    ['Muhurat', '2026-11-08', Array.from({ length: 3 }, () => '00:00 closed, 18:00 open, 19:00 closed')],
    ['a budget Sunday', '2026-02-01', [ONE_SESSION, ONE_SESSION, ONE_SESSION]],
    ['a holiday', '2026-11-24', [ALL_DAY, ALL_DAY, ALL_DAY]],
    ['a weekend', '2026-11-21', [ALL_DAY, ALL_DAY, ALL_DAY]],
  ] as const)('%s has the phase of its segment', (_what, day, expected) => {
    expect([SHARE, SMALL_SHARE, INDEX].map((traded) => phasesOf(day, traded))).toEqual(expected);
  });

  it('an eventful week is sendable in continuous trading alone, and else waits for an open at which it is', () => {
    for (const traded of [SHARE, SMALL_SHARE, INDEX])
      for (let time = at('2026-11-06T00:00'); time < at('2026-11-13T00:00'); time += 5 * 60_000) {
        const isOpen = phaseAt(traded, time) === 'open';
        for (const slot of ORDER_SLOTS) {
          const answer = sendable(slot, traded, time);
          expect(answer.now).toBe(isOpen);
          if (answer.now || answer.from === null) continue;
          expect(answer.from).toBeGreaterThan(time);
          expect(sendable(slot, traded, answer.from)).toEqual({ now: true });
          expect(phaseAt(traded, answer.from - 1)).not.toBe('open');
        }
      }
  });
});

describe('what may be sent', () => {
  it.each([
    ['leaving', '2026-11-23T16:00', 'The market is closed: the exit is sent at 09:15 on 25-11-2026.'],
    [
      'resting-stop',
      '2026-11-20T09:08',
      'The market is not open yet: the stop is sent at 09:15 on 20-11-2026.',
    ],
    ['entry', '2026-11-20T15:20', 'The closing auction is on: the entry is sent at 09:15 on 23-11-2026.'],
    [
      'resting-target',
      '2026-11-07T12:00',
      'The market is closed: the target is sent at 18:00 on 08-11-2026.',
    ],
  ] as const)('waits as %s at %s and says until when', (slot, time, why) => {
    expect(sendable(slot, SHARE, at(time))).toMatchObject({ now: false, why });
  });

  it('is no entry after the end of the calendar, while exits and stops still go out on weekdays', () => {
    const monday = at('2027-01-04T11:00');
    const entry = sendable('entry', SHARE, monday);
    expect(entry).toMatchObject({ now: false, from: null });
    expect(entry.now || entry.why).toContain('known until 31-12-2026');
    expect(sendable('leaving', SHARE, monday)).toEqual({ now: true });
    expect(sendable('resting-stop', SHARE, monday)).toEqual({ now: true });
    expect(sendable('leaving', SHARE, at('2027-01-03T11:00'))).toMatchObject({
      from: at('2027-01-04T09:15'),
    });
  });

  it('is no entry that would wait from the last known day for an unknown one', () => {
    const lastEvening = at(`${KNOWN_UNTIL}T18:00`);
    expect(sendable('entry', SHARE, lastEvening)).toMatchObject({ now: false, from: null });
    expect(sendable('leaving', SHARE, lastEvening)).toMatchObject({ from: at('2027-01-01T09:15') });
    expect(sendable('entry', SHARE, at(`${KNOWN_UNTIL}T12:00`))).toEqual({ now: true });
  });
});

describe('moments of the trading day', () => {
  it('end a DAY order with the first session in which it could trade, and time for late reports', () => {
    expect(istIso(dayEnd(SHARE, at('2026-11-20T10:00')))).toBe('2026-11-20T16:20:00+05:30');
    expect(istIso(dayEnd(SHARE, at('2026-11-20T15:20')))).toBe('2026-11-20T16:20:00+05:30');
    expect(istIso(dayEnd(SMALL_SHARE, at('2026-11-20T10:00')))).toBe('2026-11-20T16:15:00+05:30');
    expect(istIso(dayEnd(INDEX, at('2026-11-20T10:00')))).toBe('2026-11-20T16:25:00+05:30');
    expect(istIso(dayEnd(SHARE, at('2026-11-20T15:35')))).toBe('2026-11-23T16:20:00+05:30');
    expect(istIso(dayEnd(SHARE, at('2026-11-07T12:00')))).toBe('2026-11-08T19:45:00+05:30');
  });

  it('find the session before and the one behind', () => {
    expect(istIso(lastSessionEnd(SHARE, at('2026-11-20T12:00')))).toBe('2026-11-19T15:35:00+05:30');
    expect(istIso(lastSessionEnd(SHARE, at('2026-11-20T15:35')))).toBe('2026-11-20T15:35:00+05:30');
    expect(istIso(lastSessionEnd(INDEX, at('2026-11-24T12:00')))).toBe('2026-11-23T15:40:00+05:30');
    expect(istIso(nextOpen(SHARE, at('2026-11-20T09:14')))).toBe('2026-11-20T09:15:00+05:30');
    expect(istIso(nextOpen(SHARE, at('2026-11-20T09:15')))).toBe('2026-11-23T09:15:00+05:30');
    expect(tradingDayOf(at('2026-11-24T12:00'))).toBe('2026-11-25');
    expect(tradingDayOf(at('2026-11-23T23:00'))).toBe('2026-11-23');
  });
});

describe('the end of the calendar', () => {
  it('is warned of from six weeks before, in a sentence with its date', () => {
    expect(calendarWarning(at('2026-11-18T23:59'))).toBeNull();
    expect(calendarWarning(at('2026-11-19T00:00'))).toMatch(
      /^The exchange's trading days are known until 31-12-2026\. /,
    );
    expect(calendarWarning(at('2026-12-31T23:59'))).toMatch(/are known until/);
    expect(calendarWarning(at('2027-01-01T00:00'))).toMatch(
      /were known until 31-12-2026.*exits and stops go out/,
    );
  });

  it('is not before a weekend session or a holiday that is listed', () => {
    expect(kindOfDay(KNOWN_UNTIL)).toBe('ordinary');
    expect(kindOfDay('2026-08-26')).toBe('settlement-holiday');
  });
});
