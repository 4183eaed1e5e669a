import { describe, expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import type { ProtectionRules } from '../../engine/protection.ts';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import { systemClock } from '../clock.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createNotify } from '../notices/notify.ts';
import { writeLog } from '../notices/journal.ts';
import { Execution, type ExecutionDeps } from './execution.ts';
import { fillBlock, lockOn } from './fill-block.ts';

const DAY = '2026-11-20';
const PREVIOUS_CLOSE = 40_000;
const UPPER = 44_000;
const LOWER = 36_000;
const NO_PROTECTION: ProtectionRules = { stopLoss: null, target: null, trailing: null, partialExits: [] };

const house = runningHouse();
let runId = 0;

interface Setting {
  readonly symbol?: string;
  readonly protection?: ProtectionRules;
  readonly squareOffTime?: string;
  readonly product?: 'intraday' | 'delivery';
  readonly cash?: number | (() => number);
  readonly least?: number;
}

/** An execution on a run of its own; the clock is a time of the day and the price is set by hand. */
const setUp = ({
  symbol = 'ITC',
  protection = NO_PROTECTION,
  squareOffTime = '15:10',
  product = 'intraday',
  cash = Infinity,
  least,
}: Setting = {}) => {
  const run = ++runId;
  const hub = new EventHub(systemClock);
  let last = { price: PREVIOUS_CLOSE, at: 0 };
  const block: ExecutionDeps['block'] = (order, price, at) => fillBlock(order, price, at, PREVIOUS_CLOSE);
  const execution = new Execution({
    database: house.database,
    sinks: { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined },
    broker: new PaperBroker(
      () => true,
      (order, price, at) => block(order, price, at) !== null,
    ),
    run: { source: 'simulated', runId: run, mode: 'test', brokerId: 1 },
    lastPrice: () => last,
    block,
    fundsOf: () => ({ cash: typeof cash === 'number' ? cash : cash(), least: least ?? null }),
    termsOf: (strategyId) =>
      Promise.resolve({
        strategy: { id: strategyId, name: `Test ${run}`, ownerId: 1, isHouse: false },
        opening: { side: 'long', product, protection },
        slippageBp: 0,
        squareOffTime,
      }),
    onTrade: () => undefined,
    onFault: (_strategyId, error) => Promise.reject(new Error('A fault.', { cause: error })),
  });
  const at = (clock: string, day = DAY) => Date.parse(`${day}T${clock}+05:30`);
  return {
    execution,
    at,
    tick: (clock: string, price: number, { day = DAY, isGap = true, volume = 100_000 } = {}) => {
      last = { price, at: at(clock, day) };
      return execution.onTicks({ time: last.at, ticks: [{ symbol, price, volume, isGap }] });
    },
    enter: (clock: string, quantity = 10, day = DAY, key = 'entry') =>
      execution.place({
        userId: 1,
        strategyId: 1,
        positionId: null,
        symbol,
        source: 'simulated',
        runId: run,
        mode: 'test',
        brokerId: 1,
        side: 'buy',
        slot: 'entry',
        purpose: 'entry',
        quantity,
        reason: 'Entry rule',
        key: `${run}:${key}`,
        decisionPrice: last.price,
        at: at(clock, day),
      }),
    leave: (clock: string) => {
      const [held] = execution.openPositions();
      return execution.exit(held?.id ?? 0, 'exit', 'Closed by you', at(clock), `${run}:leave`);
    },
    orders: () =>
      house.database.read
        .selectFrom('orders')
        .select(['id', 'purpose', 'state', 'reason', 'filled_quantity', 'filled_value', 'decision_price'])
        .where('run_id', '=', run)
        .orderBy('id')
        .execute(),
    lines: async () => {
      const rows = await house.database.read
        .selectFrom('logs')
        .select('text')
        .where('topic', '=', 'order')
        .orderBy('id')
        .execute();
      return rows.map(({ text }) => text);
    },
    alerts: () =>
      house.database.read
        .selectFrom('alerts')
        .select(['title', 'body', 'is_critical'])
        .where('title', 'like', `Test ${run} %`)
        .where('title', 'not like', '% · paper')
        .execute(),
  };
};

describe('at a circuit', () => {
  it('a purchase waits at the upper one, says so once, and fills when there are sellers', async () => {
    const it = setUp();
    await it.enter('10:00:00');
    await it.tick('10:00:15', UPPER);
    await it.tick('10:00:30', UPPER);
    expect((await it.orders())[0]).toMatchObject({ state: 'open', filled_quantity: 0 });
    const text = 'The order to buy 10 ITC waits. ITC is at its upper circuit of ₹440.00, where nobody sells.';
    expect((await it.lines()).filter((line) => line === text)).toHaveLength(1);
    expect(await it.alerts()).toEqual([]);
    await it.tick('10:00:45', UPPER - 5);
    expect((await it.orders())[0]).toMatchObject({ state: 'filled', filled_value: 10 * UPPER });
  });

  it('a sale waits at the lower one with a critical alert that names the position', async () => {
    const it = setUp();
    await it.enter('10:00:00');
    await it.tick('10:00:15', PREVIOUS_CLOSE);
    await it.leave('10:01:00');
    await it.tick('10:01:00', LOWER);
    await it.tick('10:01:15', LOWER);
    expect((await it.orders())[1]).toMatchObject({ state: 'open', filled_quantity: 0 });
    expect(await it.alerts()).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/position cannot be left$/) as string,
        body: 'The order to sell 10 ITC waits. ITC is at its lower circuit of ₹360.00, where nobody buys.',
        is_critical: 1,
      }),
    ]);
    await it.tick('10:01:30', LOWER + 5);
    expect((await it.orders())[1]).toMatchObject({ state: 'filled', filled_value: 10 * LOWER });
    expect(it.execution.openPositions()).toEqual([]);
  });

  it('a stop that gapped to the lower one is in the market, and fills away from it even above its level', async () => {
    const it = setUp({ protection: { ...NO_PROTECTION, stopLoss: { kind: 'percent', value: 5 } } });
    await it.enter('10:00:00');
    await it.tick('10:00:15', PREVIOUS_CLOSE);
    await it.tick('10:00:30', LOWER);
    const [, stop] = await it.orders();
    expect(stop).toMatchObject({ purpose: 'stop-loss', state: 'open', decision_price: LOWER });
    expect(await it.alerts()).toHaveLength(1);
    await it.tick('10:00:45', 39_000);
    expect((await it.orders())[1]).toMatchObject({ state: 'filled', filled_value: 10 * 38_995 });
  });

  it('the other side fills', async () => {
    const it = setUp();
    await it.enter('10:00:00');
    await it.tick('10:00:15', LOWER);
    expect((await it.orders())[0]).toMatchObject({ state: 'filled' });
  });

  it('an entry can be refused for it: the last price and the close of the day before decide', () => {
    const at = (price: number) => ({ price, at: Date.parse(`${DAY}T10:00:00+05:30`) });
    expect(lockOn('ITC', at(UPPER), PREVIOUS_CLOSE)).toEqual({ side: 'buy', price: UPPER });
    expect(lockOn('ITC', at(UPPER - 5), PREVIOUS_CLOSE)).toBeNull();
    expect(lockOn('ITC', at(UPPER), null)).toBeNull();
    expect(lockOn('ITC', null, PREVIOUS_CLOSE)).toBeNull();
  });
});

describe('a purchase of a rotation', () => {
  it('that the cash does not carry is cut down to what it does, and its life says so', async () => {
    const it = setUp({ cash: 2_020_00, least: 500_00, product: 'delivery' });
    await it.enter('10:00:00');
    await it.tick('10:00:15', 40_000);
    const [order] = await it.orders();
    expect(order).toMatchObject({ state: 'filled', filled_quantity: 5 });
    const life = await house.database.read
      .selectFrom('order_events')
      .select('reason')
      .where('order_id', '=', order?.id ?? 0)
      .execute();
    expect(life.map(({ reason }) => reason)).toContain(
      'Entry rule. Cut down to 5: the cash carries no more.',
    );
  });

  it('that is cut down to less than is worth an order is not made', async () => {
    const it = setUp({ cash: 900_00, least: 1_000_00, product: 'delivery' });
    await it.enter('10:00:00');
    await it.tick('10:00:15', 40_000);
    expect((await it.orders())[0]).toMatchObject({
      state: 'rejected',
      reason: 'An order for less than ₹1,000.00 is not worth making at a rebalance.',
    });
  });

  it('waits for a sale that is still filling, and is bought whole with what it brings', async () => {
    let cash = 10_000_00;
    const it = setUp({ cash: () => cash, least: 500_00, product: 'delivery' });
    await it.enter('10:00:00');
    await it.tick('10:00:15', 40_000);
    await it.leave('10:00:20');
    cash = 0;
    await it.enter('10:00:20', 8, DAY, 'bought with the sale');
    await it.tick('10:00:30', 40_000, { volume: 16 });
    expect((await it.orders()).map(({ filled_quantity }) => filled_quantity)).toEqual([10, 4, 0]);
    await it.tick('10:00:45', 40_000, { volume: 24 });
    cash = 4_000_00;
    await it.tick('10:01:00', 40_000);
    expect((await it.orders()).map(({ filled_quantity }) => filled_quantity)).toEqual([10, 10, 8]);
  });
});

describe('funds', () => {
  it('that no longer suffice at the price of the fill reject the order, in its life, the log and an alert', async () => {
    const it = setUp({ cash: 4_020_00, product: 'delivery' });
    await it.enter('10:00:00');
    await it.tick('10:00:15', 40_500);
    const [order] = await it.orders();
    const reason = 'Insufficient funds. Available ₹4,020.00, required ₹4,0';
    expect(order).toMatchObject({ state: 'rejected', filled_quantity: 0 });
    expect(order?.reason.startsWith(reason)).toBe(true);
    const life = await house.database.read
      .selectFrom('order_events')
      .select(['state', 'reason'])
      .where('order_id', '=', order?.id ?? 0)
      .orderBy('id')
      .execute();
    expect(life.at(-1)).toEqual({ state: 'rejected', reason: order?.reason });
    expect(await it.lines()).toContain(`The order to buy 10 ITC was rejected. ${order?.reason}`);
    expect(await it.alerts()).toHaveLength(1);
    await it.tick('10:00:30', 30_000);
    expect(it.execution.openPositions()).toEqual([]);
  });

  it('that suffice to the rupee are enough; spread and slippage are not asked for', async () => {
    const it = setUp({ cash: 4_020_00, product: 'delivery' });
    await it.enter('10:00:00');
    await it.tick('10:00:15', PREVIOUS_CLOSE);
    expect((await it.orders())[0]).toMatchObject({ state: 'filled' });
  });

  it('are not asked for again once a part has filled', async () => {
    const it = setUp({ cash: 4_020_00, product: 'delivery' });
    await it.enter('10:00:00');
    await it.tick('10:00:15', PREVIOUS_CLOSE, { volume: 20 });
    await it.tick('10:00:30', 43_000);
    expect((await it.orders())[0]).toMatchObject({ state: 'filled', filled_quantity: 10 });
  });
});

describe('the end of continuous trading', () => {
  it.each([
    ['2026-07-31', 'ITC', '15:20', true],
    ['2026-08-03', 'ITC', '15:14', true],
    ['2026-08-03', 'ITC', '15:15', false],
    ['2026-08-03', 'ITC', '15:34', false],
    ['2026-07-31', 'NIFTY', '15:29', true],
    ['2026-08-03', 'NIFTY', '15:39', true],
    // A share that the list does not have counts as one without futures: no closing auction.
    ['2026-08-03', 'SMALLCO', '15:20', true],
  ])('on %s a price of %s at %s fills an order: %s', async (day, symbol, clock, fills) => {
    const it = setUp({ symbol, product: 'delivery' });
    await it.enter(`${clock}:00`, 10, day);
    await it.tick(`${clock}:15`, PREVIOUS_CLOSE, { day });
    expect((await it.orders())[0]?.state).toBe(fills ? 'filled' : 'open');
  });

  it('leaves what is ordered in the auction for the next session, and says so', async () => {
    const it = setUp({ product: 'delivery' });
    await it.enter('10:00:00');
    await it.tick('10:00:15', PREVIOUS_CLOSE);
    await it.leave('15:20:00');
    expect(await it.lines()).toContain(
      'The order to sell 10 ITC waits. ITC is in its closing auction until 15:35, in which the paper account takes no part; the order waits for the next session.',
    );
    expect(await it.alerts()).toEqual([]);
    await it.tick('15:30:00', 39_000);
    expect((await it.orders())[1]).toMatchObject({ state: 'open' });
    await it.tick('09:15:00', 39_500, { day: '2026-11-23' });
    expect((await it.orders())[1]).toMatchObject({ state: 'filled', filled_value: 10 * 39_495 });
  });

  it('takes no stop in the auction, whatever its price', async () => {
    const it = setUp({
      product: 'delivery',
      protection: { ...NO_PROTECTION, stopLoss: { kind: 'percent', value: 1 } },
    });
    await it.enter('10:00:00');
    await it.tick('10:00:15', PREVIOUS_CLOSE);
    await it.tick('15:30:00', 38_000);
    expect(await it.orders()).toHaveLength(1);
    await it.tick('09:15:00', 38_000, { day: '2026-11-23' });
    expect((await it.orders())[1]).toMatchObject({ purpose: 'stop-loss', state: 'filled' });
  });

  it.each([
    ['2026-07-31', 'ITC', '15:20'],
    ['2026-08-03', 'ITC', '15:10'],
    ['2026-08-03', 'SMALLCO', '15:20'],
    ['2026-08-03', 'NIFTY', '15:20'],
  ])('on %s squares %s off at %s when 15:20 is wanted', async (day, symbol, clock) => {
    const it = setUp({ symbol, squareOffTime: '15:20' });
    await it.enter('10:00:00', 10, day);
    await it.tick('10:00:15', PREVIOUS_CLOSE, { day });
    await it.execution.squareOff(it.at(clock, day) - 1);
    expect(await it.orders()).toHaveLength(1);
    await it.execution.squareOff(it.at(clock, day));
    expect((await it.orders())[1]).toMatchObject({ purpose: 'square-off', reason: `Square-off at ${clock}` });
  });
});
