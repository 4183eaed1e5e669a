// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { notify } from '../../../ui/toasts.tsx';
import { announce } from '../../../ui/announcer.tsx';
import type { AppTokens } from '../../../ui/tokens.ts';
import type { Candles } from '../bars.ts';
import type { ChartPort, PortCandles, PortScale, PortWish } from '../chart-port.ts';
import { barLengthOf } from '../drawings/bar-times.ts';
import { ChartBoard } from '../drawings/board.ts';
import type { Drawing } from '../drawings/drawing.ts';
import type { Drawings } from '../drawings/use-drawings.ts';
import type { LineWishes } from './line-hand.ts';
import type { OwnedLine } from './owned-line.ts';

vi.mock(import('../../../ui/announcer.tsx'), async (original) => ({
  ...(await original()),
  announce: vi.fn(),
}));
vi.mock(import('../../../ui/toasts.tsx'), async (original) => ({ ...(await original()), notify: vi.fn() }));

/** Ten pixels a bar, one a rupee, 500.00 at the top. */
const scale: PortScale = {
  ...{ width: 800, height: 400, xOf: (bar) => bar * 10, barAt: (x) => x / 10 },
  ...{ yOf: (price) => 500 - price / 100, priceAt: (y) => (500 - y) * 100 },
};
const column = (value: number) => Array.from({ length: 60 }, () => value);
const candles: Candles = {
  ...{ symbol: 'ITC', timeframe: '5m', source: 'simulated', hasVolume: false, volume: column(0) },
  time: column(0).map((_, bar) => bar * barLengthOf('5m')),
  ...{ open: column(300_00), high: column(305_00), low: column(295_00), close: column(301_00) },
};
const colours = new Proxy({}, { get: (_, name) => String(name) }) as AppTokens;

const limit: OwnedLine = {
  ...{ id: 'order-40-limit', owner: { kind: 'order', orderId: 40 }, kind: 'limit', price: 399_50 },
  ...{ label: 'Buy 10 · limit', short: '', isLive: false, whyFixed: null, isOpened: true },
};
const stop: OwnedLine = {
  ...{ id: 'position-7-stop-loss', owner: { kind: 'position', positionId: 7 }, kind: 'stop-loss' },
  ...{ price: 380_00, label: 'Stop-loss · Manual', short: '', isLive: false, whyFixed: null, isOpened: true },
};
const fixed: OwnedLine = {
  ...{ id: 'position-8-stop-loss', owner: { kind: 'position', positionId: 8 }, kind: 'stop-loss' },
  ...{ price: 350_00, label: 'Stop-loss · Turtle', short: '', isLive: false, isOpened: false },
  whyFixed: 'Stop-loss and target of a strategy are changed in its settings.',
};
const drawing: Drawing = {
  ...{ id: 'one', tool: 'horizontal-line', colour: 'chart1', text: '' },
  points: [{ time: 0, price: 399_50 }],
};

let board: ChartBoard;
let wish: PortWish | null;
const wishes = { tickOf: () => 5, onOpen: vi.fn(), onCancel: vi.fn() } satisfies LineWishes;
const change = vi.fn();
const show = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  wish = null;
  board = new ChartBoard();
  const series = {
    overlay: () => undefined,
    scale: () => scale,
    point: () => undefined,
    wish: (shown) => (wish = shown),
    show,
  } as Partial<PortCandles> as PortCandles;
  const chart = { view: () => null, onPointed: () => undefined } as Partial<ChartPort> as ChartPort;
  board.connect({ chart, series, leaveView: () => undefined });
  board.show(candles, colours);
  const kept = { drawings: [drawing], change } as Partial<Drawings> as Drawings;
  board.use(kept, { onEdit: () => undefined, onTimeframe: () => undefined });
  board.lines.use([limit, stop, fixed], wishes);
});

const press = (...keys: string[]): boolean[] =>
  keys.map((key) =>
    board.press({
      ...{ key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift+') },
      ...{ ctrlKey: false, metaKey: false, altKey: false },
    }),
  );
const said = () => vi.mocked(announce).mock.lastCall?.[0];
const state = () => {
  const { chosen, wished } = board.lines.store.getState();
  return { chosen: chosen?.id ?? null, wished };
};
const nothingAsked = () => {
  expect(wishes.onOpen).not.toHaveBeenCalled();
  expect(wishes.onCancel).not.toHaveBeenCalled();
};

test('M goes through the lines from the top, Shift+M back, and each is said with its price', () => {
  press('m');
  expect(said()).toBe('Buy 10 · limit chosen: 399.50. Arrows move it, Enter asks, Escape leaves it.');
  expect(wish).toMatchObject({ price: 399_50, colour: 'chart3', isNamed: false, reach: 399_50 });
  press('M', 'm');
  expect(said()).toBe(`Stop-loss · Turtle chosen: 350.00. ${fixed.whyFixed}`);
  press('m');
  expect(state().chosen).toBe(limit.id);
  press('Shift+M');
  expect(state().chosen).toBe(fixed.id);
  press('Escape', 'Shift+M');
  expect(state().chosen).toBe(fixed.id);
  nothingAsked();
});

test('arrows move by a tick, with Shift by ten, Page keys by a tenth of the chart; Enter asks, and the line stays', () => {
  press('m', 'ArrowUp', 'Shift+ArrowUp', 'ArrowDown');
  expect(state().wished).toBe(400_00);
  expect(said()).toBe('Buy 10 · limit: 400.00');
  expect(wish).toMatchObject({ price: 400_00, isNamed: true, title: 'Buy 10 · limit' });
  press('PageDown');
  expect(state().wished).toBe(360_00);
  press('PageUp');
  nothingAsked();
  press('Enter');
  expect(wishes.onOpen.mock.calls).toEqual([[limit, 400_00]]);
  expect(state()).toEqual({ chosen: limit.id, wished: null });
  expect(wish?.price).toBe(399_50);
  expect(show).not.toHaveBeenCalled();
  press('ArrowUp', 'ArrowDown', 'Enter');
  expect(wishes.onOpen).toHaveBeenLastCalledWith(limit, null);
});

test('Escape takes a move back, then the choice; without one the keys are those of drawings', () => {
  press('m', 'ArrowUp', 'Escape');
  expect(said()).toBe('Buy 10 · limit stays at 399.50.');
  expect(state()).toEqual({ chosen: limit.id, wished: null });
  press('Escape');
  expect([state().chosen, wish]).toEqual([null, null]);
  press('ArrowUp');
  expect(board.store.getState().cursor?.price).toBe(301_05);
  press('m', ' ');
  expect([state().chosen, board.store.getState().selected]).toEqual([null, 'one']);
  press('m');
  expect([state().chosen, board.store.getState().selected]).toEqual([limit.id, null]);
  nothingAsked();
});

test('Delete asks about an order, and takes no level away', () => {
  press('m', 'Delete');
  expect(wishes.onCancel.mock.calls).toEqual([[limit]]);
  press('m', 'Backspace');
  expect(wishes.onCancel).toHaveBeenCalledTimes(1);
  expect(said()).toBe('Delete cancels orders. Enter changes stop-loss and target.');
});

test('a line that cannot be moved says why at every key, and stays', () => {
  press('Shift+M', 'ArrowUp');
  expect([said(), state().wished]).toEqual([fixed.whyFixed, null]);
  press('Enter');
  board.down({ x: 300, y: 150 });
  board.move({ x: 300, y: 120 });
  expect([said(), state().wished]).toEqual([fixed.whyFixed, null]);
  board.up({ x: 300, y: 120 });
  nothingAsked();
});

test('without lines M says so, and the letter of a timeframe is no line', () => {
  press('1', '5', 'm');
  expect(board.store.getState().typed).toBe('15m');
  press('Escape');
  board.lines.use([], wishes);
  expect(press('m')).toEqual([true]);
  expect(said()).toBe('No order, stop-loss or target of yours is on this chart.');
});

test('the pointer takes a line along in ticks, from where it took it, and letting go asks', () => {
  expect(board.isMovableAt({ x: 300, y: 102 })).toBe(true);
  expect(board.down({ x: 300, y: 102 })).toBe(true);
  board.move({ x: 300, y: 100 });
  expect(state().wished).toBeNull();
  board.move({ x: 340, y: 91.52 });
  // 10.48 px up from 399.50, on the next tick.
  expect(state().wished).toBe(410_00);
  expect(wish).toMatchObject({ price: 410_00, isNamed: true, reach: null });
  nothingAsked();
  board.up({ x: 340, y: 91.52 });
  expect(wishes.onOpen.mock.calls).toEqual([[limit, 410_00]]);
  expect(state().wished).toBeNull();
  expect(change).not.toHaveBeenCalled();
});

test('a press without a move chooses and asks nothing; beside the lines the chart is moved', () => {
  board.down({ x: 300, y: 120 });
  board.up({ x: 301, y: 121 });
  expect(state().chosen).toBe(stop.id);
  expect(board.down({ x: 300, y: 250 })).toBe(false);
  expect(state().chosen).toBeNull();
  expect(board.isMovableAt({ x: 300, y: 250 })).toBe(false);
  expect(board.isMovableAt({ x: 300, y: 150 })).toBe(false);
  nothingAsked();
});

test('Escape, and a pointer that is taken away, leave the line where it was', () => {
  for (const end of [() => press('Escape'), () => board.leave()]) {
    board.down({ x: 300, y: 100 });
    board.move({ x: 300, y: 60 });
    expect(state().wished).toBe(440_00 - 50);
    end();
    expect(state().wished).toBeNull();
    board.move({ x: 300, y: 50 });
    board.up({ x: 300, y: 50 });
  }
  nothingAsked();
});

test('a tool that is in use draws where a line is, and the selected drawing is meant before it', () => {
  board.select('one');
  board.down({ x: 300, y: 100 });
  expect([state().chosen, board.store.getState().selected]).toEqual([null, 'one']);
  board.up({ x: 300, y: 100 });
  board.select(null);
  board.down({ x: 300, y: 100 });
  expect([state().chosen, board.store.getState().selected]).toEqual([limit.id, null]);
  board.up({ x: 300, y: 100 });
  board.begin('trend-line');
  expect(board.isMovableAt({ x: 300, y: 100 })).toBe(false);
  board.down({ x: 300, y: 100 });
  expect([state().chosen, board.store.getState().placed]).toMatchObject([null, [{ price: 400_00 }]]);
  expect(press('m')).toEqual([false]);
});

test('an order that ends while it is dragged is said, and letting go changes nothing', () => {
  board.down({ x: 300, y: 100 });
  board.move({ x: 300, y: 60 });
  board.lines.use([stop, fixed], wishes);
  expect(notify).toHaveBeenCalledWith({
    tone: 'news',
    message: 'Buy 10 · limit: this order has filled or ended meanwhile. Nothing was changed.',
  });
  expect([state(), wish]).toEqual([{ chosen: null, wished: null }, null]);
  board.move({ x: 300, y: 50 });
  board.up({ x: 300, y: 50 });
  nothingAsked();
});

test('one that may no longer be changed says so; one that was only chosen goes without a word', () => {
  press('m', 'ArrowUp');
  board.lines.use([{ ...limit, whyFixed: 'Not now.', isOpened: false }, stop], wishes);
  expect(notify).toHaveBeenCalledWith({ tone: 'news', message: 'Not now.' });
  expect(state()).toEqual({ chosen: limit.id, wished: null });
  board.lines.use([stop], wishes);
  expect(notify).toHaveBeenCalledTimes(1);
  press('m', 'ArrowUp');
  board.lines.use([], wishes);
  expect(notify).toHaveBeenLastCalledWith({
    tone: 'news',
    message: 'Stop-loss · Manual: this position no longer has it. Nothing was changed.',
  });
  nothingAsked();
});

test('an order that changed elsewhere while it is moved keeps what was wished', () => {
  press('m', 'ArrowUp');
  board.lines.use([{ ...limit, price: 395_00 }, stop], wishes);
  expect(state().wished).toBe(399_55);
  press('Enter');
  expect(wishes.onOpen.mock.calls).toEqual([[{ ...limit, price: 395_00 }, 399_55]]);
});
