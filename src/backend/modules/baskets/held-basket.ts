import type { findHolding } from '../../baskets/basket-book.ts';
import { type Definition } from '../../baskets/basket-book.ts';
import { sipView } from '../../baskets/basket-sips.ts';
import { loadBasketState } from '../../baskets/basket-state.ts';
import { heldView } from './views.ts';
import type { BasketsDeps } from './baskets-deps.ts';

/** A basket that is held: its state, and the view of it with its SIP and the SIPs that wait for an answer. */
export const heldBasket = async (
  deps: BasketsDeps,
  definition: Definition,
  holding: NonNullable<Awaited<ReturnType<typeof findHolding>>>,
) => {
  const { database, marketRuns } = deps;
  const state = await loadBasketState(database, marketRuns, definition, holding);
  const sip = await database.read
    .selectFrom('basket_sips')
    .selectAll()
    .where('holding_id', '=', holding.id)
    .executeTakeFirst();
  const asked = await database.read
    .selectFrom('basket_sip_runs')
    .select(['due_day', 'amount', 'message'])
    .where('holding_id', '=', holding.id)
    .where('state', '=', 'asked')
    .orderBy('due_day')
    .execute();
  const askedSips = asked.map(({ due_day, amount, message }) => ({ due: due_day, amount, why: message }));
  return { state, view: heldView(state, { sip: sip ? sipView(sip) : null, askedSips }) };
};
