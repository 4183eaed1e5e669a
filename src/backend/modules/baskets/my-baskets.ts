import type { HeldBasket } from '../../../shared/contract/baskets.ts';
import { istIso } from '../../../shared/time.ts';
import { definitionsById, openHoldings } from '../../baskets/basket-book.ts';
import { heldBasket } from './held-basket.ts';
import type { BasketsCalls, BasketsDeps } from './baskets-deps.ts';

const totalOf = (held: readonly HeldBasket[]) => ({
  value: held.reduce((sum, { value }) => sum + value, 0),
  invested: held.reduce((sum, { invested }) => sum + invested, 0),
  pnl: held.reduce((sum, { pnl }) => sum + pnl, 0),
});

/** Baskets held, with sums by mode, in the market in use. */
export const myBaskets =
  (deps: BasketsDeps): BasketsCalls['mine'] =>
  async (_input, { userId }) => {
    const { database, marketRuns } = deps;
    const holdings = await openHoldings(database.read, userId);
    const definitions = await definitionsById(
      database.read,
      holdings.map((row) => row.definition_id),
    );
    const myBaskets = [];
    for (const holding of holdings) {
      const definition = definitions.get(holding.definition_id);
      if (definition) myBaskets.push((await heldBasket(deps, definition, holding)).view);
    }
    // Only the feed in use: figures of two sources are never added.
    const { source } = marketRuns.runOf(userId).identity;
    const live = myBaskets.filter((basket) => basket.mode === 'live');
    return {
      myBaskets,
      source,
      ...totalOf(myBaskets.filter((basket) => basket.mode === 'test' && basket.source === source)),
      live: live.length === 0 ? null : totalOf(live),
      rebalanceDue: myBaskets.filter((basket) => basket.isRebalanceDue).length,
      asOf: istIso(marketRuns.runOf(userId).session.now),
    };
  };
