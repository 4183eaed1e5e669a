import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawInOwnFrame, drawNoMore } from './chart-frames.ts';

const frames: (() => void)[] = [];
const frame = (): void => frames.splice(0).forEach((callback) => callback());

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  while (frames.length > 0) frame();
  vi.unstubAllGlobals();
});

const [one, other, third] = [{}, {}, {}];

test('charts that one price moves are drawn one a frame, and the first at once', () => {
  const drawn: string[] = [];
  drawInOwnFrame(one, () => drawn.push('one'));
  drawInOwnFrame(other, () => drawn.push('other'));
  drawInOwnFrame(third, () => drawn.push('third'));
  expect(drawn).toEqual(['one']);
  frame();
  expect(drawn).toEqual(['one', 'other']);
  frame();
  expect(drawn).toEqual(['one', 'other', 'third']);
});

test('a chart that waits is drawn once, as it is by then, and in its place', () => {
  const drawn: string[] = [];
  drawInOwnFrame(one, () => drawn.push('one'));
  drawInOwnFrame(other, () => drawn.push('other, old'));
  drawInOwnFrame(third, () => drawn.push('third'));
  drawInOwnFrame(one, () => drawn.push('one again'));
  drawInOwnFrame(other, () => drawn.push('other, new'));
  for (let count = 0; count < 5; count++) frame();
  expect(drawn).toEqual(['one', 'other, new', 'third', 'one again']);
});

test('a chart that stands alone never waits', () => {
  const drawn: number[] = [];
  for (const number of [1, 2, 3]) drawInOwnFrame(one, () => drawn.push(number));
  expect(drawn).toEqual([1, 2, 3]);
});

test('a chart that is taken away is not drawn, and holds up none', () => {
  const drawn: string[] = [];
  drawInOwnFrame(one, () => drawn.push('one'));
  drawInOwnFrame(other, () => drawn.push('other'));
  drawInOwnFrame(third, () => drawn.push('third'));
  drawNoMore(other);
  frame();
  expect(drawn).toEqual(['one', 'third']);
});

test('a chart whose drawing fails holds up none', () => {
  const drawn: string[] = [];
  drawInOwnFrame(one, () => drawn.push('one'));
  drawInOwnFrame(other, () => {
    throw new Error('It cannot be drawn');
  });
  drawInOwnFrame(third, () => drawn.push('third'));
  expect(frame).toThrow('It cannot be drawn');
  frame();
  expect(drawn).toEqual(['one', 'third']);
});

test('no frame is asked for while nothing moves', () => {
  drawInOwnFrame(one, () => undefined);
  frame();
  expect(frames).toEqual([]);
});
