import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryDenial } from '../../src/backend/broker-accounts/entry-guard.ts';
import { AccountMoney } from '../../src/backend/broker-accounts/entry-money.ts';
import { lockLive } from '../../src/backend/broker-accounts/live-lock.ts';
import { entryOf } from '../support/live-path.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { LiveRunWorld } from '../support/live-run-world.ts';

/** A strategy that wants to hold at every close of a minute. */
const ALWAYS = {
  ...RSI_RULES,
  instruments: ['ITC'],
  timeframe: '1m' as const,
  entry: {
    kind: 'compare' as const,
    left: { kind: 'price' as const, field: 'close' as const },
    operator: '>=' as const,
    right: { kind: 'price' as const, field: 'low' as const },
  },
};
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

let blockReason: string | null = null;
const world = new LiveRunWorld();
beforeEach(() => {
  blockReason = null;
  return world.open();
});
afterEach(() => world.close());

/** Start a live run whose warm strategy waits for its first candle. The moment is given in India's time. */
const startAt = async (moment: string): Promise<void> => {
  const money = new AccountMoney(world.clock, world.logger);
  await world.start(moment, ALWAYS, {
    blockReason: () => blockReason,
    moneyOf: (broker, ticket) => money.check(broker, ticket),
    denial: (tx, order, ticket, entryMoney) =>
      entryDenial(tx, order, ticket, {
        now: world.now,
        dayResult: () => Promise.resolve(0),
        money: entryMoney,
        session: { now: true },
      }),
  });
  await world.connect();
};

/** Asks for an entry of one share, as a strategy would. */
const enter = (symbol: string) =>
  world.run.execution.place(
    entryOf(world.run.identity, {
      userId: world.strategy.owner_id,
      strategyId: world.strategy.id,
      symbol,
      quantity: 1,
      key: `entry of ${symbol}`,
      at: world.now,
    }),
  );

/**
 * Play a minute of prices, and seconds until its candle closes. Each price is stamped as the exchange's clock has it.
 */
const playMinute = async ({ exchangeIsAhead = 0, seconds = 60, sleep = 0 } = {}): Promise<void> => {
  for (let second = 0; second < 60; second++) {
    if (second < seconds)
      world.links.feed.tick('ITC', 400_00 + (second % 3) * 5, world.now + exchangeIsAhead);
    await world.run.settled();
    world.now += SECOND_MS;
  }
  world.now += sleep;
  for (let second = 0; second < 3; second++) {
    world.now += SECOND_MS;
    await world.run.everySecond();
  }
  await world.run.settled();
};

it('on a good day the same strategy sends one order: otherwise the refusals would say nothing', async () => {
  await startAt('2026-11-20T10:00:00');
  await playMinute();
  expect(await world.refusals()).toEqual([]);
  expect(world.links.broker.truth.map(({ order }) => [order.side, order.instrument.symbol])).toEqual([
    ['buy', 'ITC'],
  ]);
  // It is out there and unanswered: the next minute sends nothing beside it.
  await playMinute();
  expect(world.links.broker.truth).toHaveLength(1);
  expect(await world.refusals()).toEqual([
    'No entry in ITC. There is a position or an entry on its way already.',
  ]);
});

describe('refused here with the reason, and never sent:', () => {
  it.each([
    ['as it closes', '2026-07-31T15:29:00', {}, /The market is closed\./],
    ['as its closing auction begins', '2026-11-20T15:14:00', {}, /in its closing auction until 15:35/],
    ['on a holiday', '2026-11-24T10:00:00', {}, /The market is closed\./],
    ['on a Saturday', '2026-11-21T10:00:00', {}, /The market is closed\./],
    ['when the feed has stopped', '2026-11-20T10:00:00', { seconds: 20 }, /There is no fresh price/],
    ['when the computer has slept', '2026-11-20T10:00:00', { sleep: 40_000 }, /There is no fresh price/],
    [
      'when the clock is five minutes late',
      '2026-11-20T10:00:00',
      { exchangeIsAhead: 5 * MINUTE_MS },
      /clock is off by 5 minutes/,
    ],
    [
      'when the clock is five minutes ahead',
      '2026-11-20T10:00:00',
      { exchangeIsAhead: -5 * MINUTE_MS },
      /clock is off by 5 minutes/,
    ],
  ])('%s', async (_name, moment, prices, reason) => {
    await startAt(moment);
    await playMinute(prices);
    const [first, ...others] = await world.refusals();
    expect(first).toMatch(reason);
    expect(others).toEqual([]);
    expect(world.links.broker.truth).toEqual([]);
  });

  it.each([
    ['before the market opens', '2026-11-20T08:40:00'],
    ['in the closing auction', '2026-11-20T15:20:00'],
    ['after it has closed', '2026-11-20T16:00:00'],
  ])('%s, where prices make no candle and no strategy is asked', async (_name, moment) => {
    await startAt(moment);
    await playMinute();
    expect(await world.refusals()).toEqual([]);
    expect(world.links.broker.truth).toEqual([]);
  });

  it('when the account has something against it', async () => {
    await startAt('2026-11-20T10:00:00');
    blockReason = 'The loss limit of the day is reached.';
    await playMinute();
    expect(await world.refusals()).toEqual([`No entry in ITC. ${blockReason}`]);
    expect(world.links.broker.truth).toEqual([]);
  });

  it('when a lock was written that the run does not know of', async () => {
    await startAt('2026-11-20T10:00:00');
    await world.database.write(world.strategy.owner_id, (tx) =>
      lockLive(tx, world.strategy.owner_id, 'kill-switch', world.now),
    );
    await playMinute();
    const orders = await world.database.read
      .selectFrom('orders')
      .select(['state', 'reason', 'broker_order_id'])
      .execute();
    expect(orders).toEqual([
      {
        state: 'denied',
        reason: 'Not sent: You stopped all live trading with the kill switch.',
        broker_order_id: null,
      },
    ]);
    expect(world.links.broker.truth).toEqual([]);
  });

  it('when the session is gone', async () => {
    await startAt('2026-11-20T10:00:00');
    world.links.feed.tick('ITC', 400_00);
    await world.run.settled();
    world.run.disconnect();
    const order = await enter('ITC');
    expect(order).toMatchObject({
      state: 'denied',
      reason: 'Not sent: There is no session with the broker.',
    });
    expect(world.links.broker.truth).toEqual([]);
  });
});

describe('the money of an entry is asked of the broker right before it is sent:', () => {
  const pricesAt = async (moment: string): Promise<void> => {
    await startAt(moment);
    for (const symbol of ['ITC', 'SBIN']) world.links.feed.tick(symbol, 400_00);
    await world.run.settled();
  };

  it('what the account cannot pay for is refused here, with both figures', async () => {
    await pricesAt('2026-11-20T10:00:00');
    world.links.broker.available = 300_00;
    const { state, reason } = await enter('ITC');
    expect([state, reason]).toEqual([
      'denied',
      expect.stringMatching(
        /^Not sent: The account has ₹300\.00 free; the broker blocks ₹40\d\.\d\d for this/,
      ),
    ]);
    expect(world.links.broker.truth).toEqual([]);
  });

  it('of two entries at once that it can pay for one of, one is sent', async () => {
    await pricesAt('2026-11-20T10:00:00');
    world.links.broker.available = 500_00;
    const orders = await Promise.all([enter('ITC'), enter('SBIN')]);
    expect(orders.filter(({ state }) => state === 'denied')).toHaveLength(1);
    expect(world.links.broker.truth).toHaveLength(1);
  });

  it('a broker that does not say holds nothing up: it decides itself', async () => {
    await pricesAt('2026-11-20T10:00:00');
    world.links.broker.available = 300_00;
    world.links.broker.marginOf = () => new Promise(() => undefined);
    const began = performance.now();
    expect((await enter('ITC')).state).not.toBe('denied');
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(world.links.broker.truth).toHaveLength(1);
  });

  it('entries that are withdrawn while it is asked are never sent', async () => {
    await pricesAt('2026-11-20T10:00:00');
    const question = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<number>();
    world.links.broker.marginOf = () => {
      question.resolve();
      return answer.promise;
    };
    const entering = enter('ITC');
    await question.promise;
    const withdrawn = world.run.execution.orders.sending.withdrawEntries();
    answer.resolve(400_00);
    await withdrawn;
    expect((await entering).state).toBe('withdrawn');
    expect(world.links.broker.truth).toEqual([]);
  });
});
