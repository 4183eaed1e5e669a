import type { Mode } from '../../../shared/contract/fields.ts';
import { type Definition } from '../../baskets/basket-book.ts';
import { minimumOf } from '../../baskets/basket-previews.ts';
import { offerView } from './views.ts';
import type { BasketsDeps } from './baskets-deps.ts';

/** In which modes a basket is held. */
export const modesOf = (
  held: readonly { readonly definition_id: number; readonly mode: Mode }[],
  basketId: number,
): Mode[] => held.filter(({ definition_id }) => definition_id === basketId).map(({ mode }) => mode);

/** A basket on offer, in the market that the user uses. */
export const basketOffer = async (
  deps: BasketsDeps,
  userId: number,
  definition: Definition,
  heldModes: readonly Mode[],
) => {
  const { marketRuns, basketTrading } = deps;
  const run = marketRuns.runOf(userId);
  return offerView(definition, {
    userId,
    run,
    heldModes,
    minimum: minimumOf(definition, run),
    index: await basketTrading.indexOf(definition, run),
  });
};
