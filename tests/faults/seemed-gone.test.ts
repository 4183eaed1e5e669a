import { expect, it } from 'vitest';
import { faultWorlds } from '../support/fault-worlds.ts';

/** Position that seems gone, since another's sale is reported late. */
const { open } = faultWorlds(96_000);

/** Time in which a book is read and acted on, s. */
const SOON_S = 4;
const LATE_S = 7;

it('leaves as soon as that sale is known', async () => {
  const world = await open();
  world.broker.partly = 0;
  await world.hold('ITC', 10, 400_00);
  await world.hold('ITC', 10, 400_00);
  const [sold, other] = world.positions;
  const { orders } = world.execution;
  const { onReport } = orders;
  let isLate = true;
  orders.onReport = (report) => {
    const { position_id: id, slot } = orders.all().find(({ tag }) => tag === report.tag) ?? {};
    const isOfSale = id === sold!.id && slot === 'leaving' && report.filledQuantity > 0;
    return isLate && isOfSale ? Promise.resolve() : onReport.call(orders, report);
  };
  await world.exit(sold!.id);
  await world.price('ITC', 400_00);
  await world.exit(other!.id);
  await world.seconds(LATE_S);
  // The account holds ten, and both seem to be held: the second is bare, and nothing of it is sent.
  expect(world.positions.map((row) => row.protection_state)).toEqual(['leaving', 'none']);
  isLate = false;
  for (let second = 0; second < SOON_S; second++) {
    await world.price('ITC', 400_00);
    await world.seconds(1);
  }
  expect(world.positions).toEqual([]);
});
