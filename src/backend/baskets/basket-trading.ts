import { basketRoute } from '../../shared/basket-rules.ts';
import type { BasketExecution } from '../../shared/contract/baskets.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import { istDate } from '../../shared/time.ts';
import type { History } from '../market/history.ts';
import { Refusal } from '../refusal.ts';
import type { EventSinks } from '../trading/announce.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { closeBasket, type CloseInput, finishClosings, notifyUnsold } from './basket-closing.ts';
import { type Definition, definitionsById, findHolding } from './basket-book.ts';
import { BasketIndices, type IndexPoint } from './basket-index-of.ts';
import { BasketOrders, type CarryOutInput } from './basket-orders.ts';
import { makePreview, type PreviewInput } from './basket-previews.ts';
import type { BasketDeps } from './basket-runs.ts';
import { leaveOutSip, runDueSips, setSip, type SipInput } from './basket-sips.ts';
import { runLiveSips } from './live-sips.ts';

/** Everything that is done with baskets; calls and rounds come here. */
export class BasketTrading {
  private readonly indices: BasketIndices;
  private readonly deps: BasketDeps & { readonly sinks: EventSinks };
  private readonly orders: BasketOrders;

  constructor(deps: BasketDeps & { readonly history: History; readonly sinks: EventSinks }) {
    this.deps = deps;
    this.orders = new BasketOrders(deps);
    this.indices = new BasketIndices(deps.history);
  }

  /** A basket as an index. A broker's days are asked for when they are not there: what is shown then follows. */
  indexOf(definition: Definition, run: MarketRun): Promise<readonly IndexPoint[]> {
    const live = run.identity.mode === 'live' ? this.deps.brokerAccounts.runOf(run.historyOwnerId) : null;
    live
      ?.bringDays(definition.constituents.map(({ symbol }) => symbol))
      .catch((error: unknown) => this.deps.logger.warn({ err: error }, 'days of a basket could not be read'));
    return this.indices.of(definition, run);
  }

  preview(userId: number, input: PreviewInput) {
    return makePreview(this.deps, userId, input);
  }

  /** Buys a basket that is not held: exactly a preview, or what a preview would be now. */
  async open(
    userId: number,
    input: { basketId: number; amount: number; mode: Mode; previewId?: number; confirmName?: string },
  ): Promise<BasketExecution> {
    const { basketId, previewId, confirmName, ...wanted } = input;
    if (await findHolding(this.deps.database.read, userId, basketId, input.mode))
      throw new Refusal('conflict', 'You hold this basket already. Put more into it, or rebalance it.');
    const id = previewId ?? (await this.preview(userId, { basketId, ...wanted })).previewId;
    return this.orders.carryOut(userId, { basketId, previewId: id, edits: [], confirmName });
  }

  /** Add to or rebalance a held basket as previewed. Only orders that were made smaller may differ. */
  carryOut(userId: number, input: CarryOutInput) {
    return this.orders.carryOut(userId, input);
  }

  close(userId: number, input: CloseInput, key: string) {
    return closeBasket(this.deps, this.orders, userId, input, key);
  }

  setSip(userId: number, input: SipInput) {
    return setSip(this.deps, userId, input);
  }

  leaveOutSip(userId: number, input: { basketId: number; mode: Mode; due: string }) {
    return leaveOutSip(this.deps, userId, input);
  }

  /**
   * Recurring work: orders that were cut off or wait, sales that are done, SIPs, rebalancing days. What waits for a
   * broker is only begun.
   */
  async round(): Promise<void> {
    if (!this.deps.marketRuns.isOpen) return;
    await this.orders.resume();
    this.orders.resumeWaiting();
    await finishClosings(this.deps, this.orders.rounds);
    await notifyUnsold(this.deps, this.orders);
    await runLiveSips(this.deps, this.orders);
    await this.notifyRebalances();
    // Last: it throws when one of them could not be done.
    await runDueSips(this.deps, this.orders);
  }

  /** Resolves when nothing that a round has begun is under way. */
  settled(): Promise<void> {
    return this.orders.rounds.settled();
  }

  private async notifyRebalances(): Promise<void> {
    const { database, users, marketRuns, notify } = this.deps;
    const open = await database.read
      .selectFrom('basket_holdings')
      .selectAll()
      .where('closing_at', 'is', null)
      .where('next_rebalance', 'is not', null)
      .whereRef('next_rebalance', 'is distinct from', 'told_rebalance')
      .where(users.among('user_id'))
      .orderBy('id')
      .execute();
    const due = open.filter((holding) => {
      const run = marketRuns.findRun(holding.user_id, holding.run_id);
      return run && holding.next_rebalance !== null && istDate(run.session.now) >= holding.next_rebalance;
    });
    const definitions = await definitionsById(
      database.read,
      due.map((holding) => holding.definition_id),
    );
    for (const holding of due)
      await this.orders.rounds.alone(holding.id, () =>
        database.write(holding.user_id, async (tx) => {
          const { numUpdatedRows } = await tx.query
            .updateTable('basket_holdings')
            .set({ told_rebalance: holding.next_rebalance })
            .where('id', '=', holding.id)
            .where('next_rebalance', '=', holding.next_rebalance)
            .whereRef('next_rebalance', 'is distinct from', 'told_rebalance')
            .executeTakeFirst();
          // Another round was faster.
          if (numUpdatedRows === 0n) return;
          await notify(tx, holding.user_id, 'baskets', {
            title: `${definitions.get(holding.definition_id)?.name ?? 'A basket'}: rebalance due`,
            body: 'Its weights have drifted since the last time. Look at what a rebalance would do.',
            link: basketRoute(holding.definition_id, holding.mode),
          });
        }),
      );
  }
}
