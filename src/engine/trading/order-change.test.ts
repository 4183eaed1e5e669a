import { describe, expect, it } from 'vitest';
import { ORDER_STATES } from '../../shared/order-states.ts';
import { isAtBroker, isOver, nextLife } from './order.ts';
import { changeAnswer, opensMore } from './order-change.ts';

describe('the wish for other terms of an order', () => {
  it.each(
    ORDER_STATES.flatMap((state) =>
      ([null, 'change', 'cancel'] as const).map((pending) => ({ state, pending })),
    ),
  )('is asked for at $state with $pending pending just where the life of an order takes it', (life) => {
    const answer = changeAnswer(life);
    const canAsk = (() => {
      try {
        return nextLife(life, 'ask-change').pending === 'change';
      } catch {
        return false;
      }
    })();
    expect(answer === 'ask').toBe(canAsk);
    if (isAtBroker(life.state)) expect(changeAnswer(life, true)).toBe('cancelling');
    else expect(changeAnswer(life, true)).toBe(answer);
    if (isOver(life.state)) expect(answer).toBe('over');
    else if (!isAtBroker(life.state)) expect(answer).toBe('in-doubt');
    else
      expect(answer).toBe({ none: 'ask', change: 'changing', cancel: 'cancelling' }[life.pending ?? 'none']);
  });

  it.each([
    ['buy', 11, 100, true],
    ['buy', 9, 101, true],
    ['buy', 10, 99, false],
    ['sell', 10, 99, true],
    ['sell', 10, 101, false],
    ['sell', 11, 101, true],
    ['buy', 9, 100, false],
  ] as const)('to %s %i at %i opens more than ten at a hundred: %s', (side, quantity, price, isMore) => {
    const before = { quantity: 10, price: 100, trigger: null };
    expect(opensMore(side, before, { quantity, price, trigger: null })).toBe(isMore);
  });

  it.each([
    ['buy', 94, true],
    ['buy', 96, false],
    ['buy', null, true],
    ['sell', 96, true],
    ['sell', 94, false],
    ['sell', 95, false],
  ] as const)('to %s at a trigger of %s opens more than at 95: %s', (side, trigger, isMore) => {
    const before = { quantity: 10, price: 100, trigger: 95 };
    expect(opensMore(side, before, { ...before, trigger })).toBe(isMore);
  });
});
