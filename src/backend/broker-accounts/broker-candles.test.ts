import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';
import { momentOf } from '../../../tests/support/live-world.ts';
import type { Bar } from '../../engine/bars.ts';
import type { BrokerHistory } from '../brokers/broker-link.ts';

const world = new LiveRunWorld();
beforeEach(() => world.open());
afterEach(() => world.close());

/** What the broker answers from the next session on, when it is asked for candles. */
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

it('a login asks for candles although a strategy was taken up without a session a moment before', async () => {
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

it('a minute that ran when the broker was asked is no whole minute when the answer comes after its end', async () => {
  await world.start('2026-11-20T10:00:30');
  const answer = Promise.withResolvers<Bar[]>();
  answerCandles(() => answer.promise);
  await world.connect([]);
  const starting = world.run.start(world.strategy);
  world.now = momentOf('2026-11-20T10:01:05');
  await world.run.everySecond();
  await world.run.settled();
  // What the broker had at half past: the minute went on to a high of its own.
  answer.resolve([bar('2026-11-20T09:59:00', 400_00), bar('2026-11-20T10:00:00', 401_00)]);
  expect(await starting).toBe(true);
  expect(world.run.today('ITC', '1m').map(({ close }) => close)).toEqual([400_00]);
});
