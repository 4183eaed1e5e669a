import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import { istMinute, MINUTE_MS } from '../../shared/time.ts';
import { until } from '../../../tests/support/until.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { ClosedCandle } from '../market/session-candles.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

const close = { kind: 'price', field: 'close' } as const;
const rupees = (value: number) => ({ kind: 'constant', value, unit: 'rupees' }) as const;
const closeIs = (operator: '>' | '<', value: number) =>
  ({ kind: 'compare', left: close, operator, right: rupees(value) }) as const;
const average = { kind: 'indicator', indicator: { name: 'sma', period: 3 } } as const;

const world = new LiveRunWorld();
beforeEach(() => world.open());
afterEach(() => world.close());

/** A live run of one strategy, at a moment in India. */
const startAt = async (moment: string, rules: Partial<RuleDocumentInput>): Promise<void> => {
  await world.start(moment, rules);
  await world.connect();
};

/** One price per minute (rupees), while the clock is not polled. */
const pass = async (...prices: number[]): Promise<void> => {
  for (const price of prices) {
    world.links.move('ITC', price * 100);
    await world.run.settled();
    world.now += MINUTE_MS;
  }
};

/** The world.clock is looked at again, as every second; with a price that has just come. */
const wake = async (price: number): Promise<void> => {
  world.now += 3_000;
  world.links.move('ITC', price * 100);
  await world.run.everySecond();
  await world.run.settled();
  await world.run.settled();
};

const sent = () => world.links.broker.truth.map(({ order }) => `${order.side} ${order.quantity}`);

describe('several candles that close in one turn, after a sleep of the computer', () => {
  it('are all asked, in order, and the signal of the last one is an order', async () => {
    // 400, 400, 403: above their average of three; had the first two been left out, there would be no average.
    await startAt('2026-11-20T10:00:00', {
      entry: { kind: 'compare', left: close, operator: '>', right: average },
    });
    const asked = vi.spyOn(world.run.runner, 'onCandles');
    await pass(400, 400, 403);
    await wake(403);
    expect(asked.mock.calls.map(([closed]) => closed.map(({ bar }) => istMinute(bar.time)))).toEqual([
      ['10:00', '10:01', '10:02'],
    ]);
    expect(sent()).toHaveLength(1);
    expect(await world.refusals()).toEqual([]);
  });

  it('make no order of a signal that is over, and say so', async () => {
    await startAt('2026-11-20T10:00:00', { entry: closeIs('>', 402) });
    await pass(403, 400, 400);
    await wake(400);
    expect(sent()).toEqual([]);
    expect(await world.refusals()).toEqual([
      'No entry in ITC. Its signal of 10:01 came too late to be acted on.',
    ]);
  });

  it('make no order of a last candle that itself is long over', async () => {
    await startAt('2026-11-20T10:00:00', { entry: closeIs('>', 402) });
    await pass(403);
    world.now += 10 * MINUTE_MS;
    await wake(403);
    expect(sent()).toEqual([]);
    expect(await world.refusals()).toEqual([
      'No entry in ITC. Its signal of 10:01 came too late to be acted on.',
    ]);
  });

  it('leave a position that any of them says to leave', async () => {
    await startAt('2026-11-20T10:00:00', {
      entry: closeIs('>', 402),
      exit: closeIs('<', 399.5),
      stopLoss: { kind: 'percent', value: 5 },
    });
    await pass(403);
    await wake(403);
    for (const end = Math.ceil(world.now / MINUTE_MS) * MINUTE_MS; world.now < end; world.now += 1_000) {
      world.links.move('ITC', 40_300);
      await world.run.everySecond();
      await world.run.settled();
      await world.run.settled();
    }
    await vi.waitFor(() => expect(world.run.execution.openPositions()).toHaveLength(1));
    await pass(399, 401, 401);
    await wake(401);
    const orders = await world.database.read
      .selectFrom('orders')
      .select(['purpose', 'reason'])
      .where('purpose', '=', 'exit')
      .execute();
    expect(orders).toEqual([{ purpose: 'exit', reason: 'Exit rule at 10:05' }]);
  });
});

it('a second entry is sent while the stop of the first rests at the broker, when the rules allow two', async () => {
  await startAt('2026-11-20T10:00:00', {
    entry: closeIs('>', 402),
    stopLoss: { kind: 'percent', value: 5 },
    maxEntries: 2,
    size: { kind: 'fixed', quantity: 1 },
  });
  await pass(403);
  await wake(403);
  const beats = async (): Promise<void> => {
    for (const end = Math.ceil(world.now / MINUTE_MS) * MINUTE_MS; world.now < end; world.now += 1_000) {
      world.links.move('ITC', 40_300);
      await world.run.everySecond();
      await world.run.settled();
    }
  };
  await beats();
  await vi.waitFor(() => expect(world.run.execution.openPositions()).toHaveLength(1));
  const orders = () =>
    world.database.read
      .selectFrom('orders')
      .select('purpose')
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ purpose }) => purpose));
  // Placed right after the fill, beside what waits for it.
  await vi.waitFor(async () => expect(await orders()).toEqual(['entry', 'stop-loss']));
  await wake(403);
  expect(await world.refusals()).toEqual([]);
  expect((await orders()).slice(0, 3)).toEqual(['entry', 'stop-loss', 'entry']);
});

it('an entry is refused at the circuit that the broker reports', async () => {
  await startAt('2026-11-20T10:00:00', { entry: closeIs('>', 402) });
  const limits = { volume: 1, upperCircuit: 440_00, lowerCircuit: 360_00 };
  const at = (price: number) =>
    world.run.execution.onTicks([
      { symbol: 'ITC', exchange: 'NSE', token: 'ITC', price, at: world.now, ...limits },
    ]);
  at(400_00);
  expect(world.run.execution.prices.lockOf('ITC')).toBeNull();
  at(360_00);
  expect(world.run.execution.prices.lockOf('ITC')).toEqual({ side: 'sell', price: 360_00 });
  await pass(403);
  world.now += 3_000;
  world.links.feed.tick('ITC', 440_00);
  await world.run.settled();
  at(440_00);
  await world.run.everySecond();
  await world.run.settled();
  expect(await world.refusals()).toEqual([
    'No entry in ITC. ITC is at its upper circuit of ₹440.00, where nobody sells.',
  ]);
  expect(sent()).toEqual([]);
});

describe('nothing is entered', () => {
  /**
   * End a minute that has one price, then poll the clock. Its packets say that they are `offsetMs` newer (or older,
   * below zero).
   */
  const minuteEnds = async (checkedAt: string, offsetMs = 0): Promise<void> => {
    await startAt('2026-11-20T10:00:00', { entry: closeIs('>', 402) });
    world.now += 50_000;
    world.links.feed.tick('ITC', 403_00, world.now + offsetMs);
    await world.run.settled();
    world.now = Date.parse(`2026-11-20T${checkedAt}+05:30`);
    if (offsetMs !== 0) world.links.feed.tick('ITC', 403_00, world.now + offsetMs);
    await world.run.everySecond();
    await world.run.settled();
    await world.run.settled();
  };

  it('on a price of before a sleep of the computer; a moment earlier it would have been', async () => {
    await minuteEnds('10:01:25');
    expect([sent(), await world.refusals()]).toEqual([
      [],
      ['No entry in ITC. There is no fresh price from the broker.'],
    ]);
    await world.close();
    await world.open();
    await minuteEnds('10:01:15');
    expect([sent().length, await world.refusals()]).toEqual([1, []]);
  });

  it.each([
    ['ahead', -90_000],
    ['behind', 90_000],
  ])('while the clock of the computer is %s by more than a minute', async (_where, offsetMs) => {
    await minuteEnds('10:01:03', offsetMs);
    expect([sent(), await world.refusals()]).toEqual([
      [],
      ["No entry in ITC. This computer's clock is off by 2 minutes. Set it right first."],
    ]);
  });
});

describe('the end of the day', () => {
  /** The candles of a day from 15:00 on. The clock moves second by second. */
  const lastCandles = async (day: string, symbol: string): Promise<ClosedCandle[]> => {
    await startAt(`${day}T15:00:00`, { instruments: [symbol], timeframe: '5m' });
    const closed: ClosedCandle[] = [];
    vi.spyOn(world.run.runner, 'onCandles').mockImplementation((candles) => {
      closed.push(...candles);
      return Promise.resolve();
    });
    for (let minute = 1; minute <= 50; minute++) {
      world.links.feed.tick(symbol, minute * 100);
      world.now += 57_000;
      await world.run.everySecond();
      await world.run.settled();
      world.now += 3_000;
      await world.run.everySecond();
      await world.run.settled();
    }
    await world.run.settled();
    return closed;
  };

  it.each([
    ['2026-07-31', 'NIFTY', '15:25', 30],
    ['2026-08-03', 'NIFTY', '15:35', 40],
    ['2026-07-31', 'ITC', '15:25', 30],
    ['2026-08-03', 'ITC', '15:10', 15],
  ])('on %s keeps every minute of %s: the last five begin at %s', async (day, symbol, start, last) => {
    const closed = await lastCandles(day, symbol);
    const candle = closed.at(-1);
    expect([istMinute(candle?.bar.time ?? 0), candle?.bar.close]).toEqual([start, last * 100]);
  });
});

it('a strategy whose stored rules cannot be read waits for its owner, and keeps no other from being started', async () => {
  await startAt('2026-11-20T10:00:00', {});
  const row = await writeForAll(world.database, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ document_json: '{}' })
      .where('id', '=', 1)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const sound = await writeForAll(world.database, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ owner_id: row.owner_id, mode: 'live', status: STRATEGY_STATUS.running })
      .where('id', '=', 2)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const link = await world.links.link('an api key');
  const session = { tokens: 'session', until: world.now + 86_400_000 };
  await world.run.connect(link.open(session, { onConnected: () => undefined, onTrouble: () => undefined }), [
    row,
    sound,
  ]);
  await until('the sound one', () => Promise.resolve(world.run.runner.isRunning(2)));
  await until('its owner to be asked', async () => {
    const { status } = await world.database.read
      .selectFrom('strategies')
      .select('status')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    return status === STRATEGY_STATUS.needsAttention;
  });
});

it('a strategy decides on its next candles although the clock was set back by an hour', async () => {
  await startAt('2026-11-20T11:00:00', { entry: closeIs('>', 402) });
  const minutes = async (count: number, price: number): Promise<void> => {
    for (let step = 0; step < count * 20; step++) await wake(price);
  };
  await minutes(3, 400);
  world.now -= 60 * MINUTE_MS;
  await minutes(3, 403);
  // What the broker reports of the stop is written.
  await new Promise((done) => setTimeout(done, 50));
  await world.run.settled();
  expect(sent()).toEqual(['buy 124', 'sell 124']);
});

it('a strategy that its owner has stopped does not need them because it could not be started after the login', async () => {
  await world.start('2026-11-20T10:00:10');
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<never>();
  const open = world.link.open.bind(world.link);
  Object.assign(world.link, {
    open: (...args: Parameters<typeof open>) => {
      const opened = open(...args);
      const candles = () => {
        asked.resolve();
        return answer.promise;
      };
      Object.assign(opened.broker, { candles });
      return opened;
    },
  });
  await world.connect();
  await asked.promise;
  const { id } = world.strategy;
  await world.database.write(world.strategy.owner_id, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ status: STRATEGY_STATUS.stopped })
      .where('id', '=', id)
      .execute(),
  );
  world.run.runner.remove(id);
  answer.reject(new BrokerTrouble('order', 'ITC has no candles.'));
  await world.run.settled();
  const { status } = await world.database.read
    .selectFrom('strategies')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(status).toBe(STRATEGY_STATUS.stopped);
});
