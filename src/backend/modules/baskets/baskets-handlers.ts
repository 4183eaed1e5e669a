import type { baskets } from '../../../shared/contract/baskets.ts';
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
import type { BasketDesk } from '../../baskets/basket-desk.ts';
import { minimumOf } from '../../baskets/basket-previews.ts';
import { sipView } from '../../baskets/basket-sips.ts';
import { linesOf, loadBasketState } from '../../baskets/basket-state.ts';
import type { CallContext } from '../../call-context.ts';
import type { BackendParts } from '../../parts.ts';
import { addBasket } from './add-basket.ts';
import { holdingsOf } from './list-holdings.ts';
import { constituentViews, heldView, offerView, xirrPercentOf } from './views.ts';

export type BasketsNeeds = Pick<BackendParts, 'database' | 'desk' | 'clock' | 'logActivity'> & {
  readonly basketDesk: BasketDesk;
};

const many = (count: number, noun: string): string => (count === 1 ? `One ${noun}` : `${count} ${noun}s`);

/** What was handed over, as a sentence; a part that was not is named. */
const placedSentence = (orders: readonly { readonly symbol: string; readonly problem: string | null }[]) => {
  const failed = orders.filter(({ problem }) => problem !== null).map(({ symbol }) => symbol);
  const done = `${many(orders.length - failed.length, 'order')} placed.`;
  return failed.length === 0
    ? done
    : `${done} ${failed.join(', ')} could not be ordered: rebalance to try again.`;
};

/** Baskets: what is on offer, what is held, and everything that is done with them. */
export const basketsHandlers = (needs: BasketsNeeds): Handlers<typeof baskets, CallContext> => {
  const { database, desk, clock, basketDesk } = needs;

  const offerOf = async (userId: number, definition: Definition, isHeld: boolean) => {
    const run = desk.runOf(userId);
    return offerView(definition, {
      userId,
      run,
      isHeld,
      minimum: minimumOf(definition, run),
      index: await basketDesk.indices.of(definition, run),
    });
  };

  const heldOf = async (
    definition: Definition,
    holding: NonNullable<Awaited<ReturnType<typeof findHolding>>>,
  ) => {
    const state = await loadBasketState(database, desk, definition, holding);
    const sip = await database.read
      .selectFrom('basket_sips')
      .selectAll()
      .where('holding_id', '=', holding.id)
      .executeTakeFirst();
    return { state, view: heldView(state, sip ? sipView(sip) : null) };
  };

  return {
    list: async (input, { userId }) => {
      const { definitions, total } = await listDefinitions(database.read, userId, {
        ...input,
        limit: input.pageSize,
        offset: pageOffset(input),
      });
      const held = new Set((await openHoldings(database.read, userId)).map((row) => row.definition_id));
      const listBasket = [];
      for (const definition of definitions)
        listBasket.push(await offerOf(userId, definition, held.has(definition.id)));
      const { pageNumber, pageSize, Search } = input;
      return { listBasket, pageNumber, pageSize, total, Search };
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
      const { source } = desk.runOf(userId).identity;
      const shown = myBaskets.filter((basket) => basket.source === source);
      const sum = (read: (basket: (typeof shown)[number]) => number) =>
        shown.reduce((total, basket) => total + read(basket), 0);
      return {
        myBaskets,
        value: sum((basket) => basket.value),
        invested: sum((basket) => basket.invested),
        pnl: sum((basket) => basket.pnl),
        rebalanceDue: myBaskets.filter((basket) => basket.isRebalanceDue).length,
        asOf: istIso(desk.runOf(userId).session.now),
      };
    },

    details: async (input, { userId }) => {
      const definition = await requireDefinition(database.read, userId, input.basketId);
      const holding = await findHolding(database.read, userId, definition.id);
      const held = holding && (await heldOf(definition, holding));
      const run = held ? held.state.run : desk.runOf(userId);
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
      const history = await basketDesk.indices.of(definition, run ?? desk.runOf(userId));
      return {
        detailsBasket: {
          offer: await offerOf(userId, definition, held !== undefined),
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
          sipRuns: sipRuns.map(({ due_day, at, amount, message, preview_id }) => ({
            due: due_day,
            at: istIso(at),
            amount,
            message,
            isDone: preview_id !== null,
          })),
        },
      };
    },

    add: async (input, { userId }) => {
      const basketId = await addBasket(database, clock, userId, input, (tx) =>
        needs.logActivity(tx, userId, 'basket', `Made the basket ${input.name}.`),
      );
      return new Reply({ basketId }, `${input.name} is yours. Open it in test to see how it does.`);
    },

    preview: (input, { userId }) => basketDesk.preview(userId, input),

    open: async (input, { userId }) => {
      const answer = await basketDesk.open(userId, input);
      return new Reply(answer, placedSentence(answer.orders));
    },

    rebalance: async (input, { userId }) => {
      const answer = await basketDesk.carryOut(userId, input);
      return new Reply(answer, placedSentence(answer.orders));
    },

    close: async (input, context) => {
      const key = context.attempt?.key ?? context.requestId;
      const { name, orders, left } = await basketDesk.close(context.userId, input.basketId, key);
      const waiting = left.map(({ symbol }) => symbol).join(', ');
      return new Reply(
        { orders, left },
        orders.length === 0
          ? `${name} is closed; nothing was left to sell.`
          : `${name} is being sold: ${many(orders.length, 'order').toLowerCase()}.${waiting ? ` ${waiting} must wait for a price.` : ''}`,
      );
    },

    holdings: async (_input, { userId }) => ({
      listHoldings: await holdingsOf(database, desk, userId),
      asOf: istIso(desk.runOf(userId).session.now),
    }),

    setSip: async (input, { userId }) => {
      const sip = await basketDesk.setSip(userId, input);
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
  };
};
