import { afterEach, beforeEach, expect, it } from 'vitest';
import { MoneyWorld } from '../../../tests/support/money-world.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import { DAY_MS } from '../../shared/time.ts';
import { pricesOn } from './price-list.ts';

/** A plan whose owner cancels it while it is being renewed: what was decided on a row is written under that row. */

let world: MoneyWorld;
beforeEach(async () => {
  world = await MoneyWorld.open();
});
afterEach(() => world.dispose());

/** Accept that one of the two was refused whole; any other error is a failure. */
const undoneWhole = (error: unknown): void => expect(error).toMatchObject({ code: 'conflict' });

const PLUS = 299_00 + 53_82;

const bought = async () => {
  const user = await world.person({ paise: 3 * PLUS });
  const plan = pricesOn(world.now).plans.find(({ planId }) => planId === 'plus')!;
  const { subscription } = await world.database.write(user, (tx) =>
    world.subscriptions.buy(tx, user, world.nextKey(), plan),
  );
  return { user, id: subscription.id };
};
const plan = (id: number) =>
  world.database.read.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a plan that is cancelled while it is renewed is not charged and running again', async () => {
  const { user, id } = await bought();
  world.now += 30 * DAY_MS;
  const due = await plan(id);
  await world.database
    .write(user, (tx) =>
      world.subscriptions.renew(
        interrupted(tx, {
          after: /^select|^update/,
          write: (other) => world.subscriptions.cancel(other, user, id),
        }),
        due,
      ),
    )
    .catch(undoneWhole);
  const { state, is_renewing: isRenewing } = await plan(id);
  const { available } = await world.balances(user);
  // Undone whole, both, to be done again in turn; or cancelled, whether the period was paid or not.
  const isUndone = available === 2 * PLUS && state === 'active';
  expect(isUndone || (state === 'cancelled' && isRenewing === 0)).toBe(true);
});

it('the months of grace that are paid while their plan is ended do not bring it back', async () => {
  const user = await world.person({ paise: PLUS });
  const offer = pricesOn(world.now).plans.find(({ planId }) => planId === 'plus')!;
  const { subscription } = await world.database.write(user, (tx) =>
    world.subscriptions.buy(tx, user, world.nextKey(), offer),
  );
  const { id } = subscription;
  world.now += 30 * DAY_MS;
  await world.database.write(user, async (tx) => world.subscriptions.renew(tx, await plan(id)));
  const inGrace = await plan(id);
  expect(inGrace.state).toBe('grace');
  const refill = await world.person({ paise: PLUS });
  await world.database.write([refill, user], (tx) =>
    world.ledger.post(tx, {
      ...{ userId: refill, key: world.nextKey(), kind: 'transfer' },
      postings: [
        { userId: refill, account: 'available', amount: -PLUS },
        { userId: user, account: 'available', amount: PLUS },
      ],
    }),
  );
  await world.database
    .write(user, (tx) =>
      world.subscriptions.payDue(
        interrupted(tx, {
          after: /from "purchases"/,
          write: (other) => world.subscriptions.cancel(other, user, id),
        }),
        inGrace,
        world.nextKey(),
      ),
    )
    .catch(undoneWhole);
  const { state } = await plan(id);
  const { available } = await world.balances(user);
  const isUndone = available === PLUS && state === 'grace';
  expect(isUndone || (available === PLUS && state === 'ended')).toBe(true);
});
