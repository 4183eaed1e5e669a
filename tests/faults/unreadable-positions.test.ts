import { expect, it } from 'vitest';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';
import type { LiveWorld } from '../support/live-world.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** A row of a live position that cannot be read: edited by hand, of another version, or damaged. */
const PRICE = 400_00;
const STOP = 396_00;
const { open, database } = faultWorlds(79_000);
const holding = () => open({ product: 'delivery', protection: { stopLoss: { kind: 'percent', value: 1 } } });

/** Overwrite a position while the program is away, then restart it. */
const edit = async (
  world: LiveWorld,
  positionId: number,
  change: { protection_json?: string; instrument_json?: string },
  alsoOrders = false,
): Promise<void> => {
  world.leave();
  await writeForAll(database(), async (tx) => {
    await tx.query.updateTable('positions').set(change).where('id', '=', positionId).execute();
    if (alsoOrders)
      await tx.query
        .updateTable('orders')
        .set({ instrument_json: '{' })
        .where('position_id', '=', positionId)
        .execute();
  });
  await world.comeBack();
  await world.seconds(20);
};

it.each(['{', '{}', 'null', '{"side":"long","entryPrice":"400"}'])(
  'a protection stored as %s keeps its shown stop, and its owner is notified what is lost',
  async (protection_json) => {
    const world = await holding();
    const { id } = await world.hold('ITC', 10, PRICE);
    await edit(world, id, { protection_json });
    expect(world.position(id)?.stop_loss).toBe(STOP);
    expect(world.execution.orders.of(id)).toMatchObject([{ slot: 'resting-stop', trigger_price: STOP }]);
    expect((await world.alerts()).join('\n')).toMatch(/What protects ITC could not be read/);
  },
);

it('a position whose contract cannot be read is held in the one of its entry', async () => {
  const world = await holding();
  const { id } = await world.hold('ITC', 10, PRICE);
  await edit(world, id, { instrument_json: '{"exchange":1' });
  expect(world.position(id)?.protection_state).toBe('resting');
});

it('a position that says nowhere what it is held in is reported, its stop stays at the broker, and the others go on', async () => {
  const world = await holding();
  const bad = await world.hold('ITC', 10, PRICE);
  const good = await world.hold('SBIN', 5, PRICE, 2);
  await edit(world, bad.id, { instrument_json: '' }, true);
  expect(world.positions.map(({ symbol }) => symbol)).toEqual(['SBIN']);
  expect(world.position(good.id)?.protection_state).toBe('resting');
  expect((await world.alerts()).join('\n')).toMatch(/What is held of ITC could not be read/);
  expect(world.broker.truth.filter(({ order, state }) => isStop(order) && state === 'waiting')).toHaveLength(
    2,
  );
});
