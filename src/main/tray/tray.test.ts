import { afterEach, expect, test, vi } from 'vitest';
import type { TradingStatus } from '../status/trading-status.ts';
import { speak } from '../messages/messages.ts';
import { TRAY_SHAPES, trayBitmap } from './tray-icon.ts';
import { exposedLines, shapeOf, summaryOf, type TrayState } from './tray.ts';

vi.mock('electron', () => ({}));
afterEach(() => speak('en'));

const idle = { today: 0, running: 0, openPositions: 0, basketShares: 0, resting: 0, watched: 0, bare: 0 };
const status: TradingStatus = { live: idle, test: { ...idle, today: 12_50, running: 3 }, needsPerson: false };
const live = { ...idle, today: 18_342_00, running: 4, openPositions: 2 };
const state = (more: Partial<TrayState> = {}): TrayState => ({
  status,
  isBroken: false,
  isPrivate: false,
  isQuiet: false,
  ...more,
});

test('the shape says what is going on', () => {
  expect(shapeOf(state({ status: null }))).toBe('idle');
  expect(shapeOf(state())).toBe('idle');
  expect(shapeOf(state({ status: { ...status, live } }))).toBe('live');
  expect(shapeOf(state({ status: { ...status, live: { ...idle, openPositions: 1 } } }))).toBe('live');
  expect(shapeOf(state({ status: { ...status, live, needsPerson: true } }))).toBe('attention');
  expect(shapeOf(state({ isBroken: true }))).toBe('attention');
});

test('the words say the result of what is live, else of what is on paper', () => {
  expect(summaryOf(state())).toBe('Paper +₹12.50 · 3 running');
  const one = { ...status.test, running: 1 };
  expect(summaryOf(state({ status: { ...status, test: one } }))).toBe('Paper +₹12.50 · 1 running');
  expect(summaryOf(state({ status: { ...status, live } }))).toBe('Live +₹18,342.00 · 4 running');
  expect(summaryOf(state({ status: { ...status, live }, isPrivate: true }))).toBe('Live ₹••• · 4 running');
  expect(summaryOf(state({ status: null }))).toBe('TrickDesk');
  speak('hi');
  expect(summaryOf(state({ status: { ...status, live } }))).toBe('लाइव +₹18,342.00 · 4 चल रही हैं');
});

test('a live position without a stop at the broker needs the person, and is announced', () => {
  const shown = (watched: number, bare: number) =>
    state({ status: { ...status, live: { ...live, watched, bare } } });
  expect(exposedLines(shown(0, 0))).toEqual([]);
  expect(shapeOf(shown(1, 0))).toBe('attention');
  expect(shapeOf(shown(0, 1))).toBe('attention');
  expect(exposedLines(shown(1, 0))).toEqual(['1 live position is watched by TrickDesk only']);
  expect(exposedLines(shown(3, 2))).toEqual([
    '2 live positions have no stop',
    '3 live positions are watched by TrickDesk only',
  ]);
  expect(exposedLines(state({ status: null }))).toEqual([]);
});

const filled = (bitmap: Buffer): string =>
  [...Array(bitmap.length / 4).keys()]
    .map((pixel) => ((bitmap[pixel * 4 + 3] ?? 0) > 127 ? '#' : '.'))
    .join('');

test('the shapes differ without their colours, at every size', () => {
  for (const size of [16, 32]) {
    const shapes = TRAY_SHAPES.map((shape) => filled(trayBitmap(shape, size, false)));
    expect(new Set(shapes).size).toBe(TRAY_SHAPES.length);
    for (const shape of shapes) expect(shape).toMatch(/#.*\./);
  }
  const middle = (16 * 8 + 8) * 4 + 3;
  expect(trayBitmap('live', 16, false)[middle]).toBe(255);
  expect(trayBitmap('idle', 16, false)[middle]).toBe(0);
});

test('a template image has no colour of its own', () => {
  const bitmap = trayBitmap('attention', 16, true);
  expect(bitmap.filter((value, at) => at % 4 !== 3 && value !== 0)).toHaveLength(0);
});
