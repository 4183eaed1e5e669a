import { z } from 'zod';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Rectangle extends Size {
  readonly x: number;
  readonly y: number;
}

/** First and least size of a window; density-independent pixels. */
export interface WindowShape {
  readonly size: Size;
  readonly least: Size;
}

const WindowStateSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
});
export type WindowState = z.output<typeof WindowStateSchema>;

const overlap = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/**
 * Where to open: as the window was left, moved and cut to fit the display that shows most of it. Without a usable
 * memory, in the middle of the first display. All in density-independent pixels.
 */
export function placeWindow(
  kept: unknown,
  workAreas: readonly [Rectangle, ...Rectangle[]],
  shape: WindowShape,
): WindowState {
  const parsed = WindowStateSchema.safeParse(kept);
  const wanted = parsed.success ? parsed.data.bounds : null;
  const areas = wanted ? [...workAreas].sort((a, b) => overlap(b, wanted) - overlap(a, wanted)) : workAreas;
  const area = areas[0] ?? workAreas[0];
  const size = wanted ?? shape.size;
  const width = within(size.width, Math.min(shape.least.width, area.width), area.width);
  const height = within(size.height, Math.min(shape.least.height, area.height), area.height);
  const isVisible = wanted !== null && overlap(area, wanted) > 0;
  const x = isVisible ? wanted.x : area.x + Math.round((area.width - width) / 2);
  const y = isVisible ? wanted.y : area.y + Math.round((area.height - height) / 2);
  return {
    bounds: {
      width,
      height,
      x: within(x, area.x, area.x + area.width - width),
      y: within(y, area.y, area.y + area.height - height),
    },
    isMaximized: parsed.success && parsed.data.isMaximized,
  };
}
