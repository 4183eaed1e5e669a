import { SHORT_STATES } from '../../../shared/order-states.ts';
import type { BasketExecution, baskets, HeldBasket } from '../../../shared/contract/baskets.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import { formatRupees } from '../../../shared/money.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { istDayStart, istDayText, istIso } from '../../../shared/time.ts';
import {
  type Definition,
  definitionsById,
  findHolding,
  listDefinitions,
  openHoldings,
  requireDefinition,
} from '../../baskets/basket-book.ts';
import type { BasketTrading } from '../../baskets/basket-trading.ts';
import { minimumOf } from '../../baskets/basket-previews.ts';
import { sipView } from '../../baskets/basket-sips.ts';
import { linesOf, loadBasketState } from '../../baskets/basket-state.ts';
import type { CallContext } from '../../call-context.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { addBasket } from './add-basket.ts';
import { holdingsOf } from './list-holdings.ts';
import { constituentViews, heldView, offerView, xirrPercentOf } from './views.ts';

export type BasketsDeps = Pick<BackendParts, 'database' | 'marketRuns' | 'clock' | 'logActivity'> & {
  readonly basketTrading: BasketTrading;
};

const totalOf = (held: readonly HeldBasket[]) => ({
  value: held.reduce((sum, { value }) => sum + value, 0),
  invested: held.reduce((sum, { invested }) => sum + invested, 0),
  pnl: held.reduce((sum, { pnl }) => sum + pnl, 0),
});

const modesOf = (
  held: readonly { readonly definition_id: number; readonly mode: Mode }[],
  basketId: number,
): Mode[] => held.filter(({ definition_id }) => definition_id === basketId).map(({ mode }) => mode);

const many = (count: number, noun: string): string => (count === 1 ? `One ${noun}` : `${count} ${noun}s`);

/** What was handed over, as a sentence; a part that was not is named. */
const placedSentence = (orders: BasketExecution['orders']): string => {
  const failed = orders
    .filter(({ problem, state }) => problem !== null || (state !== null && SHORT_STATES.includes(state)))
    .map(({ symbol }) => symbol);
  const waiting = orders.filter(({ isWaiting }) => isWaiting).length;
  const sentences = [`${many(orders.length - failed.length - waiting, 'order')} placed.`];
  if (waiting > 0) sentences.push(`${many(waiting, 'purchase')} follow once the sales have gone through.`);
  if (failed.length > 0) sentences.push(`${failed.join(', ')} could not be ordered: rebalance to try again.`);
  return sentences.join(' ');
};

/** Baskets: what is on offer, what is held, and everything that is done with them. */
export const basketsHandlers = (deps: BasketsDeps): Handlers<typeof baskets, CallContext> => {
  const { database, marketRuns, clock, basketTrading } = deps;

  const offerOf = async (userId: number, definition: Definition, heldModes: readonly Mode[]) => {
    const run = marketRuns.runOf(userId);
    return offerView(definition, {
      userId,
      run,
      heldModes,
      minimum: minimumOf(definition, run),
      index: await basketTrading.indexOf(definition, run),
    });
  };

  const heldOf = async (
    definition: Definition,
    holding: NonNullable<Awaited<ReturnType<typeof findHolding>>>,
  ) => {
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

  return {
    list: async (input, { userId }) => {
      const { definitions, total } = await listDefinitions(database.read, userId, {
        ...input,
        limit: input.pageSize,
        offset: pageOffset(input),
      });
      const held = await openHoldings(database.read, userId);
      const listBasket = [];
      for (const definition of definitions)
        listBasket.push(await offerOf(userId, definition, modesOf(held, definition.id)));
      const { pageNumber, pageSize, search } = input;
      return { listBasket, pageNumber, pageSize, total, search };
    },

    mine: async (_input, { userId }) => {
      const holdings = await openHoldings(database.read, userId);
      const definitions = await definitionsById(
        database.read,
        holdings.map((row) => row.definition_id),
      );
      const myBaskets = [];
      for (const holding of holdings) {
        const definition = definitions.get(holding.definition_id);
        if (definition) myBaskets.push((await heldOf(definition, holding)).view);
      }
      // Only the feed in use: figures of two sources are never added.
      const { source } = marketRuns.runOf(userId).identity;
      const live = myBaskets.filter((basket) => basket.mode === 'live');
      return {
        myBaskets,
        ...totalOf(myBaskets.filter((basket) => basket.mode === 'test' && basket.source === source)),
        live: live.length === 0 ? null : totalOf(live),
        rebalanceDue: myBaskets.filter((basket) => basket.isRebalanceDue).length,
        asOf: istIso(marketRuns.runOf(userId).session.now),
      };
    },

    details: async (input, { userId }) => {
      const definition = await requireDefinition(database.read, userId, input.basketId);
      const modes = modesOf(await openHoldings(database.read, userId), definition.id);
      const holding = await findHolding(database.read, userId, definition.id, input.mode);
      const held = holding && (await heldOf(definition, holding));
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
          offer: await offerOf(userId, definition, modes),
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
    },

    add: async (input, { userId }) => {
      const basketId = await addBasket(database, clock, userId, input, (tx) =>
        deps.logActivity(tx, userId, 'basket', `Made the basket ${input.name}.`),
      );
      return new Reply({ basketId }, `${input.name} is yours. Open it on paper to see how it does.`);
    },

    preview: (input, { userId }) => basketTrading.preview(userId, input),

    open: async (input, { userId }) => {
      const answer = await basketTrading.open(userId, input);
      return new Reply(answer, placedSentence(answer.orders));
    },

    rebalance: async (input, { userId }) => {
      const answer = await basketTrading.carryOut(userId, input);
      return new Reply(answer, placedSentence(answer.orders));
    },

    close: async (input, context) => {
      const key = context.attempt?.key ?? context.requestId;
      const { name, orders, left } = await basketTrading.close(context.userId, input, key);
      const waiting = left.map(({ symbol }) => symbol).join(', ');
      return new Reply(
        { orders, left },
        orders.length === 0
          ? `${name} is closed; nothing was left to sell.`
          : `${name} is being sold: ${many(orders.length, 'order').toLowerCase()}.${waiting ? ` ${waiting} must wait for a price.` : ''}`,
      );
    },

    holdings: async (_input, { userId }) => ({
      listHoldings: await holdingsOf(database, marketRuns, userId),
      asOf: istIso(marketRuns.runOf(userId).session.now),
    }),

    setSip: async (input, { userId }) => {
      const sip = await basketTrading.setSip(userId, input);
      const when = sip.nextRun === null ? null : istDayText(istDayStart(sip.nextRun));
      return new Reply(
        { basketId: input.basketId, sip },
        when === null
          ? sip.status === 'paused'
            ? 'The SIP is paused.'
            : 'The SIP is off.'
          : `The next ${formatRupees(sip.amount)} go in on ${when}.`,
      );
    },

    leaveOutSip: async (input, { userId }) => {
      await basketTrading.leaveOutSip(userId, input);
      const { basketId, due } = input;
      return new Reply({ basketId, due }, `The SIP of ${istDayText(istDayStart(due))} is left out.`);
    },
  };
};
