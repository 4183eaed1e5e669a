import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { FeedSession, type SessionState } from './feed-session.ts';
import type { ClosedCandle } from './session-candles.ts';
import type { TapeStep } from './tape.ts';

const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
const MINUTES = 4;
/** Market time runs this many times faster than the clock: a minute takes a few milliseconds. */
const SPEED = 10_000;

type Stage = 'next' | 'ticks' | 'minute' | 'done';

let session: FeedSession | null = null;
afterEach(async () => {
  await session?.stop();
  vi.useRealTimers();
});

/** A short tape, and a listener whose stages can fail. The tape has a few minutes with two ticks each. */
const play = (failures: (stage: Stage, time: number) => Error | null, speed = SPEED) => {
  const received: string[] = [];
  const closed: ClosedCandle[] = [];
  const states: SessionState[] = [];
  const shown: SessionState[] = [];
  const stage = (name: Stage, time: number, then: () => void): Promise<void> => {
    const error = failures(name, time);
    if (error) {
      shown.push(feed.status);
      return Promise.reject(error);
    }
    then();
    return Promise.resolve();
  };
  const feed = new FeedSession({
    tape: {
      symbols: ['ITC'],
      next: async (time) => {
        const number = (time - OPEN) / MINUTE_MS;
        await stage('next', time, () => undefined);
        if (number >= MINUTES) return null;
        const batches = [0, 30_000].map((offset) => ({
          time: time + offset,
          ticks: [{ symbol: 'ITC', price: 40_000 + number, volume: 10, isGap: false }],
        }));
        return { start: time, end: time + MINUTE_MS, batches, endsDay: false } satisfies TapeStep;
      },
    },
    source: 'replay',
    marketTime: OPEN,
    speed,
    isPaused: false,
    logger: pino({ level: 'silent' }),
    listener: {
      onTicks: (batch) => stage('ticks', batch.time, () => received.push(`ticks ${batch.time - OPEN}`)),
      onMinute: (candles, now) =>
        stage('minute', now, () => {
          received.push(`minute ${now - OPEN}`);
          closed.push(...candles);
        }),
      onMinuteDone: (now) => stage('done', now, () => received.push(`done ${now - OPEN}`)),
      onState: (state) => states.push(state),
    },
  });
  feed.candles.watch('ITC', '1m');
  session = feed;
  feed.start();
  return { feed, received, closed, states, shown };
};

const ended = ({ states }: { states: SessionState[] }) =>
  until('the end of the tape', () => Promise.resolve(states.at(-1) === 'ended' || undefined));

describe('a step of a minute that fails', () => {
  it.each(['next', 'ticks', 'minute', 'done'] as const)(
    'at “%s” is tried again, the feed is stalled meanwhile, and nothing counts twice',
    async (failing) => {
      const smooth = play(() => null);
      await ended(smooth);
      let left = 2;
      const rough = play((stage, time) =>
        stage === failing && time > OPEN + MINUTE_MS && left-- > 0 ? new Error('disk full') : null,
      );
      await ended(rough);
      expect(rough.received).toEqual(smooth.received);
      expect(rough.closed).toEqual(smooth.closed);
      expect(rough.feed.lastPrice('ITC')).toEqual(smooth.feed.lastPrice('ITC'));
      expect(rough.states).toEqual(['stalled', 'running', 'ended']);
      expect(rough.shown.at(-1)).toBe('stalled');
    },
  );

  it('does not hurry afterwards to make up for the time it stood still', async () => {
    let left = 2;
    const feed = play((stage) => (stage === 'minute' && left-- > 0 ? new Error('disk full') : null));
    await ended(feed);
    expect(feed.feed.lagMs).toBe(0);
  });

  it('is closed later and later for as long as it fails, and no longer late once the feed goes on', async () => {
    let isFull = true;
    const { feed, states } = play((stage) => (isFull && stage === 'minute' ? new Error('disk full') : null));
    await until('the stall', () => Promise.resolve(states.length > 0 || undefined));
    const first = feed.minuteLagMs;
    await wait(200);
    expect(feed.minuteLagMs).toBeGreaterThanOrEqual(first + 150);
    isFull = false;
    await ended({ states });
    expect(feed.minuteLagMs).toBe(0);
  });

  it('does not keep the session from being stopped; its minute is played again at the next start', async () => {
    const feed = play((stage) => (stage === 'minute' ? new Error('disk full') : null));
    await until('the stall', () => Promise.resolve(feed.states.length > 0 || undefined));
    await wait(300);
    const began = performance.now();
    await feed.feed.stop();
    expect(performance.now() - began).toBeLessThan(200);
    expect(feed.received).not.toContain(`done ${MINUTE_MS}`);
  });

  it('leaves a feed that was paused meanwhile paused', async () => {
    let isFull = true;
    const feed = play((stage) => (isFull && stage === 'minute' ? new Error('disk full') : null));
    await until('the stall', () => Promise.resolve(feed.states.length > 0 || undefined));
    feed.feed.pause();
    expect(feed.feed.status).toBe('stalled');
    isFull = false;
    await until('the end of the stall', () => Promise.resolve(feed.feed.status !== 'stalled' || undefined));
    expect(feed.feed.status).toBe('paused');
  });
});

const DAY_MS = 24 * 60 * MINUTE_MS;
const [close, nextClose] = [40_000, 41_000];
/** A feed of two days with a minute each. `seen` has the close before as it stood after each minute. */
const playTwoDays = (speed: number) => {
  const starts = [OPEN, OPEN + DAY_MS];
  const seen: (number | null)[] = [];
  const feed = new FeedSession({
    tape: {
      symbols: ['ITC'],
      next: (time) => {
        const start = starts.find((one) => one >= time);
        if (start === undefined) return Promise.resolve(null);
        const price = start === OPEN ? close : nextClose;
        const batches = [{ time: start, ticks: [{ symbol: 'ITC', price, volume: 10, isGap: false }] }];
        return Promise.resolve({ start, end: start + MINUTE_MS, batches, endsDay: true });
      },
    },
    source: 'replay',
    marketTime: OPEN,
    speed,
    isPaused: false,
    logger: pino({ level: 'silent' }),
    listener: {
      onTicks: () => Promise.resolve(),
      onMinute: () => Promise.resolve(),
      onMinuteDone: () => {
        seen.push(feed.previousClose('ITC'));
        return Promise.resolve();
      },
      onState: () => undefined,
    },
  });
  session = feed;
  feed.setPreviousClose('ITC', 39_000);
  feed.start();
  return { feed, seen };
};

it('a day is measured from the close before it until the next day begins', async () => {
  const { feed, seen } = playTwoDays(SPEED * 100);
  await until('the end of the tape', () => Promise.resolve(feed.status === 'ended' || undefined));
  expect(seen).toEqual([39_000, close]);
});

it('the night before a day is still measured from the close before', async () => {
  vi.useFakeTimers();
  const { feed, seen } = playTwoDays(1);
  await vi.advanceTimersByTimeAsync(MINUTE_MS + 1_000);
  expect(seen).toEqual([39_000]);
  expect(feed.shownPrice('ITC')).toMatchObject({ ltp: close, previousClose: 39_000, high: close });
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(feed.shownPrice('ITC')).toMatchObject({ ltp: nextClose, previousClose: close });
});

describe('at the speed of the clock, after a minute and a half', () => {
  const SECOND = 1_000;
  /** A started feed, with its ticks in seconds of the market. */
  const started = async () => {
    vi.useFakeTimers();
    const feed = play(() => null, 1);
    await vi.advanceTimersByTimeAsync(90 * SECOND);
    const ticks = () =>
      feed.received.filter((what) => what.startsWith('ticks')).map((what) => Number(what.slice(6)) / SECOND);
    expect(ticks()).toEqual([0, 30, 60, 90]);
    return { ...feed, ticks };
  };

  it('a change of speed goes on from there: nothing is played sooner than its time', async () => {
    const { feed, ticks } = await started();
    feed.setSpeed(2);
    await vi.advanceTimersByTimeAsync(14 * SECOND);
    expect(ticks()).toEqual([0, 30, 60, 90]);
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(ticks().slice(0, 6)).toEqual([0, 30, 60, 90, 120, 150]);
    expect(feed.lagMs).toBe(0);
  });

  it('a pause is no time of the market: nothing that it has missed is played at once', async () => {
    const { feed, ticks } = await started();
    feed.pause();
    await vi.advanceTimersByTimeAsync(600 * SECOND);
    feed.resume();
    await vi.advanceTimersByTimeAsync(29 * SECOND);
    expect(ticks()).toEqual([0, 30, 60, 90]);
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(ticks().slice(0, 5)).toEqual([0, 30, 60, 90, 120]);
    expect(feed.lagMs).toBe(0);
  });
});
