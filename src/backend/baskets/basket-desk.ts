import type { BasketExecution } from '../../shared/contract/baskets.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import { istDate } from '../../shared/time.ts';
import type { History } from '../market/history.ts';
import { Refusal } from '../refusal.ts';
import { closeBasket, finishClosings } from './basket-closing.ts';
import { definitionsById, findHolding } from './basket-book.ts';
import { BasketIndices } from './basket-index-of.ts';
import { type BasketNeeds, BasketOrders, type Edit } from './basket-orders.ts';
import { makePreview } from './basket-previews.ts';
import { runDueSips, setSip, type SipInput } from './basket-sips.ts';

/** Everything that is done with baskets; calls and rounds come here. */
export class BasketDesk {
  readonly indices: BasketIndices;
  private readonly needs: BasketNeeds;
  private readonly orders: BasketOrders;

  constructor(needs: BasketNeeds & { readonly history: History }) {
    this.needs = needs;
    this.orders = new BasketOrders(needs);
    this.indices = new BasketIndices(needs.history);
  }

  preview(userId: number, input: { basketId: number; amount?: number; mode: Mode }) {
    return makePreview(this.needs, userId, input);
  }

  /** Buys a basket that is not held: exactly a preview, or what a preview would be now. */
  async open(
    userId: number,
    input: { basketId: number; amount: number; mode: Mode; previewId?: number },
  ): Promise<BasketExecution> {
    const { basketId, previewId, ...wanted } = input;
    if (await findHolding(this.needs.database.read, userId, basketId))
      throw new Refusal('conflict', 'You hold this basket already. Put more into it, or rebalance it.');
    const id = previewId ?? (await this.preview(userId, { basketId, ...wanted })).previewId;
    return this.orders.carryOut(userId, basketId, id, []);
  }

  /** Adds to or rebalances a held basket, exactly as previewed but for orders that were made smaller. */
  carryOut(userId: number, input: { basketId: number; previewId: number; edits: readonly Edit[] }) {
    return this.orders.carryOut(userId, input.basketId, input.previewId, input.edits);
  }

  close(userId: number, basketId: number, key: string) {
    return closeBasket(this.needs, userId, basketId, key);
  }

  setSip(userId: number, input: SipInput) {
    return setSip(this.needs, userId, input);
  }

  /** What comes round by itself: orders that were cut off, sales that are done, SIPs, rebalancing days. */
  async round(): Promise<void> {
    if (!this.needs.desk.isOpen) return;
    await this.orders.resume();
    await finishClosings(this.needs);
    await runDueSips(this.needs, this.orders);
    await this.tellRebalances();
  }

  private async tellRebalances(): Promise<void> {
    const { database, desk, notify } = this.needs;
    const open = await database.read
      .selectFrom('basket_holdings')
      .selectAll()
      .where('closing_at', 'is', null)
      .where('next_rebalance', 'is not', null)
      .whereRef('next_rebalance', 'is distinct from', 'told_rebalance')
      .orderBy('id')
      .execute();
    const due = open.filter((holding) => {
      const run = desk.findRun(holding.user_id, holding.run_id);
      return run && holding.next_rebalance !== null && istDate(run.session.now) >= holding.next_rebalance;
    });
    const definitions = await definitionsById(
      database.read,
      due.map((holding) => holding.definition_id),
    );
    for (const holding of due)
      await database.write(async (tx) => {
        await tx.query
          .updateTable('basket_holdings')
          .set({ told_rebalance: holding.next_rebalance })
          .where('id', '=', holding.id)
          .execute();
        await notify(tx, holding.user_id, 'baskets', {
          title: `${definitions.get(holding.definition_id)?.name ?? 'A basket'}: rebalance due`,
          body: 'Its weights have drifted since the last time. Look at what a rebalance would do.',
          link: `/baskets/${holding.definition_id}`,
        });
      });
  }
}
