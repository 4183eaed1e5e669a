/** A disc: something live runs. A ring: nothing does. A bar over a dot: the person is needed. */
export const TRAY_SHAPES = ['live', 'idle', 'attention'] as const;
export type TrayShape = (typeof TRAY_SHAPES)[number];

type Point = (x: number, y: number) => boolean;

/** Whether a point of the unit square belongs to the shape; the centre is (0, 0), the edges ±1. */
const INSIDE: Readonly<Record<TrayShape, Point>> = {
  live: (x, y) => Math.hypot(x, y) <= 0.78,
  idle: (x, y) => Math.abs(Math.hypot(x, y) - 0.64) <= 0.15,
  attention: (x, y) => (Math.abs(x) <= 0.2 && y >= -0.85 && y <= 0.25) || Math.hypot(x, y - 0.65) <= 0.22,
};

type Colour = readonly [red: number, green: number, blue: number];
const BRAND: Colour = [0x51, 0x45, 0xc3];
const WARNING: Colour = [0xc4, 0x5a, 0x00];
const UNREAD: Colour = [0xc5, 0x0f, 0x1f];
/** macOS paints template images itself, from their opacity. */
const TEMPLATE: Colour = [0, 0, 0];

/** Points a pixel is looked at in each direction, for smooth edges. */
const SAMPLES = 4;

/**
 * The icon as a bitmap of `size` × `size` pixels. Four bytes a pixel (blue, green, red, opacity; colours multiplied by
 * the opacity), as `nativeImage.createFromBitmap` takes it.
 */
export function trayBitmap(shape: TrayShape, size: number, isTemplate: boolean): Buffer {
  const colour = isTemplate ? TEMPLATE : shape === 'attention' ? WARNING : BRAND;
  return bitmapOf(INSIDE[shape], colour, size);
}

/** The mark on a taskbar button: a red disc, in the same form. */
export const overlayBitmap = (size: number): Buffer => bitmapOf(INSIDE.live, UNREAD, size);

function bitmapOf(isInside: Point, [red, green, blue]: Colour, size: number): Buffer {
  const bitmap = Buffer.alloc(size * size * 4);
  for (let pixel = 0; pixel < size * size; pixel++) {
    const cover = coverage(isInside, pixel % size, Math.floor(pixel / size), size);
    bitmap.set([blue * cover, green * cover, red * cover, 255 * cover].map(Math.round), pixel * 4);
  }
  return bitmap;
}

function coverage(isInside: Point, column: number, row: number, size: number): number {
  const at = (pixel: number, sample: number) => ((pixel + (sample + 0.5) / SAMPLES) / size) * 2 - 1;
  let hits = 0;
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample++)
    if (isInside(at(column, sample % SAMPLES), at(row, Math.floor(sample / SAMPLES)))) hits++;
  return hits / (SAMPLES * SAMPLES);
}
