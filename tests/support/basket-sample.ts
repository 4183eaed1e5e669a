import type { Transaction } from '../../src/backend/db/database.ts';
import type { TestUser } from './test-backend.ts';
import { until } from './until.ts';

/** Ids of a user's baskets to try basket calls on. */
export interface BasketSample {
  /** Held, with nothing being filled. */
  readonly heldId: number;
  /** Not held. */
  readonly freeId: number;
  /** Of the user's own making. */
  readonly ownId: number;
  /** Puts more into the held one. */
  readonly previewId: number;
  readonly amount: number;
}

/**
 * Wait until the middle of a market day. The market is open, every share has ticked today, and hours of the day are to
 * come.
 */
export const midday = (user: TestUser) =>
  until(
    'the middle of a market day',
    async () => {
      const { now } = (await user.call('home.header', {})).feed;
      return now.slice(11, 16) >= '09:20' && now.slice(11, 16) <= '14:00';
    },
    60_000,
  );

/** Makes a basket, holds another and looks at a third. The market must be fast; `slow` is called while it is open. */
export const addBasketSample = async (
  user: TestUser,
  slow: () => Promise<unknown>,
): Promise<BasketSample> => {
  const { listBasket } = await user.call('baskets.list', {});
  const [held, free] = listBasket.filter(({ name }) => name === 'Bank Five' || name === 'Technology Five');
  const { basketId: ownId } = await user.call('baskets.add', {
    name: 'Sample basket',
    constituents: [
      { instrument: 'ITC', weight: 60 },
      { instrument: 'SBIN', weight: 40 },
    ],
  });
  const [heldId, freeId] = [held!.basketId, free!.basketId];
  await midday(user);
  await user.call('baskets.open', { basketId: heldId, amount: 2 * held!.minimumAmount! });
  await until('a basket that is bought', async () => {
    const [basket] = (await user.call('baskets.mine', {})).myBaskets;
    return basket?.state === 'held';
  });
  await midday(user);
  await slow();
  const { previewId } = await user.call('baskets.preview', { basketId: heldId, amount: 50_000_00 });
  return { heldId, freeId, ownId, previewId, amount: 2 * free!.minimumAmount! };
};

/** Ask for a SIP as if one were overdue. It fell due on a day on which it could not be done. */
export const askForSip = async (tx: Transaction, holdingId: number, day: string): Promise<void> => {
  await tx.query
    .insertInto('basket_sip_runs')
    .values({
      holding_id: holdingId,
      due_day: day,
      amount: 5_000_00,
      preview_id: null,
      state: 'asked',
      message: 'Not connected.',
      at: 1,
    })
    .execute();
};
