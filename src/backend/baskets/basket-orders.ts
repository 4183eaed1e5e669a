import { nextPeriodStart } from '../../engine/baskets/basket-days.ts';
import { ROOM_PERCENT } from '../../engine/baskets/price-room.ts';
import type { BasketExecution } from '../../shared/contract/baskets.ts';
import { formatPrice, formatRupees } from '../../shared/money.ts';
import { istDate, istDateTimeText, istDayStart } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { BasketHoldingRow, BasketPreviewRow } from '../db/schema.ts';
import { marketStateAt, tradingDayFrom } from '../market/calendar.ts';
import type { Notify } from '../modules/alerts/notify.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { TradingDesk } from '../trading/trading-desk.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { accountOf, type Definition, findHolding, isQuiet, requireDefinition } from './basket-book.ts';
import { deliveryCharges } from './basket-charges.ts';
import { requireBasketMode } from './basket-modes.ts';
import { makePreview, PREVIEW_VALID_MS, type PreviewOrder, requireTradable } from './basket-previews.ts';
import { basketPrice, openSession } from './basket-prices.ts';
import { type BasketState, loadBasketState } from './basket-state.ts';
import { placeSteps, type Step, stepsOf } from './place-orders.ts';

export interface BasketNeeds {
  readonly database: Database;
  readonly desk: TradingDesk;
  readonly clock: Clock;
  readonly notify: Notify;
}

/** Fewer shares of a previewed order; 0 leaves it out. */
export interface Edit {
  readonly symbol: string;
  readonly quantity: number;
}

/** What a basket's orders are for, in its log and order history. */
const REASONS = {
  open: 'Basket opened',
  add: 'Put into the basket',
  rebalance: 'Basket rebalanced',
} as const;

/** The trading day on which a basket goes back to its weights next; null for never. */
export const nextRebalanceDay = (definition: Definition, now: number): string | null => {
  const start = nextPeriodStart(istDate(now), definition.rebalance);
  return start === null ? null : tradingDayFrom(istDayStart(start));
};

const edited = (orders: readonly PreviewOrder[], edits: readonly Edit[]): PreviewOrder[] => {
  const quantities = new Map(orders.map(({ symbol, quantity }) => [symbol, quantity]));
  for (const { symbol, quantity } of edits) {
    const previewed = quantities.get(symbol);
    if (previewed === undefined)
      throw new Refusal('invalid', `${symbol} is not among the previewed orders.`, {
        fields: { edits: `must not name ${symbol}` },
      });
    if (quantity > previewed)
      throw new Refusal(
        'invalid',
        `${symbol} was previewed with ${previewed} shares; an edit can only make it fewer. Make a new preview for more.`,
        { fields: { edits: `must be at most ${previewed} for ${symbol}` } },
      );
    quantities.set(symbol, quantity);
  }
  return orders
    .map((order) => ({ ...order, quantity: quantities.get(order.symbol) ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
};

/** Cash once orders have filled at their previewed prices. */
const cashAfter = (orders: readonly PreviewOrder[], cash: number, time: number): number => {
  const chargesOn = deliveryCharges(time);
  return orders.reduce((left, { side, quantity, price }) => {
    const value = quantity * price;
    return left + (side === 'buy' ? -value : value) - chargesOn(side, value);
  }, cash);
};

/** Carries previews out: the decision is written whole before the first order goes. */
export class BasketOrders {
  private readonly needs: BasketNeeds;
  /** Previews whose orders this process is handing over, or has tried to take up again. */
  private readonly inHand = new Set<number>();

  constructor(needs: BasketNeeds) {
    this.needs = needs;
  }

  /** @throws Refusal `conflict` with a new preview in its details when this one no longer holds. */
  async carryOut(
    userId: number,
    basketId: number,
    previewId: number,
    edits: readonly Edit[],
  ): Promise<BasketExecution> {
    const { database, desk, clock } = this.needs;
    const definition = await requireDefinition(database.read, userId, basketId);
    const preview = await database.read
      .selectFrom('basket_previews')
      .selectAll()
      .where('id', '=', previewId)
      .where('user_id', '=', userId)
      .where('definition_id', '=', basketId)
      .executeTakeFirst();
    if (!preview) throw notFound('preview');
    requireBasketMode(preview.mode);
    if (preview.state !== 'made')
      throw new Refusal('conflict', 'This preview has been carried out already; it cannot be used again.');
    const holding = await findHolding(database.read, userId, basketId);
    if ((holding?.id ?? null) !== preview.holding_id)
      throw new Refusal(
        'conflict',
        holding ? `You hold ${definition.name} already.` : `You no longer hold ${definition.name}.`,
      );
    const state = holding ? await loadBasketState(database, desk, definition, holding) : null;
    const run = state ? requireTradable(state) : desk.runOf(userId);
    const orders = edited(JSON.parse(preview.orders_json) as PreviewOrder[], edits);
    if (orders.length === 0) throw new Refusal('refused', 'There is no order left to place.');
    if (clock.now() > preview.made_at + PREVIEW_VALID_MS || preview.run_id !== run.identity.runId)
      throw await this.outdated(preview, 'This preview is more than five minutes old.');
    const moved = orders.find(({ symbol, price }) => {
      const now = basketPrice(run, symbol)?.price;
      return now === undefined || Math.abs(now - price) * 100 > price * ROOM_PERCENT;
    });
    if (moved) {
      const now = basketPrice(run, moved.symbol)?.price;
      const what =
        now === undefined
          ? `${moved.symbol} has stopped trading since.`
          : `${moved.symbol} has moved from ₹${formatPrice(moved.price)} to ₹${formatPrice(now)} since, by more than ${ROOM_PERCENT}%.`;
      throw await this.outdated(preview, what);
    }
    this.requireOpenMarket(run);
    const cashBefore = (state?.cash ?? 0) + preview.amount;
    const cashLeft = cashAfter(orders, cashBefore, run.session.now);
    if (cashLeft < 0)
      throw new Refusal(
        'refused',
        `Without the sales you have taken out, ${formatRupees(-cashLeft)} are missing for the purchases. Take some of those out too.`,
      );
    const { executed, steps } = await this.decide(preview, definition, run, state, orders);
    const placed = await this.place(preview.id, executed, run, steps, REASONS[preview.kind]);
    return { basketId, TricksId: executed.trick_id, previewId, orders: placed, cashLeft };
  }

  private requireOpenMarket(run: MarketRun): void {
    if (openSession(run)) return;
    const { state, nextChange } = marketStateAt(run.session.now);
    const when =
      state === 'closing-auction' ? 'on the next trading day' : `at ${istDateTimeText(nextChange)}`;
    throw new Refusal(
      'refused',
      `The market is closed, and opens again ${when}. Prices may be others then: nothing was ordered.`,
    );
  }

  private async outdated(preview: BasketPreviewRow, why: string): Promise<Refusal> {
    const fresh = await makePreview(this.needs, preview.user_id, {
      basketId: preview.definition_id,
      mode: preview.mode,
      ...(preview.kind !== 'rebalance' && { amount: preview.amount }),
    });
    return new Refusal('conflict', `${why} Nothing was ordered. Look at the new preview first.`, {
      details: { preview: fresh },
    });
  }

  /** Writes what is going to be done: money in, the account of an opening, and the steps. */
  private decide(
    preview: BasketPreviewRow,
    definition: Definition,
    run: MarketRun,
    state: BasketState | null,
    orders: readonly PreviewOrder[],
  ): Promise<{ executed: BasketHoldingRow; steps: Step[] }> {
    const { database, notify } = this.needs;
    const steps = stepsOf(orders, state?.open ?? new Map());
    const at = run.session.now;
    return database.write(async (tx) => {
      if (state && !(await isQuiet(tx.query, state.holding)))
        throw new Refusal('conflict', 'Another order of this basket has just begun. Make a new preview.');
      const { numUpdatedRows } = await tx.query
        .updateTable('basket_previews')
        .set({ state: 'placing', orders_json: JSON.stringify(steps) })
        .where('id', '=', preview.id)
        .where('state', '=', 'made')
        .executeTakeFirst();
      if (numUpdatedRows === 0n)
        throw new Refusal('conflict', 'This preview has been carried out already; it cannot be used again.');
      const executed = state?.holding ?? (await this.openHolding(tx, preview, definition, run));
      if (preview.kind === 'add') await putIn(tx, executed, 'add', preview.amount, at);
      if (preview.kind === 'rebalance')
        await tx.query
          .updateTable('basket_holdings')
          .set({ next_rebalance: nextRebalanceDay(definition, at) })
          .where('id', '=', executed.id)
          .execute();
      await notify(tx, preview.user_id, 'baskets', {
        title: `${definition.name} · test`,
        body: `${REASONS[preview.kind]}: ${orders.length === 1 ? 'one order' : `${orders.length} orders`}${preview.amount > 0 ? ` for ${formatRupees(preview.amount)}` : ''}.`,
        link: `/baskets/${definition.id}`,
      });
      // Only from here on may a round see it as one that was cut off.
      this.inHand.add(preview.id);
      return { executed, steps };
    });
  }

  private async openHolding(
    tx: Transaction,
    preview: BasketPreviewRow,
    definition: Definition,
    run: MarketRun,
  ): Promise<BasketHoldingRow> {
    const { user_id: userId, mode, amount } = preview;
    if (await findHolding(tx.query, userId, definition.id))
      throw new Refusal('conflict', `You hold ${definition.name} already.`);
    const at = run.session.now;
    const { id: trickId } = await tx.query
      .insertInto('tricks')
      .values(accountOf(definition, { userId, mode, capital: 0, at: this.needs.clock.now() }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const holding = await tx.query
      .insertInto('basket_holdings')
      .values({
        user_id: userId,
        definition_id: definition.id,
        trick_id: trickId,
        mode,
        source: run.identity.source,
        run_id: run.identity.runId,
        opened_at: at,
        closing_at: null,
        closed_at: null,
        next_rebalance: nextRebalanceDay(definition, at),
        told_rebalance: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx.query
      .updateTable('basket_previews')
      .set({ holding_id: holding.id })
      .where('id', '=', preview.id)
      .execute();
    await putIn(tx, holding, 'open', amount, at);
    return holding;
  }

  /** Hands the steps of a decided preview over and writes that it is done. */
  async place(
    previewId: number,
    holding: BasketHoldingRow,
    run: MarketRun,
    steps: readonly Step[],
    reason: string,
  ): Promise<BasketExecution['orders']> {
    const { database } = this.needs;
    this.inHand.add(previewId);
    const placed = await placeSteps(database, run, holding, steps, { key: `basket:${previewId}`, reason });
    await database.write((tx) =>
      tx.query.updateTable('basket_previews').set({ state: 'done' }).where('id', '=', previewId).execute(),
    );
    return placed;
  }

  /** Takes up what a process that ended had decided and not handed over whole. Once for each preview. */
  async resume(): Promise<void> {
    const { database, desk } = this.needs;
    const cutOff = await database.read
      .selectFrom('basket_previews')
      .innerJoin('basket_holdings', 'basket_holdings.id', 'basket_previews.holding_id')
      .selectAll('basket_holdings')
      .select(['basket_previews.id as previewId', 'kind', 'orders_json'])
      .where('basket_previews.state', '=', 'placing')
      .orderBy('basket_previews.id')
      .execute();
    for (const { previewId, kind, orders_json, ...holding } of cutOff) {
      if (this.inHand.has(previewId)) continue;
      const run = desk.findRun(holding.user_id, holding.run_id);
      if (!run || holding.closing_at !== null) continue;
      await this.place(previewId, holding, run, JSON.parse(orders_json) as Step[], REASONS[kind]);
    }
  }
}

/** Money comes into a basket: the account's capital grows with it. */
export const putIn = async (
  tx: Transaction,
  holding: Pick<BasketHoldingRow, 'id' | 'trick_id'>,
  kind: 'open' | 'add' | 'sip',
  amount: number,
  at: number,
): Promise<void> => {
  await tx.query.insertInto('basket_flows').values({ holding_id: holding.id, kind, amount, at }).execute();
  await tx.query
    .updateTable('tricks')
    .set((eb) => ({ capital: eb('capital', '+', amount) }))
    .where('id', '=', holding.trick_id)
    .execute();
};
