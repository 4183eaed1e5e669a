import { expect, it } from 'vitest';
import type { LiveExecutionDeps } from '../../src/backend/broker-accounts/live-execution.ts';
import type { OrderReport } from '../../src/backend/brokers/broker.ts';
import type { TradeRow } from '../../src/backend/db/schema.ts';
import { faultWorlds } from '../support/fault-worlds.ts';

/** Fills after an order was thought over, or by another hand. */
const { database, open } = faultWorlds(95_000);

it('what an entry brings late, after its owner has sold what there was, is sold as well', async () => {
  const world = await open();
  world.broker.partly = 1;
  await world.price('ITC', 400_00);
  const entry = await world.enter('ITC', 10);
  // Half of it fills, the rest rests.
  await world.seconds(1);
  await world.price('ITC', 410_00);
  await world.seconds(8);
  world.broker.partly = 0;
  const [held] = world.positions;
  expect(held?.quantity).toBe(5);
  const { orders } = world.execution;
  const { onReport } = orders;
  const late: OrderReport[] = [];
  let isLate = true;
  orders.onReport = (report) => {
    const isOfEntry = report.tag === orders.get(entry.id)?.tag && report.filledQuantity === 10;
    if (!isOfEntry || !isLate) return onReport.call(orders, report);
    late.push(report);
    return Promise.resolve();
  };
  const { cancel } = world.broker;
  // The cancellation crosses the fill.
  world.broker.cancel = (ref) => {
    if (ref.order.side === 'buy') world.broker.moveTo(400_00, 'ITC');
    return cancel.call(world.broker, ref);
  };
  await world.exit(held!.id);
  await world.seconds(10);
  expect([world.positions.length, late.length > 0]).toEqual([0, true]);
  isLate = false;
  await world.seconds(120);
  expect(world.positions.map(({ quantity }) => quantity)).toEqual([]);
});

it('what the owner has sold themselves and takes over counts in what the strategy has earned', async () => {
  const world = await open();
  await world.hold('ITC', 10, 400_00);
  const closed: number[] = [];
  const deps = Reflect.get(world.execution, 'deps') as Pick<LiveExecutionDeps, 'onTrade'>;
  Object.assign(deps, { onTrade: (trade: TradeRow) => closed.push(trade.quantity) });
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 398_00);
  await world.seconds(90);
  const difference = await database()
    .read.selectFrom('account_differences')
    .selectAll()
    .where('run_id', '=', world.execution.runId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  await world.execution.resolveDifference(difference, { resolution: 'take-over', price: 398_00 });
  await world.seconds(5);
  expect(world.positions).toEqual([]);
  expect(closed).toEqual([10]);
});
