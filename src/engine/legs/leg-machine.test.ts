import { describe, expect, it } from 'vitest';
import {
  isAtRisk,
  LEG_EVENTS,
  LEG_STATES,
  type LegEvent,
  type LegState,
  nextLegState,
} from './leg-machine.ts';

/** Every pair that may happen. What is not here must be refused. */
const PAIRS: readonly (readonly [LegState, LegEvent, LegState])[] = [
  ['idle', 'enter', 'entering'],
  ['idle', 'wait', 'waiting'],
  ['idle', 'end', 'over'],
  ['waiting', 'enter', 'entering'],
  ['waiting', 'end', 'over'],
  ['entering', 'filled', 'open'],
  ['entering', 'refused', 'over'],
  ['entering', 'end', 'withdrawing'],
  ['withdrawing', 'filled', 'open'],
  ['withdrawing', 'refused', 'over'],
  ['withdrawing', 'end', 'withdrawing'],
  ['open', 'leave', 'leaving'],
  ['open', 'left', 'over'],
  ['open', 'end', 'open'],
  ['leaving', 'left', 'over'],
  ['leaving', 'exit-refused', 'open'],
  ['leaving', 'leave', 'leaving'],
  ['leaving', 'end', 'leaving'],
  ['returning', 'enter', 'entering'],
  ['returning', 'end', 'over'],
  ['over', 'enter', 'entering'],
  ['over', 'await-return', 'returning'],
  ['over', 'end', 'over'],
];

describe('the life of a leg', () => {
  it('is this table and nothing else', () => {
    const table = LEG_STATES.flatMap((state) =>
      LEG_EVENTS.flatMap((event) => {
        const next = nextLegState(state, event);
        return next === null ? [] : [`${state} + ${event} → ${next}`];
      }),
    );
    expect(table.sort()).toEqual(PAIRS.map(([from, event, to]) => `${from} + ${event} → ${to}`).sort());
  });

  it('never lets a leg that is held be entered again: closing never doubles', () => {
    for (const state of LEG_STATES.filter(isAtRisk)) expect(nextLegState(state, 'enter')).toBeNull();
  });

  it('lets a leg that is held be over only by being left', () => {
    for (const state of ['open', 'leaving'] as const)
      for (const event of LEG_EVENTS) if (nextLegState(state, event) === 'over') expect(event).toBe('left');
  });

  it('is ended from every state, or is left then', () => {
    for (const state of LEG_STATES) {
      const ended = nextLegState(state, 'end');
      expect(ended).not.toBeNull();
      expect(ended === 'over' || isAtRisk(ended ?? 'idle')).toBe(true);
    }
  });
});
