import type { Spot } from '../chart-port.ts';

/** Point between two, or beyond them: 0 is the first, 1 the second. */
export const between = (from: Spot, to: Spot, share: number): Spot => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** Place moved as far as another one is from a third. */
export const shifted = (at: Spot, from: Spot, to: Spot): Spot => ({
  x: at.x + to.x - from.x,
  y: at.y + to.y - from.y,
});

const distance = (one: Spot, other: Spot): number => Math.hypot(one.x - other.x, one.y - other.y);

/** End of a ray through a place, outside of a canvas. */
export const rayEnd = (from: Spot, through: Spot, size: { width: number; height: number }): Spot => {
  const length = distance(from, through);
  if (length === 0) return from;
  const far = Math.hypot(from.x, from.y) + 2 * (size.width + size.height);
  return between(from, through, far / length);
};

/** Distance of a place from a stretch between two, px. */
export const distanceFromStretch = (at: Spot, from: Spot, to: Spot): number => {
  const square = (to.x - from.x) ** 2 + (to.y - from.y) ** 2;
  if (square === 0) return distance(at, from);
  const share = ((at.x - from.x) * (to.x - from.x) + (at.y - from.y) * (to.y - from.y)) / square;
  return distance(at, between(from, to, Math.max(0, Math.min(1, share))));
};

/** Corners of the rectangle that two opposite ones span, clockwise. */
export const cornersOf = (one: Spot, other: Spot): [Spot, Spot, Spot, Spot] => {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
};
