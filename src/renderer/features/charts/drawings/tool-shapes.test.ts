import { describe, expect, test } from 'vitest';
import type { Candles } from '../bars.ts';
import type { PortScale, Spot } from '../chart-port.ts';
import { barLengthOf } from './bar-times.ts';
import type { Drawing, Point } from './drawing.ts';
import { drawingAt, partsOf, pointAt } from './lay-out.ts';
import { regressionOf, vwapFrom } from './studies.ts';
import { TOOL_GROUPS } from './tool-labels.ts';
import type { Part } from './tool-shapes.ts';
import { TOOL_POINTS, type ToolName } from './tool-names.ts';

/** Ten pixels a bar, one a rupee, 500.00 at the top. */
const scale: PortScale = {
  width: 800,
  height: 400,
  xOf: (bar) => bar * 10,
  barAt: (x) => x / 10,
  yOf: (price) => 500 - price / 100,
  priceAt: (y) => (500 - y) * 100,
};

const BARS = 80;
const length = barLengthOf('5m');
const column = (value: (bar: number) => number) => Array.from({ length: BARS }, (_, bar) => value(bar));
const candles: Candles = {
  symbol: 'INFY',
  timeframe: '5m',
  source: 'simulated',
  hasVolume: true,
  time: column((bar) => bar * length),
  open: column(() => 20_000),
  high: column((bar) => 20_200 + bar * 100),
  low: column((bar) => 19_800 + bar * 100),
  close: column((bar) => 20_000 + bar * 100),
  volume: column(() => 10),
};
const ground = { scale, candles, times: { time: candles.time, length } };

const at = (bar: number, price: number): Point => ({ time: bar * length, price });
const drawn = (tool: ToolName, points: readonly Point[], text = ''): Drawing => ({
  id: tool,
  tool,
  points: [...points],
  colour: 'chart1',
  text,
});
const parts = (tool: ToolName, ...points: readonly Point[]): readonly Part[] =>
  partsOf(ground, drawn(tool, points));
const paths = (all: readonly Part[]): (readonly Spot[])[] =>
  all.flatMap((part) => (part.kind === 'path' ? [part.through] : []));
const texts = (all: readonly Part[]): string[] =>
  all.flatMap((part) => (part.kind === 'text' ? part.text : []));

const SOME = [at(10, 20_000), at(30, 30_000), at(20, 25_000)] as const;

describe('every tool', () => {
  test('stands in the menu once', () => {
    expect(TOOL_GROUPS.flat().toSorted()).toEqual(Object.keys(TOOL_POINTS).toSorted());
    expect(TOOL_GROUPS.flat().length).toBeGreaterThanOrEqual(20);
  });

  test.each(Object.entries(TOOL_POINTS) as [ToolName, number][])(
    '%s of %d points is drawn, and found where it is',
    (tool, number) => {
      const drawing = drawn(tool, SOME.slice(0, number), 'A note');
      const all = partsOf(ground, drawing);
      expect(all.length).toBeGreaterThan(0);
      const spots = all.flatMap((part): readonly Spot[] => {
        if (part.kind === 'path') return part.through;
        if (part.kind === 'area') return part.around;
        return part.kind === 'oval' ? [part.middle, part.radii] : [part.at];
      });
      expect(spots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
      const [line] = paths(all);
      const text = all.find((part) => part.kind === 'text');
      const oval = all.find((part) => part.kind === 'oval');
      const on = line?.[0] ?? text?.at ?? (oval && { x: oval.middle.x + oval.radii.x, y: oval.middle.y });
      expect(drawingAt(ground, [drawing], on ?? { x: 0, y: 0 })).toBe(drawing);
      expect(drawingAt(ground, [drawing], { x: -5_000, y: -9_000 })).toBeNull();
    },
  );

  test.each(Object.entries(TOOL_POINTS) as [ToolName, number][])(
    '%s may have all of its %d points in one place',
    (tool, number) => {
      const same = Array.from({ length: number }, () => at(10, 20_000));
      const found = paths(parts(tool, ...same)).flat();
      expect(found.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
    },
  );
});

test('a line goes through its points, and what is longer goes beyond the chart', () => {
  const [one, other] = [at(10, 20_000), at(20, 25_000)];
  expect(paths(parts('trend-line', one, other))).toEqual([
    [
      { x: 100, y: 300 },
      { x: 200, y: 250 },
    ],
  ]);
  const [ray] = paths(parts('ray', one, other));
  expect(ray?.[0]).toEqual({ x: 100, y: 300 });
  expect(ray?.[1]?.x).toBeGreaterThan(scale.width);
  const [extended] = paths(parts('extended-line', one, other));
  expect(extended?.[0]?.x).toBeLessThan(0);
  expect(extended?.at(-1)?.x).toBeGreaterThan(scale.width);
});

test('a channel has its other side through the third point', () => {
  const [, other] = paths(parts('parallel-channel', at(10, 20_000), at(30, 30_000), at(20, 20_000)));
  expect(other).toEqual([
    { x: 100, y: 350 },
    { x: 300, y: 250 },
  ]);
});

test('retracements lie between the points, extensions beyond the third', () => {
  expect(texts(parts('fib-retracement', at(10, 20_000), at(30, 30_000)))).toEqual([
    '0.00% · 300.00',
    '23.60% · 276.40',
    '38.20% · 261.80',
    '50.00% · 250.00',
    '61.80% · 238.20',
    '78.60% · 221.40',
    '100.00% · 200.00',
  ]);
  expect(texts(parts('fib-extension', ...SOME))).toContain('161.80% · 411.80');
});

test('a measure says price, percent and candles', () => {
  expect(texts(parts('measure', at(10, 20_000), at(30, 25_000)))).toEqual(['50.00 · +25.00% · 20 candles']);
  expect(texts(parts('measure', at(10, 20_000), at(11, 19_000)))).toEqual(['−10.00 · −5.00% · 1 candle']);
});

test.each([
  ['long-position', 20_000, 19_000, 22_500, 'Entry 200.00, ratio 2.50'],
  ['short-position', 20_000, 21_000, 18_000, 'Entry 200.00, ratio 2.00'],
  ['long-position', 20_000, 21_000, 22_500, 'Entry 200.00: stop and target must be on either side of it'],
] as const)('%s at %d with stop %d and target %d says “%s”', (tool, entry, stop, target, said) => {
  expect(texts(parts(tool, at(10, entry), at(20, stop), at(20, target)))).toContain(said);
});

test('a regression channel follows the closes, and volume weighs the price from its candle on', () => {
  const [middle] = paths(parts('regression-channel', at(10, 0), at(30, 0)));
  expect(middle).toEqual([
    { x: 100, y: 290 },
    { x: 300, y: 270 },
  ]);
  expect(regressionOf([100, 300, 200, 400])).toEqual({
    from: 130,
    to: 370,
    deviation: expect.closeTo(67.08, 2) as number,
  });
  expect(regressionOf([100])).toBeNull();
  const traded = { high: [30, 60], low: [0, 30], close: [30, 60], volume: [1, 3] };
  expect(vwapFrom(traded, 0)).toEqual([20, 42.5]);
  expect(vwapFrom(traded, 1)).toEqual([50]);
  expect(vwapFrom({ ...traded, volume: [0, 0] }, 0)).toEqual([]);
});

test('an anchored average says where no volume is known', () => {
  const without = { ...ground, candles: { ...candles, hasVolume: false } };
  expect(texts(partsOf(without, drawn('anchored-vwap', [at(10, 20_000)])))).toEqual([
    'VWAP: no volume is known here',
  ]);
});

test('of drawings on each other the upper one is found, and its points', () => {
  const one = drawn('horizontal-line', [at(10, 20_000)]);
  const other = drawn('cross-line', [at(20, 20_000)]);
  expect(drawingAt(ground, [one, other], { x: 400, y: 302 })).toBe(other);
  expect(pointAt(ground, other, { x: 203, y: 298 })).toBe(0);
  expect(pointAt(ground, other, { x: 240, y: 300 })).toBe(-1);
});
