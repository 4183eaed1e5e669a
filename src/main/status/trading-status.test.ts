import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, succeed } from '../../shared/failure.ts';
import type { Position } from '../../shared/contract/positions.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { LatestPrices } from '../stream/latest-prices.ts';
import { type TradingStatus, TradingStatusWatch } from './trading-status.ts';

const idle = {
  today: 0,
  running: 0,
  openPositions: 0,
  basketShares: 0,
  resting: 0,
  watched: 0,
  bare: 0,
  open: { pnl: 0, unrealised: 0 },
};
const summary = (running: number, agenda: { kind: string; isDone: boolean }[] = []) =>
  succeed({ source: 'simulated', live: { ...idle, running }, test: idle, agenda });

let answers: unknown[];
let reported: (TradingStatus | null)[];
let asked: number;
let shown: string[];
let prices: LatestPrices;
let watch: TradingStatusWatch;
const call = (() => {
  asked += 1;
  return Promise.resolve(answers.length > 1 ? answers.shift() : answers[0]);
}) as Gateway['call'];

beforeEach(() => {
  vi.useFakeTimers();
  [answers, reported, asked] = [[summary(1)], [], 0];
  shown = [];
  prices = new LatestPrices(() => shown);
  watch = new TradingStatusWatch(
    call,
    (status) => reported.push(status),
    () => prices.quotes,
  );
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('it is asked for at sign-in and every quarter of a minute, and nothing is known after sign-out', async () => {
  watch.follow(7);
  await pass(0);
  expect(watch.current?.live.running).toBe(1);
  await pass(15_000);
  expect(asked).toBe(2);
  watch.follow(null);
  expect(watch.current).toBeNull();
  await pass(60_000);
  expect(asked).toBe(2);
});

test('a burst of facts is asked about once; what changes nothing is not', async () => {
  watch.follow(7);
  await pass(0);
  for (let fact = 0; fact < 5; fact += 1) watch.onEvent({ type: 'reload' });
  await pass(999);
  expect(asked).toBe(1);
  await pass(1);
  expect(asked).toBe(2);
  watch.onEvent({ type: 'ticket', ticketId: 1 });
  await pass(1_000);
  expect(asked).toBe(2);
});

test('an answer that does not come leaves what was known', async () => {
  answers = [summary(3), fail('unavailable', 'Not now.')];
  watch.follow(7);
  await pass(15_000);
  expect([asked, watch.current?.live.running]).toEqual([2, 3]);
});

test('an answer about a user who has signed out is not shown to the next one', async () => {
  let late: (answer: unknown) => void = () => undefined;
  answers = [new Promise((done) => (late = done)), summary(5)];
  watch.follow(7);
  watch.follow(8);
  await pass(0);
  late(summary(99));
  await pass(0);
  expect(watch.current?.live.running).toBe(5);
  expect(reported.some((status) => status?.live.running === 99)).toBe(false);
});

test.each([
  ['a broker to log in to', [{ kind: 'reconnect-broker', isDone: false }], true],
  ['an order of unknown outcome', [{ kind: 'needs-attention', isDone: false }], true],
  ['what is done', [{ kind: 'reconnect-broker', isDone: true }], false],
  ['a first step', [{ kind: 'clone-first', isDone: false }], false],
])('%s: does it need the person?', async (_, agenda, isNeeded) => {
  answers = [summary(0, agenda)];
  watch.follow(7);
  await pass(0);
  expect(watch.current?.needsPerson).toBe(isNeeded);
});

test('between answers the result follows prices, once a second', async () => {
  const held = {
    ...{ positionId: 1, symbol: 'INFY', mode: 'test', source: 'simulated', isBasket: false },
    ...{ quantity: 10, averagePrice: 99_00, ltp: 100_00, ltpAt: '2026-11-20T14:32:05+05:30' },
    ...{ pnl: 300_00, pnlPercent: 1 },
  } as Position;
  const test = { ...idle, today: 5_00, openPositions: 1, open: { pnl: 300_00, unrealised: 300_00 } };
  answers = [succeed({ source: 'simulated', live: idle, test, agenda: [] })];
  watch.follow(7);
  await pass(0);
  watch.onEvent({ type: 'positions', positions: [held] });
  shown = ['INFY'];
  prices.onEvent({
    type: 'quote',
    quotes: [
      {
        symbol: 'INFY',
        source: 'simulated',
        ltp: 101_00,
        previousClose: null,
        at: '2026-11-20T14:32:07+05:30',
      },
    ],
  });
  await pass(1_000);
  expect([asked, watch.current?.test.today]).toEqual([1, 15_00]);
  watch.follow(8);
  await pass(0);
  // Positions of the one before move nothing of the next.
  expect(watch.current?.test.today).toBe(5_00);
});

test('of two answers that are under way, the one that was asked for last is shown', async () => {
  let late: (answer: unknown) => void = () => undefined;
  answers = [new Promise((done) => (late = done)), summary(2)];
  watch.follow(7);
  watch.onEvent({ type: 'reload' });
  await pass(1_000);
  late(summary(1));
  await pass(0);
  expect([asked, watch.current?.live.running]).toEqual([2, 2]);
});

test('an answer for somebody who has signed out and in again meanwhile is not shown', async () => {
  let late: (answer: unknown) => void = () => undefined;
  answers = [new Promise((done) => (late = done)), new Promise(() => undefined)];
  watch.follow(7);
  watch.follow(null);
  watch.follow(7);
  late(summary(99));
  await pass(0);
  expect(watch.current).toBeNull();
});

test('a price of an earlier replay that no window shows any more moves no position of the next replay', async () => {
  const held = {
    ...{ positionId: 1, symbol: 'NIFTY', mode: 'test', source: 'replay', isBasket: false },
    ...{ quantity: 10, averagePrice: 99_00, ltp: 100_00, ltpAt: '2022-10-03T10:00:00+05:30' },
    ...{ pnl: 10_00, pnlPercent: 1 },
  } as Position;
  const test = { ...idle, today: 10_00, openPositions: 1, open: { pnl: 10_00, unrealised: 10_00 } };
  answers = [succeed({ source: 'replay', live: idle, test, agenda: [] })];
  shown = ['NIFTY'];
  watch.follow(7);
  await pass(0);
  // The replay of before, which a window showed, had come to a later day.
  prices.onEvent({
    type: 'quote',
    quotes: [
      {
        symbol: 'NIFTY',
        source: 'replay',
        ltp: 900_00,
        previousClose: null,
        at: '2022-10-20T14:00:00+05:30',
      },
    ],
  });
  shown = [];
  prices.keepShown();
  // The replay of now: all windows are hidden, so no quote of it comes, and positions do every second.
  watch.onEvent({ type: 'positions', positions: [held] });
  await pass(1_000);
  expect(watch.current?.test.today).toBe(10_00);
});
