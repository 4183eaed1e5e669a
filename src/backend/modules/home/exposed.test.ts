import { expect, it } from 'vitest';
import { exposedCounts } from './exposed.ts';

const held = (
  state: 'resting' | 'watched' | 'leaving' | 'none' | null,
  stopLoss: number | null = 100_00,
) => ({
  protection: state && { state, why: '', since: null },
  stopLoss,
});

it('counts what only this program watches, and what has a stop that holds nowhere', () => {
  const positions = [
    held('resting'),
    held('watched'),
    held('watched'),
    held('leaving'),
    held('none'),
    held(null),
  ];
  expect(exposedCounts(positions)).toEqual({ watched: 2, bare: 1 });
});

it('a position that was never to have a stop, such as of a basket, is not counted', () => {
  expect(exposedCounts([held('none', null)])).toEqual({ watched: 0, bare: 0 });
});
