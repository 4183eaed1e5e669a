import { ROOM_PERCENT } from '../../engine/baskets/price-room.ts';
import { basketRoute } from '../../shared/basket-rules.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import type { BasketExecution } from '../../shared/contract/baskets.ts';
import { formatPrice, formatRupees } from '../../shared/money.ts';
import { istDateTimeText } from '../../shared/time.ts';
import { type Transaction } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { BasketHoldingRow, BasketPreviewRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { marketPhaseAt } from '../../engine/trading/trading-day.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { findHolding, isClosing, requireDefinition } from './basket-book.ts';
import { decide, type PlacedOrders, REASONS, requireMade } from './basket-decision.ts';
import { refusalsOf } from './basket-plan.ts';
import { makePreview, PREVIEW_VALID_MS, requireTradable } from './basket-previews.ts';
import { basketPrice, openSession } from './basket-prices.ts';
import { type BasketDeps, pricedRun } from './basket-runs.ts';
import { loadBasketState } from './basket-state.ts';
import { HoldingRounds } from './holding-rounds.ts';
import { guardLivePlan, requireName } from './live-guards.ts';
import {
  countWritten,
  inPart,
  type PlacedStep,
  placedView,
  placeSteps,
  type Step,
  waitingView,
} from './place-orders.ts';
import { cashAfter, type Edit, edited, type PreviewOrder } from './preview-edits.ts';
import { turnOf, type Waiting } from './waiting-purchases.ts';

export interface CarryOutInput {
  readonly basketId: number;
  readonly previewId: number;
  readonly edits: readonly Edit[];
  readonly confirmName?: string;
  readonly isAuthorised?: boolean;
}

const planOf = (previewId: number): string => `basket:${previewId}`;

/** Fate of decided orders that could not be written, as a sentence. */
const LEFT_TO: Readonly<Record<Mode, string>> = {
  test: 'TrickDesk goes on by itself as soon as it can save again.',
  live: 'With real money nothing is ordered again by itself: free some space if the disk is full, then look at the basket and put it right.',
};

const CLOSING = 'Not placed: the basket is being closed.';

/** @throws Refusal `refused` while the market is closed */
export const requireOpenMarket = (run: MarketRun): void => {
  if (openSession(run)) return;
  const { phase, nextChange } = marketPhaseAt(run.session.now);
  const when = phase === 'closing-auction' ? 'on the next trading day' : `at ${istDateTimeText(nextChange)}`;
  throw new Refusal(
    'refused',
    `The market is closed, and opens again ${when}. Prices may be others then: nothing was ordered.`,
  );
};

/** Carries previews out: the decision is written whole before the first order goes. */
export class BasketOrders {
  readonly rounds: HoldingRounds;
  private readonly deps: BasketDeps;
  /** Previews whose orders this process is handing over, or has handed over. */
  private readonly underWay = new Set<number>();
  /** So many closings of a holding are under way or in line; what is written of them is in the database. */
  private readonly closings = new Map<number, number>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly lanes = new KeyedLanes<number>();

  constructor(deps: BasketDeps) {
    this.deps = deps;
    this.rounds = new HoldingRounds(deps.logger);
  }

  /** @throws Refusal `conflict` with a new preview in its details when this one no longer holds. */
  async carryOut(userId: number, input: CarryOutInput): Promise<BasketExecution> {
    const { database, marketRuns } = this.deps;
    const { basketId, previewId } = input;
    const definition = await requireDefinition(database.read, userId, basketId);
    const preview = await database.read
      .selectFrom('basket_previews')
      .selectAll()
      .where('id', '=', previewId)
      .where('user_id', '=', userId)
      .where('definition_id', '=', basketId)
      .executeTakeFirst();
    if (!preview) throw notFound('preview');
    requireMade(preview);
    const { mode } = preview;
    const holding = await findHolding(database.read, userId, basketId, mode);
    if ((holding?.id ?? null) !== preview.holding_id)
      throw new Refusal(
        'conflict',
        holding ? `You hold ${definition.name} already.` : `You no longer hold ${definition.name}.`,
      );
    if (mode === 'live' && preview.kind === 'open') requireName(definition, input.confirmName);
    const orders = edited(JSON.parse(preview.orders_json) as PreviewOrder[], input.edits);
    if (orders.length === 0) throw new Refusal('refused', 'There is no order left to place.');
    const symbols = orders.map(({ symbol }) => symbol);
    const priced = await pricedRun(this.deps, userId, mode, symbols);
    const state = holding ? await loadBasketState(database, marketRuns, definition, holding) : null;
    const run = state ? requireTradable(state) : priced;
    await this.requireUpToDate(preview, run, orders);
    requireOpenMarket(run);
    const { amount } = preview;
    const cashLeft = cashAfter(orders, (state?.cash ?? 0) + amount, run.session.now);
    if (cashLeft < 0)
      throw new Refusal(
        'refused',
        `Without the sales you have taken out, ${formatRupees(-cashLeft)} are missing for the purchases. Take some of those out too.`,
      );
    const isAuthorised = input.isAuthorised ?? false;
    if (mode === 'live')
      await guardLivePlan(this.deps, userId, { orders, holding: holding ?? null, amount, isAuthorised });
    const { executed, steps } = await decide(this.deps, { preview, definition, run, state, orders }, () =>
      this.underWay.add(preview.id),
    );
    const placed = await this.place(preview.id, executed, run, steps, REASONS[preview.kind]).catch(
      async (error: unknown) => {
        if (storageTrouble(error) === null) throw error;
        const written = await countWritten(database, run.identity.runId, planOf(preview.id), steps);
        throw inPart(`${REASONS[preview.kind]}.`, { written, of: steps.length, then: LEFT_TO[mode] }, error);
      },
    );
    return { basketId, strategyId: executed.strategy_id, previewId, orders: placed, cashLeft };
  }

  /** @throws Refusal `conflict` with a new preview when five minutes have passed or prices have moved */
  private async requireUpToDate(
    preview: BasketPreviewRow,
    run: MarketRun,
    orders: readonly PreviewOrder[],
  ): Promise<void> {
    const isLate = this.deps.clock.now() > preview.made_at + PREVIEW_VALID_MS;
    if (isLate || preview.run_id !== run.identity.runId)
      throw await this.outdated(preview, 'This preview is more than five minutes old.');
    const moved = orders.find(({ symbol, price }) => {
      const now = basketPrice(run, symbol)?.price;
      return now === undefined || Math.abs(now - price) * 100 > price * ROOM_PERCENT;
    });
    if (!moved) return;
    const now = basketPrice(run, moved.symbol)?.price;
    const what =
      now === undefined
        ? `${moved.symbol} has stopped trading since.`
        : `${moved.symbol} has moved from ₹${formatPrice(moved.price)} to ₹${formatPrice(now)} since, by more than ${ROOM_PERCENT}%.`;
    throw await this.outdated(preview, what);
  }

  private async outdated(preview: BasketPreviewRow, why: string): Promise<Refusal> {
    const { kind, amount, definition_id: basketId, mode } = preview;
    const due = preview.sip_run_id === null ? undefined : await this.dueDayOf(preview.sip_run_id);
    const fresh = await makePreview(this.deps, preview.user_id, {
      basketId,
      mode,
      ...(kind !== 'rebalance' && due === undefined && { amount }),
      ...(due !== undefined && { due }),
    });
    return new Refusal('conflict', `${why} Nothing was ordered. Look at the new preview first.`, {
      details: { preview: fresh },
    });
  }

  private async dueDayOf(sipRunId: number): Promise<string> {
    const { due_day } = await this.deps.database.read
      .selectFrom('basket_sip_runs')
      .select('due_day')
      .where('id', '=', sipRunId)
      .executeTakeFirstOrThrow();
    return due_day;
  }

  /**
   * Submit the steps of a decided preview and mark it as done. With real money, purchases wait until the sales of the
   * plan have gone through, because the broker counts their money only then.
   */
  place(
    previewId: number,
    holding: BasketHoldingRow,
    run: MarketRun,
    steps: readonly Step[],
    reason: string,
  ): Promise<PlacedOrders> {
    return this.runPreview(previewId, holding.id, async () => {
      const sales = steps.filter(({ side }) => side === 'sell');
      const mustWait = holding.mode === 'live' && sales.length > 0 && sales.length < steps.length;
      const placed = await this.submit(previewId, holding, run, mustWait ? sales : steps, reason);
      if (!mustWait) {
        await this.finish(previewId, holding, run, placed);
        return placed.map(placedView);
      }
      const purchases = steps.filter(({ side }) => side === 'buy');
      const since = this.deps.clock.now();
      this.waiting.set(previewId, { previewId, holding, run, sales: placed, purchases, reason, since });
      return [...placed.map(placedView), ...purchases.map(waitingView)];
    });
  }

  /** Does the work of a preview in turn. If it fails (disk full, database busy), the next round deals with the preview. */
  private async runPreview<T>(previewId: number, holdingId: number, work: () => Promise<T>): Promise<T> {
    this.underWay.add(previewId);
    try {
      return await this.lanes.run(holdingId, work);
    } catch (error) {
      // Purchases that wait go on waiting: it was not their turn that failed.
      if (!this.waiting.has(previewId)) this.underWay.delete(previewId);
      throw error;
    }
  }

  /** Whether nothing is placed for a holding, or waits for its turn. */
  isIdle(holdingId: number): boolean {
    return this.lanes.isFree(holdingId);
  }

  /** Does something with a holding while nothing is placed for it. */
  inTurn<T>(holdingId: number, work: () => Promise<T>): Promise<T> {
    return this.lanes.run(holdingId, work);
  }

  private submit(
    previewId: number,
    holding: BasketHoldingRow,
    run: MarketRun,
    steps: readonly Step[],
    reason: string,
  ): Promise<PlacedStep[]> {
    return placeSteps(this.deps.database, run, holding, steps, {
      plan: planOf(previewId),
      reason,
      blockReason: async () => ((await this.isClosing(holding.id)) ? CLOSING : null),
    });
  }

  /** Whether a closing is written, or requested and may still be written. */
  private async isClosing(holdingId: number): Promise<boolean> {
    const isWritten = await isClosing(this.deps.database.read, holdingId);
    return isWritten || this.closings.has(holdingId);
  }

  private async finish(
    previewId: number,
    holding: BasketHoldingRow,
    run: MarketRun,
    placed: readonly PlacedStep[],
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const refusals_json = refusalsOf(run.identity.runId, previewId, placed);
    await this.deps.database.write(holding.user_id, async (tx) => {
      await tx.query
        .updateTable('basket_previews')
        .set({ state: 'done', refusals_json })
        .where('id', '=', previewId)
        .execute();
      await alongside?.(tx);
    });
  }

  /** Buy what has waited for its sales, or give it up. When it is given up, the reason is written. */
  resumeWaiting(): void {
    for (const waiting of this.waiting.values())
      this.rounds.begin(waiting.holding.id, () => this.resumeInTurn(waiting));
  }

  private resumeInTurn(waiting: Waiting): Promise<void> {
    return this.runPreview(waiting.previewId, waiting.holding.id, () => this.resumeOne(waiting));
  }

  private async resumeOne(waiting: Waiting): Promise<void> {
    const { previewId, holding, run, sales, purchases, reason } = waiting;
    if (!this.waiting.has(previewId)) return;
    const turn = (await this.isClosing(holding.id))
      ? { do: 'give-up' as const, why: CLOSING }
      : await turnOf(this.deps, waiting);
    if (turn.do === 'wait') return;
    this.waiting.delete(previewId);
    const bought =
      turn.do === 'buy'
        ? await this.submit(previewId, holding, run, purchases, reason)
        : purchases.map((step) => ({ step, order: null, problem: turn.why }));
    const why = turn.do === 'give-up' && turn.why !== CLOSING ? turn.why : null;
    await this.finish(previewId, holding, run, [...sales, ...bought], async (tx) => {
      if (why !== null) await this.notifyIncomplete(tx, holding, why);
    });
  }

  /**
   * Closes a basket: whatever else is being placed for it ends first, and nothing more is bought for it. A closing that
   * fails before it is written has not begun; one that fails later goes on being one.
   */
  async close<T>(holdingId: number, work: () => Promise<T>): Promise<T> {
    this.closings.set(holdingId, (this.closings.get(holdingId) ?? 0) + 1);
    try {
      for (const waiting of this.waiting.values())
        if (waiting.holding.id === holdingId)
          await this.rounds.alone(holdingId, () => this.resumeInTurn(waiting));
      return await this.lanes.run(holdingId, work);
    } finally {
      const left = (this.closings.get(holdingId) ?? 0) - 1;
      if (left > 0) this.closings.set(holdingId, left);
      else this.closings.delete(holdingId);
    }
  }

  /**
   * Resume what was decided and not submitted whole: a process ended meanwhile, or something could not be written.
   * Nothing with real money begins again by itself: what was not sent is named, and its owner puts it right.
   */
  async resume(): Promise<void> {
    const { database, marketRuns, logger } = this.deps;
    const cutOff = await database.read
      .selectFrom('basket_previews')
      .innerJoin('basket_holdings', 'basket_holdings.id', 'basket_previews.holding_id')
      .selectAll('basket_holdings')
      .select(['basket_previews.id as previewId', 'kind', 'orders_json'])
      .where('basket_previews.state', '=', 'placing')
      .where(this.deps.users.among('basket_holdings.user_id'))
      .orderBy('basket_previews.id')
      .execute();
    for (const { previewId, kind, orders_json, ...holding } of cutOff) {
      if (this.underWay.has(previewId)) continue;
      const run = marketRuns.findRun(holding.user_id, holding.run_id);
      if (!run || holding.closing_at !== null) continue;
      await this.rounds.alone(holding.id, async () => {
        if (holding.mode === 'live') return this.cutShort(previewId, holding);
        try {
          await this.place(previewId, holding, run, JSON.parse(orders_json) as Step[], REASONS[kind]);
        } catch (error) {
          // A disk that cannot be written to is tried again; what fails for another reason would fail for ever.
          if (storageTrouble(error) !== null) throw error;
          logger.error({ err: error, previewId }, 'the orders of a basket could not be placed');
          await this.cutShort(previewId, holding);
        }
      });
    }
  }

  private async cutShort(previewId: number, holding: BasketHoldingRow): Promise<void> {
    await this.deps.database.write(holding.user_id, async (tx) => {
      const { numUpdatedRows } = await tx.query
        .updateTable('basket_previews')
        .set({ state: 'done' })
        .where('id', '=', previewId)
        .where('state', '=', 'placing')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await this.notifyIncomplete(
        tx,
        holding,
        'TrickDesk ended, or could not write, while its orders were being placed. What was sent is looked up; what was not is named with the basket. Look at it, and put it right.',
      );
    });
  }

  private async notifyIncomplete(tx: Transaction, holding: BasketHoldingRow, body: string): Promise<void> {
    await this.deps.notify(tx, holding.user_id, 'baskets', {
      title: 'A basket is not complete',
      body,
      link: basketRoute(holding.definition_id, holding.mode),
    });
  }
}
