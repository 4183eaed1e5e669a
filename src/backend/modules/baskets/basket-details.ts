import { formatRupees } from '../../../shared/money.ts';
import { istIso } from '../../../shared/time.ts';
import { findHolding, openHoldings, requireDefinition } from '../../baskets/basket-book.ts';
import { linesOf } from '../../baskets/basket-state.ts';
import { constituentViews, xirrPercentOf } from './views.ts';
import { heldBasket } from './held-basket.ts';
import { basketOffer, modesOf } from './basket-offer.ts';
import type { BasketsCalls, BasketsDeps } from './baskets-deps.ts';

/** One basket: its offer, what is held of it, its history, flows and SIPs. */
export const basketDetails =
  (deps: BasketsDeps): BasketsCalls['details'] =>
  async (input, { userId }) => {
    const { database, marketRuns, basketTrading } = deps;
    const definition = await requireDefinition(database.read, userId, input.basketId);
    const modes = modesOf(await openHoldings(database.read, userId), definition.id);
    const holding = await findHolding(database.read, userId, definition.id, input.mode);
    const held = holding && (await heldBasket(deps, definition, holding));
    const run = held ? held.state.run : marketRuns.runOf(userId);
    const flows = holding
      ? await database.read
          .selectFrom('basket_flows')
          .select(['at', 'amount', 'kind'])
          .where('holding_id', '=', holding.id)
          .orderBy('id')
          .execute()
      : [];
    const sipRuns = holding
      ? await database.read
          .selectFrom('basket_sip_runs')
          .selectAll()
          .where('holding_id', '=', holding.id)
          .orderBy('due_day', 'desc')
          .execute()
      : [];
    const history = await basketTrading.indexOf(definition, run ?? marketRuns.runOf(userId));
    return {
      detailsBasket: {
        offer: await basketOffer(deps, userId, definition, modes),
        holding: held?.view ?? null,
        constituents: constituentViews(
          held?.state.lines ?? linesOf(definition, run),
          run,
          held?.state ?? null,
        ),
        history: [...history],
        xirrPercent: held ? xirrPercentOf(held.state, flows) : null,
        fees: [
          'The basket itself costs nothing: no fee for entry, exit or management.',
          `Each order is charged like any delivery order: brokerage, taxes and exchange charges, and the depository when shares are sold.${held ? ` So far ${formatRupees(held.state.charges)}.` : ''}`,
        ],
        flows: flows.map(({ at, amount, kind }) => ({ at: istIso(at), amount, kind })),
        sipRuns: sipRuns.map(({ due_day, at, amount, message, state }) => ({
          due: due_day,
          at: istIso(at),
          amount,
          message,
          state,
        })),
      },
    };
  };
