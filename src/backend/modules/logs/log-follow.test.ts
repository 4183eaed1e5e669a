import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StreamEvent } from '../../../shared/contract/stream.ts';
import { EventHub } from '../../notices/event-hub.ts';
import type { LogLine } from '../../notices/journal.ts';
import { LogFollow } from './log-follow.ts';

let received: StreamEvent[] = [];
let follow: LogFollow;
const line = (userId: number, kind: LogLine['kind'] = 'trading'): LogLine => ({
  userId,
  kind,
  level: 'info',
  topic: 'signal',
  text: 'Entry signal.',
  strategyId: null,
  at: 0,
});

beforeEach(() => {
  vi.useFakeTimers();
  const hub = new EventHub({ now: () => Date.now() });
  received = [];
  hub.subscribe(7, ({ event }) => received.push(event));
  follow = new LogFollow(hub);
});
afterEach(() => {
  follow.close();
  vi.useRealTimers();
});

it('publishes the first line at once and of a thousand more once a second', () => {
  follow.written(line(7));
  expect(received).toEqual([{ type: 'log', kind: 'trading' }]);
  for (let count = 0; count < 1_000; count++) {
    follow.written(line(7));
    vi.advanceTimersByTime(3);
  }
  expect(received).toHaveLength(4);
});

it('publishes the last line of a burst too', () => {
  follow.written(line(7));
  follow.written(line(7));
  expect(received).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(received).toHaveLength(2);
});

it('keeps users and logs apart', () => {
  follow.written(line(7));
  follow.written(line(7, 'activity'));
  follow.written(line(8));
  expect(received.map((event) => 'kind' in event && event.kind)).toEqual(['trading', 'activity']);
});

it('says nothing more once it is closed', () => {
  follow.written(line(7));
  follow.written(line(7));
  follow.close();
  vi.advanceTimersByTime(10_000);
  expect(received).toHaveLength(1);
});
