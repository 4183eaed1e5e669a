import { afterEach, describe, expect, it } from 'vitest';
import type { AccountDifferenceRow } from '../../src/backend/db/schema.ts';
import { keepActions } from '../../src/backend/market/corporate-actions/kept-actions.ts';
import { parseActions } from '../../src/backend/market/corporate-actions/parse-actions.ts';
import { faultWorlds } from '../support/fault-worlds.ts';
import type { LiveWorld, LiveWorldOptions } from '../support/live-world.ts';
import { NO_FAULTS } from '../support/seeded-broker.ts';

/**
 * Handling of differences between our records and the account: booked where the evidence is complete, else shown and
 * asked.
 */

let world: LiveWorld;
const { database, open: openWorld } = faultWorlds(7_000);

afterEach(async () => {
  expect(world.breaches).toEqual([]);
  expect(await world.wronglyRebuilt()).toEqual([]);
});

const open = async (options: Partial<LiveWorldOptions> = {}): Promise<void> => {
  world = await openWorld(options);
};
const differences = (): Promise<AccountDifferenceRow[]> =>
  database()
    .read.selectFrom('account_differences')
    .selectAll()
    .where('run_id', '=', world.execution.runId)
    .orderBy('id')
    .execute();
const theDifference = async (): Promise<AccountDifferenceRow> => {
  const [row] = (await differences()).filter(({ status }) => status === 'open');
  if (!row) throw new Error('There is no open difference.');
  return row;
};
const trades = () =>
  database().read.selectFrom('trades').selectAll().where('run_id', '=', world.execution.runId).execute();
const resting = () => world.broker.truth.filter(({ state }) => state === 'waiting');

describe('what the owner has sold in the broker’s app', () => {
  it('is not sold again by the stop: the stop is cancelled and the owner asked', async () => {
    await open();
    const { id } = await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 401_00);
    await world.seconds(40);
    expect(resting()).toEqual([]);
    const difference = await theDifference();
    expect(difference).toMatchObject({ kind: 'gone', ours: 10, theirs: 0, symbol: 'ITC' });
    // Their own trade is the evidence; those of TrickDesk are not.
    expect(JSON.parse(difference.evidence_json)).toMatchObject({
      trades: [{ side: 'sell', quantity: 10, price: 401_00 }],
    });
    expect((await world.alerts()).filter((text) => text.includes('the account holds none'))).toHaveLength(1);
    await world.price('ITC', 350_00);
    await world.seconds(30);
    expect(world.broker.net).toBe(0);
    expect(world.position(id)?.quantity).toBe(10);
  });

  it('in part leaves a stop for the rest', async () => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 401_00);
    await world.seconds(40);
    expect(resting().map(({ quantity }) => quantity)).toEqual([6]);
    expect(await theDifference()).toMatchObject({ kind: 'smaller', ours: 10, theirs: 6 });
    await world.price('ITC', 350_00);
    await world.seconds(30);
    expect(world.broker.net).toBe(0);
  });

  it('delays nothing of the rest once it is known, however often it is compared again', async () => {
    await open();
    const { id } = await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 401_00);
    await world.seconds(40);
    world.skip(60);
    await world.seconds(2);
    await world.exit(id);
    await world.seconds(3);
    expect(world.broker.net).toBe(0);
  });

  it('stays missing of the position it was missing of when another is bought, also after a restart', async () => {
    await open();
    const { id } = await world.hold('ITC', 4, 400_00, 1);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 2, 401_00);
    await world.seconds(40);
    await world.hold('ITC', 15, 400_00, 2);
    for (const isRestart of [false, true]) {
      if (isRestart) {
        world.leave();
        await world.comeBack();
      }
      await world.seconds(70);
      expect(resting().map(({ quantity }) => quantity)).toEqual([2, 15]);
    }
    // Nothing that rests can make room any more: what is left beside it must not need any.
    world.broker.faults = { ...NO_FAULTS, timeOut: 1 };
    await world.exit(id);
    await world.seconds(30);
    await world.price('ITC', 350_00);
    await world.seconds(30);
    expect(world.broker.net).toBe(0);
  });

  it.each([
    ['a purchase explains no more than it may have bought', 'buy', 390_00, 4, 6],
    ['a sale explains nothing', 'sell', 420_00, 20, 10],
  ] as const)(
    'and bought back is protected at once though an order by hand rests for hours: %s',
    async (_, side, price, quantity, atOnce) => {
      await open();
      await world.hold('ITC', 10, 400_00, 1);
      await world.rest('ITC', side, quantity, price);
      world.skip(600);
      world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
      await world.seconds(40);
      expect(resting()).toEqual([]);
      world.skip(3_600);
      world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 10, 400_00);
      await world.seconds(15);
      expect(resting().map((order) => order.quantity)).toEqual([atOnce]);
      // That it filled would have been seen by now.
      await world.seconds(90);
      expect(resting().map((order) => order.quantity)).toEqual([10]);
      expect((await differences()).map(({ status }) => status)).toEqual(['gone']);
      await world.price('ITC', 395_00);
      await world.seconds(5);
      expect(world.broker.net).toBe(0);
    },
  );

  it('stays missing while what an order by hand has brought is not told', async () => {
    await open();
    await world.hold('ITC', 10, 400_00, 1);
    await world.rest('ITC', 'buy', 10, 390_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
    await world.seconds(40);
    expect(resting()).toEqual([]);
    world.broker.silentSince = world.now;
    await world.price('ITC', 390_00);
    await world.seconds(40);
    // Ten are there, and they are those of the order: the stop of the others would sell them.
    expect(resting()).toEqual([]);
    world.broker.silentSince = null;
    await world.seconds(80);
    expect(world.positions.map(({ quantity }) => quantity)).toEqual([10, 10]);
    expect([resting(), world.broker.net]).toEqual([[], 10]);
  });

  it('is booked at the owner’s price when they take it over', async () => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 410_00);
    await world.seconds(40);
    await world.execution.resolveDifference(await theDifference(), {
      resolution: 'take-over',
      price: 410_00,
    });
    await world.seconds(70);
    expect(world.positions).toEqual([]);
    expect((await trades()).map(({ quantity, exit_price }) => [quantity, exit_price])).toEqual([
      [10, 410_00],
    ]);
    expect((await differences()).map(({ status }) => status)).toEqual(['resolved']);
  });

  it('is removed without a result when they write it off', async () => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 410_00);
    await world.seconds(40);
    await world.execution.resolveDifference(await theDifference(), { resolution: 'write-off', price: null });
    await world.seconds(70);
    expect(world.positions.map(({ quantity }) => quantity)).toEqual([6]);
    expect(await trades()).toEqual([]);
    expect(resting().map(({ quantity }) => quantity)).toEqual([6]);
  });

  it('is left alone when they say so, and reported again only when it changes', async () => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 410_00);
    await world.seconds(40);
    await world.execution.resolveDifference(await theDifference(), {
      resolution: 'leave-alone',
      price: null,
    });
    await world.seconds(200);
    expect(await differences()).toHaveLength(1);
    expect(await theDifference()).toMatchObject({ theirs: 6, resolution: 'leave-alone' });
    expect(resting().map(({ quantity }) => quantity)).toEqual([6]);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 2, 410_00);
    await world.seconds(40);
    expect(await theDifference()).toMatchObject({ ours: 10, theirs: 4, resolution: null });
    expect(
      (await world.alerts()).filter((text) => text.includes('Nothing is sent for what is missing')),
    ).toHaveLength(2);
  });

  it.each([
    ['taken over', 'take-over', [[4, 410_00]]],
    ['written off', 'write-off', []],
  ] as const)('can be %s later, though it was left alone first', async (_name, resolution, booked) => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 410_00);
    await world.seconds(40);
    await world.execution.resolveDifference(await theDifference(), {
      resolution: 'leave-alone',
      price: null,
    });
    await world.seconds(70);
    await world.execution.resolveDifference(await theDifference(), { resolution, price: 410_00 });
    await world.seconds(70);
    expect(world.positions.map(({ quantity }) => quantity)).toEqual([6]);
    expect((await trades()).map(({ quantity, exit_price }) => [quantity, exit_price])).toEqual(booked);
    expect((await differences()).map((row) => [row.status, row.resolution])).toEqual([
      ['resolved', resolution],
    ]);
  });

  it('is gone, not left alone for good, once both sides agree again: the next one like it is reported', async () => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 410_00);
    await world.seconds(40);
    await world.execution.resolveDifference(await theDifference(), {
      resolution: 'leave-alone',
      price: null,
    });
    world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 4, 410_00);
    await world.seconds(70);
    expect((await differences()).map((row) => [row.status, row.resolution])).toEqual([['gone', null]]);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 410_00);
    await world.seconds(40);
    expect(await theDifference()).toMatchObject({ ours: 10, theirs: 6, resolution: null });
  });

  it('is not sold by an exit of the moment in which they leave it alone', async () => {
    await open();
    const { id } = await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 410_00);
    await world.seconds(40);
    await world.execution.reconciliation.check();
    await world.execution.resolveDifference(await theDifference(), {
      resolution: 'leave-alone',
      price: null,
    });
    await world.exit(id);
    await world.seconds(10);
    expect(world.broker.net).toBe(0);
  });

  it('is not covered again by the stop after a restart', async () => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 401_00);
    await world.seconds(40);
    world.leave();
    await world.comeBack();
    await world.price('ITC', 350_00);
    await world.seconds(30);
    expect(world.broker.net).toBe(0);
  });

  it('cannot be taken over without a price, nor twice', async () => {
    await open();
    await world.hold('ITC', 10, 400_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 410_00);
    await world.seconds(40);
    const difference = await theDifference();
    const settle = (price: number | null) =>
      world.execution.resolveDifference(difference, { resolution: 'take-over', price });
    await expect(settle(null)).rejects.toThrow('price is needed');
    await settle(410_00);
    await expect(settle(410_00)).rejects.toThrow('This difference is settled already');
    expect(await trades()).toHaveLength(1);
  });
});

it('what the owner buys for themselves is theirs: nothing is shown, nothing of it is sold', async () => {
  await open();
  await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 25, 401_00);
  await world.seconds(130);
  expect(await differences()).toEqual([]);
  await world.price('ITC', 350_00);
  await world.seconds(30);
  expect(world.broker.net).toBe(25);
});

it('an exit that the owner wants sells what is still there, and no more', async () => {
  await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 7, 401_00);
  await world.exit(id);
  await world.seconds(40);
  expect(world.broker.net).toBe(0);
});

it('a position that the broker has squared off in the night is shown, not left open in silence', async () => {
  await open();
  await world.hold('ITC', 10, 400_00);
  world.leave();
  world.goTo('2026-11-23T09:20:00');
  await world.broker.nextDay();
  await world.comeBack();
  await world.price('ITC', 398_00);
  await world.seconds(40);
  expect(await theDifference()).toMatchObject({ kind: 'gone', ours: 10, theirs: 0 });
  expect(world.broker.truth).toEqual([]);
});

it('a stop that filled while the program was away is booked from the books of the day', async () => {
  await open();
  await world.hold('ITC', 10, 400_00);
  world.leave();
  await world.price('ITC', 395_00);
  await world.seconds(600);
  await world.comeBack();
  await world.seconds(5);
  expect(world.positions).toEqual([]);
  expect((await trades()).map(({ quantity, exit_reason }) => [quantity, exit_reason])).toEqual([
    [10, 'Stop-loss'],
  ]);
});

it('a fill that no report has brought is booked from the trade book', async () => {
  await open();
  await world.hold('ITC', 10, 400_00);
  // Reports and the order book stay silent; the trade book does not.
  const { orderBook } = world.broker;
  world.broker.orderBook = () => Promise.resolve([]);
  world.leave();
  await world.price('ITC', 395_00);
  await world.seconds(30);
  await world.comeBack();
  await world.seconds(70);
  world.broker.orderBook = orderBook;
  expect(world.positions).toEqual([]);
  expect(await trades()).toHaveLength(1);
});

describe('a split of one share into five', () => {
  const splitOvernight = async () => {
    await open({ product: 'delivery', protection: { stopLoss: { kind: 'percent', value: 5 } } });
    const { id } = await world.hold('ITC', 10, 400_00);
    world.leave();
    world.goTo('2026-11-23T09:15:00');
    await world.broker.nextDay();
    world.broker.delivered = world.broker.delivered.map((one) => ({ ...one, quantity: one.quantity * 5 }));
    await world.comeBack();
    return id;
  };

  it('sells nothing at the old stop, and asks', async () => {
    const id = await splitOvernight();
    await world.price('ITC', 80_00);
    await world.seconds(60);
    expect(world.sales).toEqual([]);
    expect(await theDifference()).toMatchObject({ kind: 'split', ours: 10, theirs: 50 });
    expect(world.position(id)?.quantity).toBe(10);
  });

  it('sells nothing when the program ran through the night and its session comes back during the day', async () => {
    await open({ product: 'delivery', protection: { stopLoss: { kind: 'percent', value: 5 } } });
    await world.hold('ITC', 10, 400_00);
    await world.connect(false);
    world.goTo('2026-11-23T08:50:00');
    await world.broker.nextDay();
    world.broker.split('ITC', 5);
    world.setPrice('ITC', 80_00);
    await world.seconds(5);
    world.goTo('2026-11-23T10:00:00');
    await world.seconds(5);
    await world.connect(true);
    await world.seconds(60);
    expect(world.broker.truth).toEqual([]);
    expect(await theDifference()).toMatchObject({ kind: 'split', ours: 10, theirs: 50 });
  });

  it('stays one whatever is bought of the share since, and no strategy enters it meanwhile', async () => {
    await splitOvernight();
    await world.price('ITC', 80_00);
    await world.seconds(40);
    const entry = await world.enter('ITC', 4, 2);
    expect(entry).toMatchObject({
      state: 'denied',
      reason: expect.stringContaining('see Reconciliation') as string,
    });
    world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 3, 80_00, 'delivery');
    await world.seconds(130);
    expect(world.sales).toEqual([]);
    expect(await theDifference()).toMatchObject({ kind: 'split', ours: 10, theirs: 50 });
  });

  it('is taken over with its levels, and protected again', async () => {
    const id = await splitOvernight();
    await world.price('ITC', 80_00);
    await world.seconds(60);
    await world.execution.resolveDifference(await theDifference(), { resolution: 'take-over', price: null });
    await world.seconds(70);
    expect(world.position(id)).toMatchObject({ quantity: 50, stop_loss: 76_00, protection_state: 'resting' });
    expect(resting().map(({ quantity, trigger }) => [quantity, trigger])).toEqual([[50, 76_00]]);
  });
});

describe('a split or bonus that the owner’s list has', () => {
  const SPLIT = 'ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,23-Nov-2026';
  /** Holds so many over the night before the ex-date; in the morning the account has `delivered`. */
  const overnight = async (row: string, shares: number, delivered: (quantity: number) => number) => {
    await open({ product: 'delivery', protection: { stopLoss: { kind: 'percent', value: 5 } } });
    const text = `SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE\n${row}`;
    const { actions } = await parseActions(text);
    await database().write(1, (tx) => keepActions(tx, 1, actions));
    const { id } = await world.hold('ITC', shares, 400_00);
    world.leave();
    world.goTo('2026-11-23T09:15:00');
    await world.broker.nextDay();
    world.broker.delivered = world.broker.delivered.map((one) => ({
      ...one,
      quantity: delivered(one.quantity),
    }));
    await world.comeBack();
    return id;
  };
  const carried = () =>
    database()
      .read.selectFrom('carried_actions')
      .select(['subject', 'kind', 'quantity_before', 'quantity_after'])
      .where('run_id', '=', world.execution.runId)
      .execute();

  afterEach(() => database().write(1, ({ query }) => query.deleteFrom('corporate_actions').execute()));

  it('and that the account shows is taken up by itself, and protected again', async () => {
    const id = await overnight(SPLIT, 10, (quantity) => 5 * quantity);
    await world.price('ITC', 80_00);
    await world.seconds(130);
    expect(await trades()).toEqual([]);
    expect((await differences()).filter(({ status }) => status === 'open')).toEqual([]);
    expect(world.position(id)).toMatchObject({ quantity: 50, stop_loss: 76_00, protection_state: 'resting' });
    expect(resting().map(({ quantity, trigger }) => [quantity, trigger])).toEqual([[50, 76_00]]);
    expect(await carried()).toEqual([
      { subject: `position ${id}`, kind: 'split', quantity_before: 10, quantity_after: 50 },
    ]);
    const alerts = await world.alerts();
    expect(alerts.filter((text) => text.includes('10 shares are 50 now, at the same cost'))).toHaveLength(1);
    expect(alerts.filter((text) => text.includes('differs'))).toEqual([]);
  });

  it('is taken up whatever its ratio, and once', async () => {
    const id = await overnight('ITC,EQ,Bonus 1:20,10,23-Nov-2026', 25, () => 26);
    await world.price('ITC', 385_00);
    await world.seconds(130);
    expect(world.position(id)?.quantity).toBe(26);
    expect(await carried()).toHaveLength(1);
    await world.seconds(130);
    expect(world.position(id)?.quantity).toBe(26);
  });

  it('but of which the account shows another number is asked about, by its name', async () => {
    const id = await overnight(SPLIT, 10, (quantity) => 4 * quantity);
    await world.price('ITC', 80_00);
    await world.seconds(130);
    expect(world.sales).toEqual([]);
    expect(world.position(id)?.quantity).toBe(10);
    expect(await carried()).toEqual([]);
    const { evidence_json: json } = await theDifference();
    const named =
      'The list of corporate actions has: Face Value Split From Rs 10 To Rs 2, ex-date 23-11-2026.';
    expect(JSON.parse(json)).toMatchObject({ actions: [named] });
    expect((await world.alerts()).filter((text) => text.includes(named))).toHaveLength(1);
  });

  it('but that its owner may have traded to the same number is asked about', async () => {
    await overnight('ITC,EQ,Bonus 1:1,10,23-Nov-2026', 10, (quantity) => quantity);
    world.setPrice('ITC', 200_00);
    world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 10, 200_00, 'delivery');
    await world.price('ITC', 200_00);
    await world.seconds(130);
    expect(await carried()).toEqual([]);
    expect(await theDifference()).toMatchObject({ kind: 'split', ours: 10, theirs: 20 });
  });
});
