import { minimumAmount } from '../../engine/baskets/minimum-amount.ts';
import { addToBasket, type BasketPlan, rebalanceBasket } from '../../engine/baskets/rebalance.ts';
import type { BasketPreview } from '../../shared/contract/baskets.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import { formatRupees } from '../../shared/money.ts';
import { DAY_MS, istIso, MINUTE_MS } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { requireBasketReady } from '../broker-accounts/live-case.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { type Definition, findHolding, positionsOf, requireDefinition } from './basket-book.ts';
import { deliveryCharges } from './basket-charges.ts';
import { type BasketDeps, pricedRun } from './basket-runs.ts';
import type { PreviewOrder } from './preview-edits.ts';
import { type BasketState, linesOf, loadBasketState, planningAccount, quantityOf } from './basket-state.ts';

/** How long a preview may be carried out, on the wall clock. */
export const PREVIEW_VALID_MS = 5 * MINUTE_MS;

/** The most previews of one user that can still be carried out. Older ones are deleted. */
const MOST_MADE = 20;

export const instrumentName = (symbol: string): string => findInstrument(symbol)?.name ?? symbol;

/** The sentence about a constituent that cannot be traded. It also says what can be done. */
export const stoppedTrading = (symbol: string): string =>
  `${symbol} has no price on this feed, so it can be neither bought nor sold now. It stays as it is; the rest goes on without it, and once it trades again a rebalance puts it right.`;

/** The least amount in paise to open a basket. At a run's prices; null when a constituent has no price. */
export const minimumOf = (definition: Definition, run: MarketRun): number | null => {
  const lines = linesOf(definition, run).flatMap(({ symbol, weight, price }) =>
    price === null ? [] : [{ symbol, weight, price }],
  );
  return lines.length === definition.constituents.length
    ? minimumAmount(lines, deliveryCharges(run.session.now))
    : null;
};

/** The run that a held basket trades on. @throws Refusal `conflict` when it cannot be changed now. */
export const requireTradable = (state: BasketState): MarketRun => {
  const { run, holding, working, definition } = state;
  if (holding.mode === 'live' && !run?.isConnected)
    throw new Refusal(
      'refused',
      `${definition.name} is held at Angel One, and there is no session with it today. Reconnect it in your profile first.`,
    );
  if (!run)
    throw new Refusal(
      'conflict',
      `The replay that ${definition.name} was bought on is over, and what it held was sold with it. Close it to begin anew.`,
    );
  if (holding.closing_at !== null)
    throw new Refusal('conflict', `${definition.name} is being sold. Nothing can be added to it any more.`);
  const unknown = working.find(({ state }) => state === 'unknown');
  if (unknown)
    throw new Refusal(
      'conflict',
      `Nobody knows yet whether the order of ${unknown.symbol} reached the broker. Say what became of it first; until then ${definition.name} is left as it is.`,
    );
  if (working.length > 0)
    throw new Refusal(
      'conflict',
      `${working.length === 1 ? 'An order' : `${working.length} orders`} of ${definition.name} ${working.length === 1 ? 'is' : 'are'} still being filled. Wait for that, or cancel what is left under Order history.`,
    );
  return run;
};

/** Plan of opening a basket. @throws Refusal when it cannot be had for this amount, or not whole. */
const planOpening = (definition: Definition, run: MarketRun, amount: number | undefined) => {
  const lines = linesOf(definition, run);
  const minimum = minimumOf(definition, run);
  const unpriced = lines.filter(({ price }) => price === null).map(({ symbol }) => symbol);
  if (minimum === null)
    throw new Refusal(
      'refused',
      `${unpriced.join(', ')} ${unpriced.length === 1 ? 'has' : 'have'} no price on this feed, so ${definition.name} cannot be bought whole. Wait until ${unpriced.length === 1 ? 'it trades' : 'they trade'} again, or make a basket of your own without ${unpriced.length === 1 ? 'it' : 'them'}.`,
    );
  const paid = amount ?? minimum;
  if (paid < minimum)
    throw new Refusal(
      'refused',
      `${definition.name} needs at least ${formatRupees(minimum)} at these prices: with less, some of its shares could not be bought at all or would be far from their weights.`,
      { fields: { amount: `must be at least ${formatRupees(minimum)}` } },
    );
  const account = planningAccount({ lines, cash: 0 }, deliveryCharges(run.session.now));
  return { paid, minimum, plan: addToBasket(account, paid) };
};

const FOLDED = {
  small: 'Less than 1% of the value or ₹500, or within one share of its weight',
  cash: 'The cash does not carry it',
} as const;

interface Drawn {
  readonly definition: Definition;
  readonly run: MarketRun;
  readonly state: BasketState | null;
  readonly kind: BasketPreview['kind'];
  readonly amount: number;
  readonly minimum: number | null;
  readonly plan: BasketPlan;
  readonly sipRunId: number | null;
}

type PreviewDeps = Pick<BasketDeps, 'database' | 'marketRuns' | 'brokerAccounts' | 'clock'>;

export interface PreviewInput {
  readonly basketId: number;
  readonly amount?: number;
  readonly mode: Mode;
  /** The due day of a SIP that waits for its owner. Replaces the amount. */
  readonly due?: string;
}

/** A SIP that waits for its owner. @throws Refusal `not-found` */
const requireAskedSip = async ({ database }: PreviewDeps, holdingId: number, due: string) => {
  const run = await database.read
    .selectFrom('basket_sip_runs')
    .select(['id', 'amount'])
    .where('holding_id', '=', holdingId)
    .where('due_day', '=', due)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  if (!run) throw notFound('SIP that waits for you');
  return run;
};

/** Compute what opening, adding to or rebalancing a basket would do. Nothing is stored. */
const draw = async (deps: PreviewDeps, userId: number, input: PreviewInput): Promise<Drawn> => {
  const { database, marketRuns } = deps;
  const { basketId, mode } = input;
  const definition = await requireDefinition(database.read, userId, basketId);
  const holding = await findHolding(database.read, userId, basketId, mode);
  const positions = holding ? await positionsOf(database.read, holding.strategy_id) : [];
  const held = positions.filter(({ status }) => status === 'open').map(({ symbol }) => symbol);
  const wanted = definition.constituents.map(({ symbol }) => symbol);
  const run = await pricedRun(deps, userId, mode, [...new Set([...wanted, ...held])]);
  if (!holding) {
    if (input.due !== undefined) throw notFound('SIP that waits for you');
    const { paid, minimum, plan } = planOpening(definition, run, input.amount);
    if (mode === 'live') await requireBasketReady(database, deps.brokerAccounts, userId, paid);
    return { definition, run, state: null, kind: 'open', amount: paid, minimum, plan, sipRunId: null };
  }
  const state = await loadBasketState(database, marketRuns, definition, holding);
  const heldOn = requireTradable(state);
  const account = planningAccount(state, deliveryCharges(heldOn.session.now));
  const sip = input.due === undefined ? null : await requireAskedSip(deps, holding.id, input.due);
  const amount = sip?.amount ?? input.amount;
  return {
    definition,
    run: heldOn,
    state,
    kind: sip ? 'sip' : amount === undefined ? 'rebalance' : 'add',
    amount: amount ?? 0,
    minimum: null,
    plan: amount === undefined ? rebalanceBasket(account) : addToBasket(account, amount),
    sipRunId: sip?.id ?? null,
  };
};

/** Any number can be made, and each has a page of orders. */
const dropOlder = async ({ query }: Transaction, userId: number): Promise<void> => {
  const kept = query
    .selectFrom('basket_previews')
    .select('id')
    .where('state', '=', 'made')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MOST_MADE);
  await query
    .deleteFrom('basket_previews')
    .where('state', '=', 'made')
    .where('user_id', '=', userId)
    .where('id', 'not in', kept)
    .execute();
};

const sumOf = (plan: BasketPlan, side: 'buy' | 'sell'): number =>
  plan.orders.reduce((sum, order) => (order.side === side ? sum + order.value : sum), 0);

/** A preview that is kept: only it can be carried out, once, within its five minutes. */
export const makePreview = async (
  deps: PreviewDeps,
  userId: number,
  input: PreviewInput,
): Promise<BasketPreview> => {
  const drawn = await draw(deps, userId, input);
  const { definition, run, state, kind, amount, plan } = drawn;
  const madeAt = deps.clock.now();
  const orders: PreviewOrder[] = plan.orders.map(({ symbol, side, quantity, price }) => ({
    symbol,
    side,
    quantity,
    price,
  }));
  const previewId = await deps.database.write(userId, async (tx) => {
    await tx.query
      .deleteFrom('basket_previews')
      .where('user_id', '=', userId)
      .where('state', '=', 'made')
      .where('made_at', '<', madeAt - DAY_MS)
      .execute();
    const { id } = await tx.query
      .insertInto('basket_previews')
      .values({
        user_id: userId,
        definition_id: definition.id,
        holding_id: state?.holding.id ?? null,
        kind,
        mode: input.mode,
        run_id: run.identity.runId,
        amount,
        orders_json: JSON.stringify(orders),
        state: 'made',
        sip_run_id: drawn.sipRunId,
        made_at: madeAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await dropOlder(tx, userId);
    return id;
  });
  const prices = new Map(linesOf(definition, run, state?.open).map(({ symbol, price }) => [symbol, price]));
  return {
    previewId,
    basketId: definition.id,
    kind,
    mode: input.mode,
    source: run.identity.source,
    amount,
    madeAt: istIso(madeAt),
    validUntil: istIso(madeAt + PREVIEW_VALID_MS),
    orders: plan.orders.map((order) => ({ ...order, name: instrumentName(order.symbol) })),
    unchanged: plan.unchanged.map((symbol) => {
      const quantity = quantityOf(state?.open.get(symbol));
      return { symbol, name: instrumentName(symbol), quantity, value: quantity * (prices.get(symbol) ?? 0) };
    }),
    folded: plan.folded.map(({ symbol, side, quantity, value, why }) => ({
      symbol,
      name: instrumentName(symbol),
      side,
      quantity,
      value,
      why: FOLDED[why],
    })),
    problems: plan.unpriced.map((symbol) => ({ symbol, sentence: stoppedTrading(symbol) })),
    bought: sumOf(plan, 'buy'),
    sold: sumOf(plan, 'sell'),
    charges: plan.charges,
    cashBefore: state?.cash ?? 0,
    cashLeft: plan.cashLeft,
    minimumAmount: drawn.minimum,
  };
};
