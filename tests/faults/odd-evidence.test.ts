import { expect, it } from 'vitest';
import { faultWorlds, soldOf } from '../support/fault-worlds.ts';

/** Books and reports that contain too much, too little, or something else. Something else than before. */
const { open, database } = faultWorlds(73_000);

it('an order that the broker says has filled beyond its quantity keeps no other from its evidence', async () => {
  const world = await open();
  await world.hold('ITC', 10, 400_00);
  const { orderBook } = world.broker;
  world.broker.orderBook = async () =>
    (await orderBook.call(world.broker)).map((report) =>
      report.side === 'buy' && report.tradingSymbol === 'ITC-EQ'
        ? { ...report, filledQuantity: 11, quantity: 11, filledValue: 11 * 400_00 }
        : report,
    );
  world.broker.faults = { ...world.broker.faults, lost: 0 };
  await world.price('SBIN', 800_00);
  // Reports of the socket are lost: the book is all there is.
  const { orders } = world.execution;
  const onReport = orders.onReport.bind(orders);
  let isBook = false;
  const sync = orders.sync.bind(orders);
  orders.sync = async () => {
    isBook = true;
    try {
      return await sync();
    } finally {
      isBook = false;
    }
  };
  orders.onReport = (report) => (isBook ? onReport(report) : Promise.resolve());
  await world.enter('SBIN', 5, 2);
  await world.seconds(150);
  expect(world.positions.map(({ symbol, protection_state: state }) => [symbol, state])).toEqual([
    ['ITC', 'resting'],
    ['SBIN', 'resting'],
  ]);
});

it('a fill that the trade book lists twice is booked once', async () => {
  const world = await open();
  const { trades } = world.broker;
  world.broker.trades = async () => (await trades.call(world.broker)).flatMap((trade) => [trade, trade]);
  await world.hold('ITC', 10, 400_00);
  await world.seconds(150);
  world.broker.trades = trades;
  const [position] = world.positions;
  expect(position).toMatchObject({ quantity: 10, protection_state: 'resting' });
  await world.price('SBIN', 800_00);
  await world.enter('SBIN', 5, 2);
  await world.seconds(70);
  expect(world.positions.map(({ quantity, protection_state: state }) => [quantity, state])).toEqual([
    [10, 'resting'],
    [5, 'resting'],
  ]);
});

it('positions go on being protected after a restart while the trade book lists a fill twice', async () => {
  const world = await open();
  const { trades } = world.broker;
  await world.hold('ITC', 10, 400_00);
  world.broker.trades = async () => (await trades.call(world.broker)).flatMap((trade) => [trade, trade]);
  world.leave();
  const { id } = (await (async () => {
    await world.comeBack();
    await world.seconds(5);
    return world.positions[0];
  })())!;
  await world.exit(id);
  await world.seconds(120);
  expect([soldOf(world), world.positions]).toEqual([10, []]);
});

it('a fill that is reported before its price is not booked at nothing', async () => {
  const world = await open();
  await world.price('ITC', 400_00);
  const { orders } = world.execution;
  const onReport = orders.onReport.bind(orders);
  let isFirst = true;
  orders.onReport = (report) => {
    if (report.filledQuantity === 0 || !isFirst) return onReport(report);
    isFirst = false;
    return onReport({ ...report, filledValue: 0 });
  };
  await world.enter('ITC', 10);
  await world.seconds(130);
  const rows = await database()
    .read.selectFrom('positions')
    .select(['entry_value', 'stop_loss'])
    .where('id', '=', world.positions[0]!.id)
    .execute();
  expect(rows).toEqual([{ entry_value: 10 * 400_00, stop_loss: 396_00 }]);
});

it('a report that is older than another keeps the quantity and price that the newer one showed', async () => {
  const world = await open();
  await world.hold('ITC', 10, 400_00);
  const { orders } = world.execution;
  const stop = orders.of(world.positions[0]!.id).find(({ slot }) => slot === 'resting-stop')!;
  const book = await world.broker.orderBook();
  const older = book.find(({ tag }) => tag === stop.tag)!;
  const newer = { ...older, quantity: 6, price: 389_90, trigger: 393_80, at: older.at + 3_000 };
  await orders.onReport(newer);
  await orders.onReport({ ...older, state: 'open', at: older.at + 1_000 });
  const shown = orders.get(stop.id);
  await world.settle();
  expect(shown).toMatchObject({ quantity: 6, price: 389_90, trigger_price: 393_80 });
});

it('a report with fewer fills than are known ends nothing: it was written before them', async () => {
  const world = await open();
  await world.price('ITC', 400_00);
  const { id } = await world.enter('ITC', 8);
  const { orders } = world.execution;
  const { tag, price, quantity, broker_order_id: brokerOrderId } = orders.get(id)!;
  const report = {
    brokerOrderId: brokerOrderId!,
    tag,
    tradingSymbol: 'ITC-EQ',
    side: 'buy',
    quantity,
    price: price!,
    trigger: null,
    reason: '',
    at: world.now,
  } as const;
  const filled = (quantity: number) => ({ filledQuantity: quantity, filledValue: quantity * 400_00 });
  await orders.onReport({ ...report, state: 'open', ...filled(3) });
  await orders.onReport({ ...report, state: 'cancelled', ...filled(2) });
  expect(orders.get(id)).toMatchObject({ state: 'partially-filled', filled_quantity: 3 });
  await world.seconds(10);
  expect(world.positions.map(({ quantity }) => quantity)).toEqual([8]);
});

it('a book of before a restart sets nothing back of an order whose change was not answered', async () => {
  const world = await open();
  const { broker } = world;
  await world.hold('ITC', 10, 400_00);
  const [{ id } = { id: 0 }] = world.positions;
  const stopOf = () => world.execution.orders.of(id).find(({ slot }) => slot === 'resting-stop')!;
  const stop = stopOf();
  await world.seconds(5);
  broker.modify = () => Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  await world.execution.orders.change(stopOf(), { quantity: 6, price: stop.price!, trigger: null });
  const { orderBook } = broker;
  // It lags behind: the stop is as it was when the first shares had been bought.
  broker.orderBook = async () =>
    (await orderBook.call(broker)).map((report) =>
      report.tag === stop.tag ? { ...report, quantity: 4 } : report,
    );
  world.leave();
  await world.comeBack();
  expect(stopOf()).toMatchObject({ quantity: 10, asked_quantity: 6 });
  await world.settle();
});
