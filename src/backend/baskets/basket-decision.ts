import { modeWord } from '../../shared/mode-word.ts';
import { nextPeriodStart } from '../../engine/baskets/basket-days.ts';
import { basketRoute } from '../../shared/basket-rules.ts';
import type { BasketExecution } from '../../shared/contract/baskets.ts';
import { formatRupees } from '../../shared/money.ts';
import { istDate, istDayStart } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { BasketHoldingRow, BasketPreviewRow } from '../db/schema.ts';
import { clearAttention } from '../trading/attention.ts';
import { tradingDayOf } from '../../engine/trading/trading-day.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { accountOf, type Definition, findHolding, isClosing, isQuiet } from './basket-book.ts';
import type { BasketDeps } from './basket-runs.ts';
import type { BasketState } from './basket-state.ts';
import type { PreviewOrder } from './preview-edits.ts';
import { type Step, stepsOf } from './place-orders.ts';

export type PlanKind = BasketPreviewRow['kind'];

/** Purposes of a basket's orders, in its log and order history. */
export const REASONS: Readonly<Record<PlanKind, string>> = {
  open: 'Basket opened',
  add: 'Put into the basket',
  sip: 'SIP of the basket',
  rebalance: 'Basket rebalanced',
};

/** The trading day of a basket's next rebalancing to its weights. Null for never. */
export const nextRebalanceDay = (definition: Definition, now: number): string | null => {
  const start = nextPeriodStart(istDate(now), definition.rebalance);
  return start === null ? null : tradingDayOf(istDayStart(start));
};

const CARRIED_OUT = 'This preview has been carried out already; it cannot be used again.';

/** @throws Refusal `conflict` for a preview that was carried out */
export const requireMade = ({ state }: Pick<BasketPreviewRow, 'state'>): void => {
  if (state !== 'made') throw new Refusal('conflict', CARRIED_OUT);
};

export interface Decision {
  readonly preview: BasketPreviewRow;
  readonly definition: Definition;
  readonly run: MarketRun;
  /** Null for an opening. */
  readonly state: BasketState | null;
  readonly orders: readonly PreviewOrder[];
}

export interface Decided {
  readonly executed: BasketHoldingRow;
  readonly steps: Step[];
}

/** Writes what is going to be done: money in, the account of an opening, and the steps. */
export const decide = (
  { database, notify, clock, hub }: BasketDeps,
  { preview, definition, run, state, orders }: Decision,
  onWritten: () => void,
): Promise<Decided> => {
  const steps = stepsOf(orders, state?.open ?? new Map());
  const at = run.session.now;
  return database.write(preview.user_id, async (tx) => {
    if (state && (await isClosing(tx.query, state.holding.id)))
      throw new Refusal('conflict', `${definition.name} is being sold. Nothing can be added to it any more.`);
    if (state && !(await isQuiet(tx.query, state.holding)))
      throw new Refusal('conflict', 'Another order of this basket has just begun. Make a new preview.');
    const { numUpdatedRows } = await tx.query
      .updateTable('basket_previews')
      .set({ state: 'placing', orders_json: JSON.stringify(steps) })
      .where('id', '=', preview.id)
      .where('state', '=', 'made')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('conflict', CARRIED_OUT);
    const executed =
      state?.holding ?? (await openHolding(tx, { preview, definition, run, now: clock.now() }));
    await clearAttention(tx, hub, executed.strategy_id);
    if (preview.kind === 'add' || preview.kind === 'sip')
      await putIn(tx, executed, preview.kind, preview.amount, at);
    if (preview.sip_run_id !== null) await doAskedSip(tx, preview.sip_run_id, preview.id, at);
    if (preview.kind === 'rebalance')
      await tx.query
        .updateTable('basket_holdings')
        .set({ next_rebalance: nextRebalanceDay(definition, at) })
        .where('id', '=', executed.id)
        .execute();
    await notify(tx, preview.user_id, 'baskets', {
      title: `${definition.name} · ${modeWord(preview.mode)}`,
      body: `${REASONS[preview.kind]}. ${orders.length === 1 ? 'One order' : `${orders.length} orders`}${preview.amount > 0 ? ` for ${formatRupees(preview.amount)}` : ''}.`,
      link: basketRoute(definition.id, preview.mode),
    });
    // Only from here on may a round see it as one that was cut off.
    onWritten();
    return { executed, steps };
  });
};

const doAskedSip = async (tx: Transaction, runId: number, previewId: number, at: number): Promise<void> => {
  const { numUpdatedRows } = await tx.query
    .updateTable('basket_sip_runs')
    .set({ state: 'done', preview_id: previewId, message: 'Done when you said so.', at })
    .where('id', '=', runId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('conflict', 'This SIP does not wait for you any more.');
};

const openHolding = async (
  tx: Transaction,
  {
    preview,
    definition,
    run,
    now,
  }: Pick<Decision, 'preview' | 'definition' | 'run'> & { readonly now: number },
): Promise<BasketHoldingRow> => {
  const { user_id: userId, mode, amount } = preview;
  if (await findHolding(tx.query, userId, definition.id, mode))
    throw new Refusal('conflict', `You hold ${definition.name} already.`);
  const at = run.session.now;
  const { id: strategyId } = await tx.query
    .insertInto('strategies')
    .values(accountOf(definition, { userId, mode, capital: 0, at: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const holding = await tx.query
    .insertInto('basket_holdings')
    .values({
      user_id: userId,
      definition_id: definition.id,
      strategy_id: strategyId,
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
};

/** Money comes into a basket: the account's capital grows with it. */
export const putIn = async (
  tx: Transaction,
  holding: Pick<BasketHoldingRow, 'id' | 'strategy_id'>,
  kind: 'open' | 'add' | 'sip',
  amount: number,
  at: number,
): Promise<void> => {
  await tx.query.insertInto('basket_flows').values({ holding_id: holding.id, kind, amount, at }).execute();
  await tx.query
    .updateTable('strategies')
    .set((eb) => ({ capital: eb('capital', '+', amount) }))
    .where('id', '=', holding.strategy_id)
    .execute();
};

export type PlacedOrders = BasketExecution['orders'];
