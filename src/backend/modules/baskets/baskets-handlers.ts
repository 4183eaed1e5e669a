import { SHORT_STATES } from '../../../shared/order-states.ts';
import type { BasketExecution } from '../../../shared/contract/baskets.ts';
import { Reply } from '../../../shared/contract/endpoint.ts';
import { formatRupees } from '../../../shared/money.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { istDayStart, istDayText, istIso } from '../../../shared/time.ts';
import { listDefinitions, openHoldings } from '../../baskets/basket-book.ts';
import { addBasket } from './add-basket.ts';
import { holdingsOf } from './list-holdings.ts';
import { myBaskets } from './my-baskets.ts';
import { basketDetails } from './basket-details.ts';
import { basketOffer, modesOf } from './basket-offer.ts';
import type { BasketsCalls, BasketsDeps } from './baskets-deps.ts';

const many = (count: number, noun: string): string => (count === 1 ? `One ${noun}` : `${count} ${noun}s`);

/** Sentence about the orders that were submitted; a part that was not is named. */
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

const soldSentence = (name: string, orders: number, left: readonly { readonly symbol: string }[]): string => {
  if (orders === 0) return `${name} is closed; nothing was left to sell.`;
  const waiting = left.map(({ symbol }) => symbol).join(', ');
  return `${name} is being sold: ${many(orders, 'order').toLowerCase()}.${waiting ? ` ${waiting} must wait for a price.` : ''}`;
};

/** Baskets: what is on offer, what is held, and everything that is done with them. */
export const basketsHandlers = (deps: BasketsDeps): BasketsCalls => ({
  list: async (input, { userId }) => {
    const { definitions, total } = await listDefinitions(deps.database.read, userId, {
      ...input,
      limit: input.pageSize,
      offset: pageOffset(input),
    });
    const held = await openHoldings(deps.database.read, userId);
    const listBasket = [];
    for (const definition of definitions)
      listBasket.push(await basketOffer(deps, userId, definition, modesOf(held, definition.id)));
    const { pageNumber, pageSize, search } = input;
    return { listBasket, pageNumber, pageSize, total, search };
  },
  mine: myBaskets(deps),
  details: basketDetails(deps),
  add: async (input, { userId }) => {
    const basketId = await addBasket(deps.database, deps.clock, userId, input, (tx) =>
      deps.logActivity(tx, userId, 'basket', `Made the basket ${input.name}.`),
    );
    return new Reply({ basketId }, `${input.name} is yours. Open it on paper to see how it does.`);
  },
  preview: (input, { userId }) => deps.basketTrading.preview(userId, input),
  open: async (input, { userId }) => {
    const answer = await deps.basketTrading.open(userId, input);
    return new Reply(answer, placedSentence(answer.orders));
  },
  rebalance: async (input, { userId }) => {
    const answer = await deps.basketTrading.carryOut(userId, input);
    return new Reply(answer, placedSentence(answer.orders));
  },
  close: async (input, context) => {
    const key = context.attempt?.key ?? context.ownKey;
    const { name, orders, left } = await deps.basketTrading.close(context.userId, input, key);
    return new Reply({ orders, left }, soldSentence(name, orders.length, left));
  },
  holdings: async (_input, { userId }) => ({
    listHoldings: await holdingsOf(deps.database, deps.marketRuns, userId),
    asOf: istIso(deps.marketRuns.runOf(userId).session.now),
  }),
  setSip: async (input, { userId }) => {
    const sip = await deps.basketTrading.setSip(userId, input);
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
    await deps.basketTrading.leaveOutSip(userId, input);
    const { basketId, due } = input;
    return new Reply({ basketId, due }, `The SIP of ${istDayText(istDayStart(due))} is left out.`);
  },
});
