import { expect, test } from 'vitest';
import { home, sampleHeader } from '../../test-harness/samples.ts';
import { morningChecks, type MorningFacts } from './morning-check-results.ts';

const guard = { maxLossPerDay: null, maxTradesPerDay: null, today: 0, entriesToday: 0, lock: null };
const well: MorningFacts = {
  header: {
    ...sampleHeader,
    broker: {
      state: 'connected',
      label: 'Angel One',
      isLoginDue: false,
      sessionUntil: '2026-11-24T05:00:00+05:30',
    },
  },
  home: { ...home, agenda: [] },
  account: null,
  guard,
  funds: { available: 12_345_600 },
  skewMs: -900,
  updates: { state: 'none', version: null, percent: 0, message: '', checkedAt: null },
};

const unmetOf = (facts: Partial<MorningFacts>) =>
  morningChecks({ ...well, ...facts })
    .filter(({ isMet }) => !isMet)
    .map(({ check, how, link, isAdvice }) => ({ check, how, link, isAdvice }));

test('all well: every part says how it stands', () => {
  expect(unmetOf({})).toEqual([]);
  expect(morningChecks(well).map(({ check }) => check)).toEqual([
    'broker',
    'feed',
    'lock',
    'funds',
    'strategies',
    'clock',
    'updates',
  ]);
  expect(morningChecks(well)[0]?.label).toMatch(/^Connected to the broker until .*05:00/);
  expect(morningChecks(well)[3]?.label).toBe('₹1,23,456.00 are available at the broker');
});

test('the morning check mentions the end of the trading days once the server warns of it', () => {
  const warned = { ...sampleHeader, ...well.header, calendarWarning: 'The trading days end.' };
  const [check] = unmetOf({ header: warned });
  expect(check).toMatchObject({ check: 'calendar', isAdvice: true, link: '/settings?section=updates' });
  expect(check?.how).toContain('known until 31-12-2026');
});

const lock = {
  kind: 'kill-switch',
  reason: 'You stopped all live trading.',
  lockedAt: '2026-11-23T10:00:00+05:30',
  lockedUntil: '2026-11-23T22:00:00+05:30',
} as const;
const { header } = well;
if (!header) throw new Error('The sample has a header');
const sessionOver = { ...header.broker, state: 'session-over' as const, sessionUntil: null };
const needsPerson = {
  kind: 'needs-attention',
  title: 'Momentum needs you',
  link: '/strategies/11',
  isDone: false,
  step: null,
} as const;

test.each<[string, Partial<MorningFacts>, { check: string; link: string | null }]>([
  [
    'no session',
    { header: { ...header, broker: sessionOver } },
    { check: 'broker', link: '/profile/broker' },
  ],
  [
    'no prices',
    { header: { ...header, feed: { ...header.feed, state: 'stalled', message: 'It has stopped.' } } },
    { check: 'feed', link: '/settings?section=market' },
  ],
  ['a lock', { guard: { ...guard, lock } }, { check: 'lock', link: '/settings?section=safety' }],
  ['no money', { funds: { available: 0 } }, { check: 'funds', link: '/profile/broker' }],
  [
    'no answer of the broker',
    { funds: { problem: 'It is away.' } },
    { check: 'funds', link: '/profile/broker' },
  ],
  [
    'a strategy that waits',
    { home: { ...home, agenda: [needsPerson] } },
    { check: 'strategies', link: '/strategies/11' },
  ],
  ['another clock', { skewMs: 45_000 }, { check: 'clock', link: null }],
  ['a clock that could not be asked', { skewMs: null }, { check: 'clock', link: null }],
])('%s is to be seen to, with where', (_name, facts, expected) => {
  expect(unmetOf(facts)).toMatchObject([{ ...expected, isAdvice: false }]);
});

test('an update that waits is advice, and does not stop the day', () => {
  const { updates } = well;
  if (!updates) throw new Error('The sample has updates');
  expect(unmetOf({ updates: { ...updates, state: 'ready', version: '0.2.0' } })).toMatchObject([
    { check: 'updates', isAdvice: true, link: '/settings?section=updates' },
  ]);
});

test('without a broker there are no funds to ask for, and nothing to see to', () => {
  const facts = { header: { ...header, broker: sampleHeader.broker }, funds: null };
  expect(unmetOf(facts)).toEqual([]);
  expect(morningChecks({ ...well, ...facts }).map(({ check }) => check)).not.toContain('funds');
});
