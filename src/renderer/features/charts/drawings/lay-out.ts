import type { Candles } from '../bars.ts';
import type { PortScale, PortShape, Spot } from '../chart-port.ts';
import type { AppTokens } from '../../../ui/tokens.ts';
import { barOfTime, type BarTimes } from './bar-times.ts';
import type { Drawing, Point } from './drawing.ts';
import { distanceFromStretch } from './geometry.ts';
import { type Part, TOOL_SHAPES, type Tone } from './tool-shapes.ts';

/** Ground on which drawings lie. */
export interface Ground {
  readonly scale: PortScale;
  readonly candles: Candles;
  readonly times: BarTimes;
}

/** Place of a point on a chart, px. */
export const spotOf = ({ scale, times }: Ground, { time, price }: Point): Spot => ({
  x: scale.xOf(barOfTime(times, time)),
  y: scale.yOf(price),
});

/** Parts of a drawing on a chart. */
export const partsOf = (ground: Ground, { tool, points, text }: Drawing): readonly Part[] =>
  TOOL_SHAPES[tool]({
    points,
    bars: points.map(({ time }) => barOfTime(ground.times, time)),
    spots: points.map((point) => spotOf(ground, point)),
    text,
    scale: ground.scale,
    candles: ground.candles,
  });

/** Shapes of a drawing in their colours. Selected, it has handles at its points. */
export const shapesOfDrawing = (
  ground: Ground,
  drawing: Drawing,
  colours: AppTokens,
  isSelected: boolean,
): PortShape[] => {
  const own = colours[drawing.colour];
  const byTone: Readonly<Record<Tone, string>> = {
    own,
    up: colours.pnlUp,
    down: colours.pnlDown,
    text: colours.numberFg,
  };
  const handles = isSelected ? drawing.points : [];
  return [
    ...partsOf(ground, drawing).map((part): PortShape => ({
      ...part,
      colour: byTone[part.tone],
      ...(part.kind === 'text' && { halo: colours.appBackground }),
    })),
    ...handles.map((point): PortShape => ({ kind: 'handle', at: spotOf(ground, point), colour: own })),
  ];
};

/** How near a pointer has to be, px. */
const REACH = 6;
/** Size of letters for who points at them, px. */
const [LETTER_WIDTH, LETTERS_HEIGHT] = [7, 16] as const;

const isOnText = (at: Spot, part: Extract<Part, { kind: 'text' }>): boolean => {
  const width = part.text.length * LETTER_WIDTH;
  const left = part.at.x - { start: 0, center: width / 2, end: width }[part.align];
  return at.x >= left && at.x <= left + width && Math.abs(at.y - part.at.y) <= LETTERS_HEIGHT / 2;
};

const isOnPart = (at: Spot, part: Part): boolean => {
  switch (part.kind) {
    case 'path':
      return part.through.some((to, index) => {
        const from = part.through[index - 1];
        return from !== undefined && distanceFromStretch(at, from, to) <= REACH;
      });
    case 'oval': {
      const reached = Math.hypot(
        (at.x - part.middle.x) / part.radii.x,
        (at.y - part.middle.y) / part.radii.y,
      );
      return Math.abs(reached - 1) * Math.min(part.radii.x, part.radii.y) <= REACH;
    }
    case 'text':
      return isOnText(at, part);
    default:
      return false;
  }
};

/** Drawing under a place, the one on top first; null where there is none. */
export const drawingAt = (ground: Ground, drawings: readonly Drawing[], at: Spot): Drawing | null =>
  drawings.findLast((drawing) => partsOf(ground, drawing).some((part) => isOnPart(at, part))) ?? null;

/** Number of the point of a drawing under a place; -1 where there is none. */
export const pointAt = (ground: Ground, drawing: Drawing, at: Spot): number =>
  drawing.points.findIndex((point) => {
    const { x, y } = spotOf(ground, point);
    return Math.hypot(x - at.x, y - at.y) <= REACH + 2;
  });
