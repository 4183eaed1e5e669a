import { afterEach, describe, expect, it } from 'vitest';
import { NO_ATR } from '../../src/engine/protection.ts';
import { until } from '../support/until.ts';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';
import type { LiveWorld, LiveWorldOptions } from '../support/live-world.ts';
import { writeForAll } from '../support/write-for-all.ts';

/**
 * Loss limits of a live position against broker, exchange and night. What limits its loss when these are against it.
 */

let world: LiveWorld;
const { open: openWorld } = faultWorlds(5_000);

afterEach(async () => {
  expect(world.breaches).toEqual([]);
  expect(await world.wronglyRebuilt()).toEqual([]);
});

const open = async (options: Partial<LiveWorldOptions> = {}): Promise<LiveWorld> => {
  world = await openWorld(options);
  return world;
};
const resting = () => world.broker.truth.filter(({ order, state }) => isStop(order) && state === 'waiting');
const sold = () => soldOf(world);

it('a stop that could not be written moves none at the broker, and one that was moves it', async () => {
  await open();
  const { database } = world.options;
  const { id, strategy_id: strategyId } = await world.hold('ITC', 10, 400_00);
  const trigger = () => resting().map(({ trigger: at }) => at);
  const before = trigger();
  const strategy = { id: strategyId, name: 'Test', ownerId: 1, isHouse: false };
  const stopLoss = { kind: 'percent', value: 0.5 } as const;
  const rules = { stopLoss, target: null, trailing: null, partialExits: [] };
  const change = (rest: () => Promise<void>) =>
    writeForAll(database, async (tx) => {
      await world.execution.changeProtections(tx, strategy, rules, () => NO_ATR);
      await rest();
    });
  await expect(change(() => Promise.reject(new Error('database or disk is full')))).rejects.toThrow('full');
  // Below the new stop, far above the one in force.
  await world.price('ITC', 397_00);
  await world.seconds(10);
  expect([trigger(), world.position(id)?.quantity]).toEqual([before, 10]);
  await world.price('ITC', 400_00);
  await change(() => Promise.resolve());
  await world.seconds(2);
  expect([trigger(), world.position(id)?.stop_loss]).toEqual([[398_00], 398_00]);
});

describe('a stop that the broker does not take', () => {
  it('is watched here, and the position is sold when the price comes to it', async () => {
    await open();
    world.broker.refuse(isStop, 100, 'Not now.');
    const { id } = await world.hold('ITC', 10, 400_00);
    expect(world.position(id)).toMatchObject({ protection_state: 'watched', protection_why: 'Not now.' });
    await world.price('ITC', 320_00);
    await world.seconds(10);
    expect(world.positions).toEqual([]);
    expect(sold()).toBe(10);
  });

  it('is tried again with longer pauses, five times, and its owner is notified at the first and at the last', async () => {
    await open();
    world.broker.refuse(isStop, 100, 'Not now.');
    const { id } = await world.hold('ITC', 10, 400_00);
    await world.seconds(300);
    expect(world.broker.refusals[0]?.left).toBe(95);
    const alerts = (await world.alerts()).filter((text) => text.includes('does not rest'));
    expect(alerts).toHaveLength(2);
    expect(alerts[1]).toMatch(/tried 5 times and is not tried again today/);
    expect(world.position(id)?.protection_state).toBe('watched');
  });

  it('is watched from the fill on, and said to be, while the first answer about it is on its way', async () => {
    await open();
    const place = world.broker.place.bind(world.broker);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    world.broker.place = async (order) => {
      if (isStop(order)) await answered;
      return place(order);
    };
    const held = world.hold('ITC', 10, 400_00);
    await until('what is said of it', () =>
      Promise.resolve(world.positions[0]?.protection_state ?? undefined),
    );
    expect(world.positions).toMatchObject([{ protection_state: 'watched' }]);
    answer();
    await held;
    expect(world.positions).toMatchObject([{ protection_state: 'resting' }]);
  });

  it('says why its exit was not taken, while none is at the broker', async () => {
    await open();
    world.broker.refuse(isStop, 100, 'Not now.');
    const { id } = await world.hold('ITC', 10, 400_00);
    world.broker.refuse(isExit, 100, 'No exits today.');
    await world.price('ITC', 320_00);
    await world.seconds(30);
    expect(world.position(id)).toMatchObject({
      protection_state: 'leaving',
      protection_why: 'The last exit was not taken. No exits today.',
    });
  });

  it('rests when the broker takes a later one, and is not watched any more', async () => {
    await open();
    world.broker.refuse(isStop, 2, 'Not now.');
    const { id } = await world.hold('ITC', 10, 400_00);
    await world.seconds(10);
    expect(resting()).toHaveLength(1);
    expect(world.position(id)).toMatchObject({ protection_state: 'resting', protection_problem: null });
  });

  it('that is refused after it was accepted is the same: not sent again without end, watched, notified', async () => {
    await open();
    world.broker.refuse(isStop, 1_000, '16283 not multiple of the tick size', true);
    const { id } = await world.hold('ITC', 10, 400_00);
    await world.seconds(600);
    expect(world.broker.refusals[0]?.left).toBe(995);
    expect(world.position(id)?.protection_state).toBe('watched');
    expect((await world.alerts()).some((text) => text.includes('not multiple of the tick size'))).toBe(true);
    await world.price('ITC', 390_00);
    await world.seconds(10);
    expect([world.positions, sold()]).toEqual([[], 10]);
  });

  it('that was cancelled by hand at the broker is placed again', async () => {
    await open();
    const { id } = await world.hold('ITC', 10, 400_00);
    const [stop] = resting();
    await world.broker.cancel({ brokerOrderId: stop!.brokerOrderId, order: stop!.order });
    await world.seconds(10);
    expect(resting()).toHaveLength(1);
    expect(world.position(id)?.protection_state).toBe('resting');
  });
});

describe('a stop with unknown outcome', () => {
  it('is reported at once, is sent no second time before minutes of books lack it, and is then placed again', async () => {
    await open();
    world.broker.moods.set('ITC', 'lost');
    await world.price('ITC', 400_00);
    world.broker.moods.delete('ITC');
    await world.enter('ITC', 10);
    world.broker.moods.set('ITC', 'lost');
    await world.seconds(20);
    expect(
      (await world.alerts()).some((text) => text.startsWith('Nobody knows whether the order to sell')),
    ).toBe(true);
    world.broker.moods.delete('ITC');
    await world.seconds(120);
    expect(resting()).toHaveLength(0);
    await world.seconds(120);
    expect(resting()).toHaveLength(1);
  });
});

it('a trigger is rounded with the tick that the broker lists today, not with the one of the entry', async () => {
  await open();
  await world.price('ITC', 995_80);
  await world.enter('ITC', 10);
  world.list('ITC', { tickSize: 10 });
  await world.seconds(10);
  const [stop] = resting();
  expect((stop?.trigger ?? 1) % 10).toBe(0);
  expect((stop?.price ?? 1) % 10).toBe(0);
});

describe('a night', () => {
  const night = async (away: boolean) => {
    const { id } = await world.hold('ITC', 10, 400_00);
    world.goTo('2026-11-20T15:00:00');
    await world.seconds(2);
    if (away) world.leave();
    world.goTo('2026-11-20T17:00:00');
    if (!away) await world.seconds(5);
    world.goTo('2026-11-23T08:50:00');
    await world.broker.nextDay();
    if (away) await world.comeBack();
    return id;
  };

  it('without the program leaves a delivered position that gets its stop at the open, and nothing before it', async () => {
    await open({ product: 'delivery' });
    const id = await night(true);
    const before = world.broker.requests;
    await world.seconds(30);
    expect(world.broker.requests).toBe(before);
    expect(world.position(id)?.protection_state).toBe('watched');
    expect(world.position(id)?.protection_why).toMatch(/sent at 09:15 on 23-11-2026/);
    world.goTo('2026-11-23T09:15:00');
    await world.price('ITC', 402_00);
    await world.seconds(10);
    expect(resting()).toHaveLength(1);
    expect(world.position(id)?.protection_state).toBe('resting');
  });

  it('with the program running sends nothing while the exchange is shut', async () => {
    await open({ product: 'delivery' });
    const before = world.broker.requests;
    const id = await night(false);
    await world.seconds(60);
    const inTheNight = world.broker.truth.filter(({ state }) => state === 'rejected');
    expect([inTheNight, world.broker.truth.length]).toEqual([[], 0]);
    expect(world.broker.requests - before).toBeLessThan(5);
    world.goTo('2026-11-23T09:15:00');
    await world.price('ITC', 402_00);
    await world.seconds(10);
    expect(world.position(id)?.protection_state).toBe('resting');
  });

  it('leaves a position that can be sold by its owner the next morning', async () => {
    await open({ product: 'delivery' });
    const id = await night(true);
    world.goTo('2026-11-23T09:20:00');
    await world.price('ITC', 380_00);
    await world.exit(id);
    await world.seconds(10);
    expect([world.positions, sold()]).toEqual([[], 10]);
    expect(world.broker.requests).toBeLessThan(12);
  });

  it('ends an entry of yesterday: its share is free again', async () => {
    await open({ product: 'delivery' });
    await world.price('ITC', 400_00);
    world.broker.prices.set('ITC', 400_00);
    await world.enter('ITC', 10);
    world.leave();
    world.goTo('2026-11-23T09:20:00');
    await world.broker.nextDay();
    await world.comeBack();
    expect(world.execution.hasWorkingEntry(1, 'ITC')).toBe(false);
  });

  it('keeps an exit of the evening until the open, and prices it then', async () => {
    await open({ product: 'delivery' });
    const { id } = await world.hold('ITC', 10, 400_00);
    world.goTo('2026-11-20T15:16:00');
    await world.seconds(2);
    const order = await world.exit(id);
    expect(order.state).toBe('intended');
    await world.seconds(30);
    expect(world.sales.filter(({ order: sale }) => isExit(sale))).toEqual([]);
    world.goTo('2026-11-23T09:05:00');
    await world.broker.nextDay();
    await world.price('ITC', 420_00);
    await world.seconds(10);
    expect(world.sales).toEqual([]);
    world.goTo('2026-11-23T09:15:00');
    await world.seconds(5);
    await world.price('ITC', 421_00);
    await world.seconds(5);
    expect(world.sales.map(({ filled }) => filled)).toEqual([10]);
    expect(world.sales[0]?.order.price).toBeGreaterThan(415_00);
    expect(world.positions).toEqual([]);
  });
});

describe('prices of before the open', () => {
  it('reach no target and no stop: nothing could be done about it', async () => {
    await open({ product: 'delivery', protection: { target: { kind: 'percent', value: 5 } } });
    const { id } = await world.hold('ITC', 10, 400_00);
    world.goTo('2026-11-23T09:05:00');
    await world.broker.nextDay();
    await world.price('ITC', 425_00);
    await world.price('ITC', 404_00);
    world.goTo('2026-11-23T09:15:00');
    await world.price('ITC', 404_00);
    await world.seconds(5);
    expect(sold()).toBe(0);
    expect(world.position(id)?.quantity).toBe(10);
  });
});
