import { expect, test } from 'vitest';
import type { GttOrder } from '../../../shared/contract/gtt.ts';
import { GTT_STATES, MAY_TRIGGER } from '../../../shared/gtt-states.ts';
import { type CancelCall, changeStep, isChangeable } from './change-steps.ts';

const CALLS: readonly CancelCall[] = ['unsent', 'on-its-way', 'failed', 'answered'];
const AT = '2026-11-20T10:00:00+05:30';
const gtt = (change: Partial<GttOrder>): GttOrder => ({
  ...{ gttId: 1, symbol: 'ITC', side: 'buy', quantity: 10, triggerPrice: 390_00, price: 391_00 },
  ...{ state: 'resting', isEnding: false, mayTrigger: true, reason: '', ruleId: '1' },
  ...{ placedAt: AT, expiresAt: AT },
  ...change,
});
const all = CALLS.flatMap((call) =>
  GTT_STATES.flatMap((state) =>
    [false, true]
      .filter((isEnding) => !isEnding || MAY_TRIGGER.includes(state))
      .map((isEnding) => ({ call, state, step: changeStep(call, gtt({ state, isEnding })) })),
  ),
);

test('an order opens only once the one before is cancelled and its owner has asked for that', () => {
  const opening = all.filter(({ step }) => step === 'opens').map(({ call, state }) => [call, state]);
  expect(opening).toEqual([
    ['failed', 'cancelled'],
    ['answered', 'cancelled'],
  ]);
});

test('one that has triggered is told of in every step but while its answer is waited for', () => {
  expect(all.filter(({ state }) => state === 'sent').map(({ step }) => step)).toEqual([
    'triggered',
    'cancels',
    'triggered',
    'triggered',
  ]);
});

test('an answer that was lost is followed where the order is being cancelled all the same', () => {
  expect(changeStep('failed', gtt({ isEnding: true }))).toBe('follows');
  expect(changeStep('failed', gtt({}))).toBe('asks');
  // An older list says nothing against an answer.
  expect(changeStep('answered', gtt({}))).toBe('follows');
});

test('only one that waits, has a number and is not being cancelled can be changed', () => {
  const changeable = GTT_STATES.filter((state) => isChangeable(gtt({ state })));
  expect(changeable).toEqual(['accepted', 'resting']);
  expect(isChangeable(gtt({ ruleId: null }))).toBe(false);
  expect(isChangeable(gtt({ isEnding: true }))).toBe(false);
});
