import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { fail, succeed } from '../../shared/failure.ts';
import { depthQuoteName } from '../../shared/quotes.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { WatchList } from './watch-list.ts';

/** Lists that the backend was told, and what decides how it answers. */
let said: string[][];
let answer: () => Promise<unknown>;
let shown: string[];
let list: WatchList;
const warn = vi.fn();

beforeEach(() => {
  said = [];
  shown = [];
  answer = () => Promise.resolve(succeed({ unknown: [] }));
  warn.mockClear();
  const call = (_endpoint: unknown, { symbols }: { symbols: string[] }) => {
    said.push(symbols);
    return answer();
  };
  list = new WatchList({
    call: call as unknown as Gateway['call'],
    shown: () => shown,
    log: { info: vi.fn(), warn, error: vi.fn() },
    retryMs: 5,
  });
});

test('what all windows show is said once, to each stream anew, and to none that is not there', async () => {
  shown = ['TCS', 'ITC'];
  list.refresh();
  await pause(1);
  expect(said).toEqual([]);
  list.onState('open');
  await pause(1);
  list.refresh();
  await pause(1);
  expect(said).toEqual([['ITC', 'TCS']]);
  list.onState('closed');
  list.onState('open');
  await pause(1);
  expect(said).toHaveLength(2);
});

test('an older list never takes the place of a newer one', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  answer = () => promise;
  shown = ['ITC'];
  list.onState('open');
  shown = ['ITC', 'SBIN'];
  list.refresh();
  shown = ['TCS'];
  list.refresh();
  await pause(1);
  expect(said).toEqual([['ITC']]);
  resolve(succeed({ unknown: [] }));
  await pause(1);
  expect(said).toEqual([['ITC'], ['TCS']]);
});

test('a stream that breaks while the list is on its way is told anew, and once more after what was on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  answer = () => promise;
  shown = ['ITC'];
  list.onState('open');
  list.onState('closed');
  list.onState('open');
  answer = () => Promise.resolve(succeed({ unknown: [] }));
  await pause(1);
  expect(said).toEqual([['ITC'], ['ITC']]);
  resolve(succeed({ unknown: [] }));
  await pause(1);
  expect(said).toEqual([['ITC'], ['ITC'], ['ITC']]);
});

test('a list that was not taken is said again while the stream is there', async () => {
  answer = () => Promise.resolve(fail('unavailable', 'not now'));
  shown = ['ITC'];
  list.onState('open');
  await pause(20);
  expect(said.length).toBeGreaterThan(1);
  list.onState('closed');
  await pause(10);
  const before = said.length;
  await pause(20);
  expect(said).toHaveLength(before);
});

test('more than the backend takes is cut, and the log says so', async () => {
  shown = Array.from({ length: 1_200 }, (_, index) => `S${index}`);
  list.onState('open');
  await pause(1);
  expect(said[0]).toHaveLength(1_000);
  expect(warn).toHaveBeenCalled();
});

test('depths beyond those of one account are left out, and the prices beside them are not', async () => {
  const depths = Array.from({ length: 60 }, (_, index) => depthQuoteName(`S${index}`));
  shown = [...depths, 'ITC'];
  list.onState('open');
  await pause(1);
  expect(said[0]).toHaveLength(51);
  expect(said[0]).toContain('ITC');
  expect(warn).toHaveBeenCalled();
});

test('a new stream is told at once, though the question of the one before is still without an answer', async () => {
  shown = ['ITC'];
  answer = () => new Promise(() => undefined);
  list.onState('open');
  await pause(1);
  expect(said).toHaveLength(1);
  // The network has changed: the old connection is dead, and the call over it ends after thirty seconds.
  answer = () => Promise.resolve(succeed({ unknown: [] }));
  list.onState('closed');
  list.onState('open');
  await pause(20);
  expect(said).toHaveLength(2);
});
