import { formatRupees, formatRupeesChange } from '../../shared/money.ts';
import type { BasketHoldingRow } from '../db/schema.ts';
import { definitionsById, requireDefinition, requireHolding } from './basket-book.ts';
import type { BasketNeeds } from './basket-orders.ts';
import { basketPrice } from './basket-prices.ts';
import { type BasketState, loadBasketState, quantityOf } from './basket-state.ts';
import { placeSteps, stepsOf } from './place-orders.ts';

/**
 * Sells all of a basket: what is still being bought is cancelled, every share goes at the next price. May be asked again
 * for what is left. Nothing keeps anybody in: the market may be closed, the sales wait for it.
 */
export const closeBasket = async (needs: BasketNeeds, userId: number, basketId: number, key: string) => {
  const { database, desk } = needs;
  const definition = await requireDefinition(database.read, userId, basketId);
  const holding = await requireHolding(database.read, userId, basketId);
  const { run, working } = await loadBasketState(database, desk, definition, holding);
  const at = run?.session.now ?? needs.clock.now();
  await database.write(async (tx) => {
    await tx.query
      .updateTable('basket_holdings')
      .set({ closing_at: holding.closing_at ?? at })
      .where('id', '=', holding.id)
      .execute();
    await tx.query
      .updateTable('basket_sips')
      .set({ status: 'off', next_due: null })
      .where('holding_id', '=', holding.id)
      .execute();
  });
  if (run)
    for (const order of working)
      if (order.purpose === 'entry') await run.execution.cancel(order.id, at, 'The basket is being closed');
  const { open } = await loadBasketState(database, desk, definition, holding);
  const held = [...open].map(([symbol, positions]) => ({ symbol, quantity: quantityOf(positions) }));
  const sales = held.map((line) => ({ ...line, side: 'sell' as const }));
  const orders = run
    ? await placeSteps(database, run, holding, stepsOf(sales, open), {
        key: `basket-close:${holding.id}:${key}`,
        reason: 'Basket closed by you',
      })
    : [];
  await finishClosings(needs);
  const left = held.flatMap(({ symbol, quantity }) =>
    run && basketPrice(run, symbol) === null
      ? [{ symbol, quantity, why: `${symbol} has no price now; it is sold as soon as it trades again.` }]
      : [],
  );
  return { name: definition.name, orders, left };
};

/** Ends the holdings whose last share has been sold: the money is out, the account is put away. */
export const finishClosings = async (needs: BasketNeeds): Promise<void> => {
  const { database, desk } = needs;
  const closing = await database.read
    .selectFrom('basket_holdings')
    .selectAll()
    .where('closing_at', 'is not', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  const definitions = await definitionsById(
    database.read,
    closing.map((row) => row.definition_id),
  );
  for (const holding of closing) {
    const definition = definitions.get(holding.definition_id);
    const state = definition && (await loadBasketState(database, desk, definition, holding));
    if (state && state.open.size === 0 && state.working.length === 0) await finish(needs, holding, state);
  }
};

const finish = async (
  { database, clock, notify }: BasketNeeds,
  holding: BasketHoldingRow,
  { definition, run, cash, invested }: BasketState,
): Promise<void> => {
  const at = run?.session.now ?? holding.closing_at ?? clock.now();
  await database.write(async (tx) => {
    const { numUpdatedRows } = await tx.query
      .updateTable('basket_holdings')
      .set({ closed_at: at })
      .where('id', '=', holding.id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx.query
      .insertInto('basket_flows')
      .values({ holding_id: holding.id, kind: 'close', amount: -cash, at })
      .execute();
    await tx.query
      .updateTable('tricks')
      .set({ removed_at: clock.now() })
      .where('id', '=', holding.trick_id)
      .execute();
    await notify(tx, holding.user_id, 'baskets', {
      title: `${definition.name} is sold`,
      body: `${formatRupees(cash)} came back of ${formatRupees(invested)} put in: ${formatRupeesChange(cash - invested)} after all charges.`,
      link: '/baskets',
    });
  });
};
