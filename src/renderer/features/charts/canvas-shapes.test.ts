import { expect, test } from 'vitest';
import { paintShapes } from './canvas-shapes.ts';
import type { PortShape } from './chart-port.ts';

/** Calls of a canvas, with the colour at that moment. */
const painted = (...shapes: readonly PortShape[]): string[] => {
  const told: string[] = [];
  const state: Record<string, unknown> = {};
  const canvas = new Proxy(state, {
    get: (_, name: string) =>
      name in state
        ? state[name]
        : (...values: readonly unknown[]) => {
            if (name === 'stroke' || name === 'strokeText') told.push(`${name} ${String(state.strokeStyle)}`);
            if (name === 'fill' || name === 'fillText' || name === 'fillRect')
              told.push(`${name} ${String(state.fillStyle)}`);
            if (name === 'lineTo' || name === 'moveTo') told.push(`${name} ${values.join(',')}`);
          },
  });
  paintShapes(canvas as unknown as CanvasRenderingContext2D, shapes, 'sans-serif');
  return told;
};

const colour = '#112233';
const [one, other, nowhere] = [
  { x: 1, y: 2 },
  { x: 3, y: 4 },
  { x: 5, y: Number.NaN },
];

test('each kind of shape is painted in its colour, areas lightly', () => {
  expect(painted({ kind: 'path', through: [one, other], colour })).toEqual([
    'moveTo 1,2',
    'lineTo 3,4',
    'stroke #112233',
  ]);
  expect(painted({ kind: 'area', around: [one, other], colour })).toContain('fill #11223326');
  expect(painted({ kind: 'oval', middle: one, radii: other, colour })).toEqual([
    'fill #11223326',
    'stroke #112233',
  ]);
  expect(painted({ kind: 'handle', at: one, colour })).toEqual(['fillRect #112233']);
  expect(painted({ kind: 'text', at: one, text: 'Note', align: 'start', colour, halo: '#ffffff' })).toEqual([
    'strokeText #ffffff',
    'fillText #112233',
  ]);
});

test('what has no place on the axis is left out', () => {
  expect(
    painted(
      { kind: 'path', through: [one, nowhere], colour },
      { kind: 'area', around: [one, nowhere], colour },
      { kind: 'oval', middle: nowhere, radii: one, colour },
      { kind: 'text', at: nowhere, text: 'Note', align: 'start', colour },
      { kind: 'handle', at: nowhere, colour },
    ),
  ).toEqual([]);
});
