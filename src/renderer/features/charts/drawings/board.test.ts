// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { AppTokens } from '../../../ui/tokens.ts';
import type { Candles } from '../bars.ts';
import type { ChartPort, Overlay, PortCandles, PortScale, PortShape } from '../chart-port.ts';
import type { View } from '../chart-view.ts';
import { barLengthOf } from './bar-times.ts';
import { ChartBoard } from './board.ts';
import type { Drawing } from './drawing.ts';
import { TOOL_POINTS, type ToolName } from './tool-names.ts';
import type { Drawings } from './use-drawings.ts';

/** Ten pixels a bar, one a rupee, 500.00 at the top. */
const scale: PortScale = {
  width: 800,
  height: 400,
  xOf: (bar) => bar * 10,
  barAt: (x) => x / 10,
  yOf: (price) => 500 - price / 100,
  priceAt: (y) => (500 - y) * 100,
};
const length = barLengthOf('5m');
const BARS = 60;
const column = (value: number) => Array.from({ length: BARS }, () => value);
const candles: Candles = {
  symbol: 'INFY',
  timeframe: '5m',
  source: 'simulated',
  hasVolume: false,
  time: Array.from({ length: BARS }, (_, bar) => bar * length),
  open: column(30_000),
  high: column(30_500),
  low: column(29_500),
  close: column(30_100),
  volume: column(0),
};
const colours = new Proxy({}, { get: () => '#000000' }) as AppTokens;

let kept: Drawing[];
let overlay: Overlay | null;
let view: View;
let board: ChartBoard;
const wishes = { onEdit: vi.fn(), onTimeframe: vi.fn() };
const [undo, redo, leaveView] = [vi.fn(), vi.fn(), vi.fn()];
let pointed: (bar: number | null) => void;

/** Show the board what is kept, as a screen does. */
const report = (): void => {
  const drawings: Drawings = {
    drawings: [...kept],
    unread: 0,
    isUnread: false,
    canUndo: true,
    canRedo: true,
    add: (drawing) => {
      kept = [...kept, drawing];
      report();
      return true;
    },
    change: (before, after) => {
      kept = kept.map((one) => (one.id === before.id ? after : one));
      report();
    },
    remove: (removed) => {
      kept = kept.filter((one) => !removed.includes(one));
      report();
    },
    undo,
    redo,
  };
  board.use(drawings, wishes);
};

beforeEach(() => {
  vi.clearAllMocks();
  [kept, overlay, view] = [[], null, { from: 0, to: 80 }];
  board = new ChartBoard();
  const series = {
    overlay: (shown) => (overlay = shown),
    scale: () => scale,
    point: () => undefined,
    wish: () => undefined,
  } as Partial<PortCandles> as PortCandles;
  const chart = {
    view: () => view,
    showView: (shown) => (view = shown),
    onPointed: (call) => (pointed = call),
  } as Partial<ChartPort> as ChartPort;
  board.connect({ chart, series, leaveView });
  board.show(candles, colours);
  report();
});

const press = (...keys: string[]): boolean[] =>
  keys.map((key) => {
    const [last = '', ...held] = key.split('+').toReversed();
    const has = (name: string): boolean => held.includes(name);
    return board.press({
      key: last,
      shiftKey: has('Shift'),
      ctrlKey: has('Control'),
      metaKey: false,
      altKey: has('Alt'),
    });
  });
const shapes = (): readonly PortShape[] => overlay?.(scale) ?? [];
const only = (): Drawing => {
  const [drawing] = kept;
  if (!drawing) throw new Error('Nothing is drawn');
  return drawing;
};
const line = (price: number, id = 'one'): Drawing => ({
  id,
  tool: 'horizontal-line',
  points: [{ time: 10 * length, price }],
  colour: 'chart1',
  text: '',
});

test('a chart without drawings and breaks has no overlay', () => {
  expect(overlay).toBeNull();
});

test('a line is drawn by keys: arrows by candle and tick, with Shift ten, letters to a price of the candle', () => {
  board.begin('trend-line');
  press('Enter', 'ArrowLeft', 'Shift+ArrowLeft', 'ArrowUp', 'Shift+ArrowUp', 'Enter');
  expect(only().points).toEqual([
    { time: 59 * length, price: 30_100 },
    { time: 48 * length, price: 30_155 },
  ]);
  expect(board.store.getState()).toMatchObject({ tool: null, selected: only().id });
  board.begin('horizontal-line');
  press('h', 'Enter');
  expect(kept[1]?.points[0]?.price).toBe(30_500);
});

test.each(Object.entries(TOOL_POINTS) as [ToolName, number][])(
  '%s is done after %d points, by keys',
  (tool, most) => {
    board.begin(tool);
    for (let number = 1; number < most; number++) {
      press('Enter', 'Shift+ArrowLeft');
      expect(kept).toEqual([]);
      expect(shapes().some(({ kind }) => kind === 'handle')).toBe(true);
    }
    press('Enter');
    expect(only()).toMatchObject({ tool, points: { length: most } });
  },
);

test('Escape takes back the points, then the tool, then the selection, and then does nothing', () => {
  kept = [line(30_000)];
  report();
  board.begin('triangle');
  press('Enter');
  expect(press('Escape')).toEqual([true]);
  expect(board.store.getState()).toMatchObject({ tool: 'triangle', placed: [] });
  press('Escape');
  expect(board.store.getState()).toMatchObject({ tool: null, cursor: null });
  press(' ');
  expect(board.store.getState().selected).toBe('one');
  press('Escape');
  expect(board.store.getState().selected).toBeNull();
  expect(press('Escape')).toEqual([false]);
  expect(kept).toHaveLength(1);
});

test('a selected drawing is moved by arrows, edited by Enter and deleted', () => {
  kept = [line(30_000), line(20_000, 'two')];
  report();
  press(' ', ' ');
  expect(board.store.getState().selected).toBe('two');
  press('Shift+ ');
  expect(board.store.getState().selected).toBe('one');
  press('ArrowUp', 'ArrowRight');
  expect(only().points).toEqual([{ time: 11 * length, price: 30_005 }]);
  press('PageDown');
  expect(only().points).toEqual([{ time: 11 * length, price: 26_005 }]);
  press('Enter');
  expect(wishes.onEdit).toHaveBeenCalledWith('one');
  press('Delete');
  expect(kept.map(({ id }) => id)).toEqual(['two']);
  expect(press('Delete')).toEqual([false]);
});

test('undo and redo have their keys, and keys of the window stay the window’s', () => {
  press('Control+z', 'Control+y', 'Control+Shift+Z');
  expect(undo).toHaveBeenCalledTimes(1);
  expect(redo).toHaveBeenCalledTimes(2);
  expect(press('Control+k', 'Alt+ArrowLeft', 'Tab', 'F6')).toEqual([false, false, false, false]);
});

test('a timeframe is typed and taken with Enter; one that there is not changes nothing', () => {
  press('1', '5');
  expect(board.store.getState().typed).toBe('15');
  press('Enter');
  expect(wishes.onTimeframe.mock.calls).toEqual([['15m']]);
  press('7', 'Enter', '9', 'Escape', 'd', 'Enter');
  expect(wishes.onTimeframe.mock.calls).toEqual([['15m'], ['1d']]);
});

test('the pointer sets points one by one, or draws in one go', () => {
  board.begin('trend-line');
  expect(board.down({ x: 100, y: 100 })).toBe(true);
  board.up({ x: 101, y: 100 });
  expect(kept).toEqual([]);
  board.down({ x: 200, y: 150 });
  board.up({ x: 200, y: 150 });
  board.begin('rectangle');
  board.down({ x: 300, y: 100 });
  board.move({ x: 400, y: 200 });
  board.up({ x: 400, y: 200 });
  expect(kept.map(({ points }) => points)).toEqual([
    [
      { time: 10 * length, price: 40_000 },
      { time: 20 * length, price: 35_000 },
    ],
    [
      { time: 30 * length, price: 40_000 },
      { time: 40 * length, price: 30_000 },
    ],
  ]);
});

test('the pointer takes a drawing along, or one point of it, and beside it moves the chart', () => {
  kept = [
    {
      ...line(0),
      tool: 'trend-line',
      points: [
        { time: 10 * length, price: 40_000 },
        { time: 30 * length, price: 40_000 },
      ],
    },
  ];
  report();
  expect(board.down({ x: 200, y: 300 })).toBe(false);
  expect(board.down({ x: 200, y: 103 })).toBe(true);
  board.move({ x: 250, y: 123 });
  board.up({ x: 250, y: 123 });
  expect(only().points).toEqual([
    { time: 15 * length, price: 38_000 },
    { time: 35 * length, price: 38_000 },
  ]);
  board.down({ x: 350, y: 120 });
  board.move({ x: 400, y: 20 });
  board.up({ x: 400, y: 20 });
  expect(only().points).toEqual([
    { time: 15 * length, price: 38_000 },
    { time: 40 * length, price: 48_000 },
  ]);
});

test('a click that does not move changes nothing that could be undone', () => {
  kept = [line(40_000)];
  report();
  const before = only();
  board.down({ x: 200, y: 102 });
  board.move({ x: 201, y: 103 });
  board.up({ x: 201, y: 103 });
  expect(only()).toBe(before);
  expect(board.store.getState().selected).toBe('one');
});

test('the cursor brings its candle into view, and plus and minus zoom around it', () => {
  view = { from: 40, to: 60 };
  press('Home');
  expect(view).toEqual({ from: 0, to: 20 });
  expect(board.store.getState().pointed).toBe(0);
  press('=');
  expect(view).toEqual({ from: 0, to: 16 });
  press('-');
  expect(view).toEqual({ from: 0, to: 20 });
  expect(leaveView).toHaveBeenCalled();
  pointed(7);
  expect(board.store.getState().pointed).toBe(7);
});

test('a note is asked for its text at once', () => {
  board.begin('text-note');
  press('Enter');
  expect(wishes.onEdit).toHaveBeenCalledWith(only().id);
});

test('trading days are told apart, but not on daily candles and not as a fence', () => {
  const day = 86_400_000;
  const days = {
    ...candles,
    time: candles.time.map((_, bar) => Math.floor(bar / 20) * day + (bar % 20) * length),
  };
  board.show(days, colours);
  expect(shapes().map((shape) => shape.kind === 'path' && shape.through[0]?.x)).toEqual([195, 395]);
  board.show({ ...candles, time: candles.time.map((_, bar) => bar * day) }, colours);
  expect(shapes()).toEqual([]);
  board.show({ ...days, timeframe: '1d' }, colours);
  expect(overlay).toBeNull();
});
