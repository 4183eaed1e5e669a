import { expect, test } from 'vitest';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { WindowFeed } from './window-feed.ts';

const quote = (ltp: number, symbol = 'ITC'): StreamEvent => ({
  type: 'quote',
  quotes: [{ symbol, source: 'broker', ltp, previousClose: null, at: '2026-11-20T10:00:00+05:30' }],
});

test('a window that asks gets what has moved, and waits while nothing has', async () => {
  const feed = new WindowFeed();
  feed.put(quote(1));
  expect(await feed.next()).toEqual([quote(1)]);
  const next = feed.next();
  const first = await Promise.race([next, Promise.resolve('nothing yet')]);
  expect(first).toBe('nothing yet');
  feed.put(quote(2));
  expect(await next).toEqual([quote(2)]);
});

test('a frozen window costs one value of each thing, and wakes to the latest', async () => {
  const feed = new WindowFeed();
  for (let tick = 1; tick <= 10_000; tick++) {
    feed.put(quote(tick));
    feed.put(quote(-tick, 'SBIN'));
  }
  expect(feed.waiting).toBe(2);
  expect(await feed.next()).toMatchObject([{ type: 'quote', quotes: [{ ltp: 10_000 }, { ltp: -10_000 }] }]);
  expect(feed.waiting).toBe(0);
});

test('a page that was loaded again takes the place of the one before', async () => {
  const feed = new WindowFeed();
  const before = feed.next();
  const after = feed.next();
  feed.put(quote(7));
  expect(await before).toEqual([]);
  expect(await after).toEqual([quote(7)]);
});

test('the next person sees nothing of the last', async () => {
  const feed = new WindowFeed();
  feed.put(quote(1));
  feed.clear();
  const next = feed.next();
  feed.put(quote(2, 'SBIN'));
  expect(await next).toEqual([quote(2, 'SBIN')]);
});

test('a window that waits is notified at once that no position is open any more', async () => {
  const feed = new WindowFeed();
  const next = feed.next();
  feed.put({ type: 'positions', positions: [] });
  expect(await next).toEqual([{ type: 'positions', positions: [] }]);
});
