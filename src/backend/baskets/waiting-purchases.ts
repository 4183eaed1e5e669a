import { SHORT_STATES } from '../../shared/order-states.ts';
import type { BasketHoldingRow } from '../db/schema.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { definitionsById } from './basket-book.ts';
import { PREVIEW_VALID_MS } from './basket-previews.ts';
import type { BasketDeps } from './basket-runs.ts';
import { loadBasketState } from './basket-state.ts';
import { openSession } from './basket-prices.ts';
import { cashAfter } from './preview-edits.ts';
import { type PlacedStep, type Step, stepKey } from './place-orders.ts';

/** Purchases of a plan whose sales are still under way. */
export interface Waiting {
  readonly previewId: number;
  readonly holding: BasketHoldingRow;
  readonly run: MarketRun;
  readonly sales: readonly PlacedStep[];
  readonly purchases: readonly Step[];
  readonly reason: string;
  /** Wall time of the decision. */
  readonly since: number;
}

export type Turn =
  { readonly do: 'wait' } | { readonly do: 'buy' } | { readonly do: 'give-up'; readonly why: string };

const GIVE_UP_MS = PREVIEW_VALID_MS;
const giveUp = (why: string): Turn => ({
  do: 'give-up',
  why: `Not bought: ${why} Rebalance again to put it right.`,
});

/**
 * Whether purchases with real money may go: once every sale of the plan has gone through and its money carries them.
 * They are given up when a sale fell short, or when it took so long that the plan is out of date.
 */
export const turnOf = async (deps: BasketDeps, waiting: Waiting): Promise<Turn> => {
  const { database, marketRuns, brokerAccounts, clock } = deps;
  const { holding, run, previewId, purchases } = waiting;
  const unsold = waiting.sales.find(({ order }) => order === null);
  if (unsold) return giveUp(`the sale of ${unsold.step.symbol} that was to pay for it was not placed.`);
  const keys = waiting.sales.map(({ step }) => stepKey(run.identity.runId, `basket:${previewId}`, step));
  const orders = await database.read
    .selectFrom('orders')
    .select(['symbol', 'state'])
    .where('intent_key', 'in', keys)
    .orderBy('id')
    .execute();
  const short = orders.find(({ state }) => SHORT_STATES.includes(state));
  if (short) return giveUp(`the sale of ${short.symbol} that was to pay for it did not go through.`);
  if (orders.some(({ state }) => state !== 'filled'))
    return clock.now() - waiting.since > GIVE_UP_MS
      ? giveUp(`the sales that were to pay for it took longer than ${GIVE_UP_MS / MINUTE_MS} minutes.`)
      : { do: 'wait' };
  if (!run.isConnected) return giveUp('there is no session with Angel One any more.');
  if (!openSession(run)) return giveUp('the market has closed.');
  const blockReason = await brokerAccounts.requireAccount(holding.user_id).whyNoEntry();
  if (blockReason !== null) return giveUp(blockReason);
  const definition = (await definitionsById(database.read, [holding.definition_id])).get(
    holding.definition_id,
  );
  if (!definition) return giveUp('the basket is not there any more.');
  const { cash, lines } = await loadBasketState(database, marketRuns, definition, holding);
  const prices = new Map(lines.map(({ symbol, price }) => [symbol, price]));
  const priced = purchases.map((step) => ({ ...step, price: prices.get(step.symbol) ?? null }));
  const blank = priced.find(({ price }) => price === null);
  if (blank) return giveUp(`${blank.symbol} has no price now.`);
  const left = cashAfter(
    priced.flatMap((step) => (step.price === null ? [] : [{ ...step, price: step.price }])),
    cash,
    run.session.now,
  );
  return left < 0 ? giveUp('the sales brought less than it costs now.') : { do: 'buy' };
};
