import { expect, test } from 'vitest';
import { changed, noSteps, redone, undone } from './history.ts';

test('changes are undone one by one, and redone', () => {
  const made = changed(changed(noSteps('a'), 'b'), 'c');
  const back = undone(undone(made));
  expect([undone(made).now, back.now]).toEqual(['b', 'a']);
  expect([redone(back).now, redone(redone(back)).now]).toEqual(['b', 'c']);
});

test('at either end nothing happens', () => {
  const steps = noSteps('a');
  expect([undone(steps), redone(steps)]).toEqual([steps, steps]);
});

test('after a new change what was undone is gone', () => {
  const steps = changed(undone(changed(noSteps('a'), 'b')), 'c');
  expect(redone(steps)).toBe(steps);
  expect(undone(steps).now).toBe('a');
});

test('of very many changes the latest fifty can be undone', () => {
  let steps = noSteps(0);
  for (let value = 1; value <= 200; value++) steps = changed(steps, value);
  expect(steps.before).toHaveLength(50);
  expect(steps.before[0]).toBe(150);
});
