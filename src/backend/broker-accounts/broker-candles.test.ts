import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';
import { momentOf } from '../../../tests/support/live-world.ts';
import type { Bar } from '../../engine/bars.ts';
import { istMinute, MINUTE_MS } from '../../shared/time.ts';
import type { BrokerHistory } from '../brokers/broker-link.ts';

const world = new LiveRunWorld();
beforeEach(() => world.open());
afterEach(() => world.close());

/** Set the broker's answer to a request for candles. From the next session on. */
const answerCandles = (candles: BrokerHistory['candles']): void => {
  const { link } = world;
  const open = link.open.bind(link);
  Object.assign(link, {
    open: (...args: Parameters<typeof open>) => {
      const opened = open(...args);
      Object.assign(opened.broker, { candles });
      return opened;
    },
  });
};

const bar = (moment: string, close: number): Bar => ({
  time: momentOf(moment),
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});

it('a login asks for candles although a strategy was started without a session a moment before', async () => {
  await world.start('2026-11-20T10:00:10');
  let asked = 0;
  answerCandles(() => {
    asked++;
    return Promise.resolve([bar('2026-11-20T09:59:00', 400_00)]);
  });
  // As when its owner changes a setting before the login of the morning.
  await world.run.start(world.strategy);
  world.now += 5_000;
  await world.connect();
  await world.run.settled();
  expect(asked, 'the indicators are warm from the candles of the broker').toBeGreaterThan(0);
  expect(world.run.today('ITC', '1m').map(({ close }) => close)).toEqual([400_00]);
});

it('a minute that ran when the broker was asked is asked for again when the answer comes after its end', async () => {
  await world.start('2026-11-20T10:00:30');
  const answer = Promise.withResolvers<Bar[]>();
  const whole = bar('2026-11-20T10:00:00', 405_00);
  let asked = 0;
  answerCandles(() => (asked++ === 0 ? answer.promise : Promise.resolve([whole])));
  await world.connect([]);
  const starting = world.run.start(world.strategy);
  await expect.poll(() => asked).toBe(1);
  world.now = momentOf('2026-11-20T10:01:05');
  await world.run.everySecond();
  await world.run.settled();
  // What the broker had at half past.
  answer.resolve([bar('2026-11-20T09:59:00', 400_00), bar('2026-11-20T10:00:00', 401_00)]);
  expect(await starting).toBe(true);
  expect(world.run.today('ITC', '1m').map(({ close }) => close)).toEqual([400_00, 405_00]);
});

it('minutes that end while a start waits for another share are in the candles of the first', async () => {
  await world.start('2026-11-20T10:00:30', { instruments: ['ITC', 'TCS'] });
  const slow = Promise.withResolvers<undefined>();
  const first = momentOf('2026-11-20T09:58:00');
  let isWaiting = false;
  answerCandles(async ({ symbol }, timeframe, { from, until }) => {
    isWaiting ||= symbol === 'TCS';
    if (symbol === 'TCS') await slow.promise;
    if (timeframe !== '1m') return [];
    const bars: Bar[] = [];
    for (let time = Math.max(first, from); time + MINUTE_MS <= until; time += MINUTE_MS)
      bars.push({ time, open: 400_00, high: 400_00, low: 400_00, close: 400_00, volume: 1 });
    return bars;
  });
  await world.connect([]);
  const starting = world.run.start(world.strategy);
  await expect.poll(() => isWaiting).toBe(true);
  world.now = momentOf('2026-11-20T10:03:05');
  await world.run.everySecond();
  await world.run.settled();
  slow.resolve(undefined);
  expect(await starting).toBe(true);
  world.links.feed.tick('ITC', 400_00);
  world.now = momentOf('2026-11-20T10:04:05');
  await world.run.everySecond();
  await world.run.settled();
  await world.run.settled();
  expect(world.run.today('ITC', '1m').map(({ time }) => istMinute(time))).toEqual([
    '09:58',
    '09:59',
    '10:00',
    '10:01',
    '10:02',
    '10:03',
  ]);
});
