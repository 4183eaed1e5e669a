import { formatRupees, formatRupeesChange } from '../../shared/money.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import type { BasketHoldingRow } from '../db/schema.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import { clearAttention, raiseAttention } from '../trading/attention.ts';
import { refusedBy } from '../broker-accounts/refused-by.ts';
import type { EventSinks } from '../trading/announce.ts';
import { type Definition, definitionsById, requireDefinition, requireHolding } from './basket-book.ts';
import { type BasketOrders, requireOpenMarket } from './basket-orders.ts';
import { basketPrice } from './basket-prices.ts';
import { requireLiveRun } from '../broker-accounts/require-live-run.ts';
import type { BasketDeps } from './basket-runs.ts';
import { type BasketState, loadBasketState, quantityOf } from './basket-state.ts';
import { requireDepository, requireName } from './live-guards.ts';
import type { HoldingRounds } from './holding-rounds.ts';
import { countWritten, inPart, placedView, placeSteps, type Step, stepsOf } from './place-orders.ts';

export interface CloseInput {
  readonly basketId: number;
  readonly mode: Mode;
  readonly confirmName?: string;
  readonly isAuthorised: boolean;
}

const AGAIN = 'Free some space if the disk is full, and close it again for what is left.';

type Held = readonly { readonly symbol: string; readonly quantity: number }[];

/** Shares that are held, whatever is being sold of them already. */
const heldOf = ({ open }: BasketState): Held =>
  [...open].map(([symbol, positions]) => ({ symbol, quantity: quantityOf(positions) }));

/**
 * Sells all of a basket: what is still being bought is cancelled, every share goes at the next price. May be asked again
 * for what is left. In test nothing keeps anybody in: the market may be closed, the sales wait for it. With real money
 * the exchange must be open, and the depository must let the shares go; both are looked at before anything is sent.
 */
export const closeBasket = async (
  deps: BasketDeps,
  orders: BasketOrders,
  userId: number,
  input: CloseInput,
  key: string,
) => {
  const { database, marketRuns } = deps;
  const { basketId, mode } = input;
  const definition = await requireDefinition(database.read, userId, basketId);
  const holding = await requireHolding(database.read, userId, basketId, mode);
  const state = await loadBasketState(database, marketRuns, definition, holding);
  if (mode === 'live') await requireSellable(deps, userId, input, state);
  return orders.close(holding.id, () => sellAll(deps, orders.rounds, definition, holding, key));
};

/** @throws Refusal with what to do first; nothing was sent then */
const requireSellable = async (
  deps: BasketDeps,
  userId: number,
  { confirmName, isAuthorised }: CloseInput,
  state: BasketState,
): Promise<void> => {
  requireName(state.definition, confirmName);
  const held = heldOf(state);
  if (held.length === 0 && state.working.length === 0) return;
  const run = requireLiveRun(deps, userId);
  requireOpenMarket(run);
  await refusedBy(run.bringPrices(held.map(({ symbol }) => symbol)));
  if (!isAuthorised) await requireDepository(deps, userId, held);
};

const sellAll = async (
  deps: BasketDeps,
  rounds: HoldingRounds,
  definition: Definition,
  holding: BasketHoldingRow,
  key: string,
) => {
  const { database, marketRuns } = deps;
  const { run, working } = await loadBasketState(database, marketRuns, definition, holding);
  const at = run?.session.now ?? deps.clock.now();
  await database.write(holding.user_id, async (tx) => {
    if (!working.some(({ state }) => state === 'unknown'))
      await clearAttention(tx, deps.hub, holding.strategy_id);
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
    await tx.query
      .updateTable('basket_sip_runs')
      .set({ state: 'left-out' })
      .where('holding_id', '=', holding.id)
      .where('state', '=', 'asked')
      .execute();
  });
  const plan = `basket-close:${holding.id}:${key}`;
  let steps: readonly Step[] = [];
  const sell = async () => {
    // What fills meanwhile is sold with the rest; of what nobody knows about, its owner says what became of it.
    await run?.execution.endEntries(holding.strategy_id, 'The basket is being closed');
    const state = await loadBasketState(database, marketRuns, definition, holding);
    const held = heldOf(state);
    const sales = held.map((line) => ({ ...line, side: 'sell' as const }));
    steps = stepsOf(sales, state.open);
    const orders = run
      ? await placeSteps(database, run, holding, steps, { plan, reason: 'Basket closed by you' })
      : [];
    return { held, orders };
  };
  const { held, orders } = await sell().catch(async (error: unknown) => {
    if (storageTrouble(error) === null) throw error;
    const written = await countWritten(database, holding.run_id, plan, steps);
    throw inPart(`${definition.name} is being closed.`, { written, of: steps.length, then: AGAIN }, error);
  });
  await finishClosings(deps, rounds);
  const left = held.flatMap(({ symbol, quantity }) =>
    run && basketPrice(run, symbol) === null
      ? [{ symbol, quantity, why: `${symbol} has no price now; it is sold as soon as it trades again.` }]
      : [],
  );
  return { name: definition.name, orders: orders.map(placedView), left };
};

/** Holdings that are being sold, each with its definition. */
const closingHoldings = async ({ database, users }: Pick<BasketDeps, 'database' | 'users'>) => {
  const closing = await database.read
    .selectFrom('basket_holdings')
    .selectAll()
    .where('closing_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where(users.among('user_id'))
    .orderBy('id')
    .execute();
  const definitions = await definitionsById(
    database.read,
    closing.map((row) => row.definition_id),
  );
  return closing.flatMap((holding) => {
    const definition = definitions.get(holding.definition_id);
    return definition ? [{ holding, definition }] : [];
  });
};

/** Ends the holdings whose last share has been sold: the money is out, the account is put away. */
export const finishClosings = async (deps: BasketDeps, rounds: HoldingRounds): Promise<void> => {
  const { database, marketRuns } = deps;
  for (const { holding, definition } of await closingHoldings(deps))
    await rounds.alone(holding.id, async () => {
      const state = await loadBasketState(database, marketRuns, definition, holding);
      if (state.open.size === 0 && state.working.length === 0) await finish(deps, holding, state);
    });
};

/**
 * Notify the owner of shares that the sale of a basket leaves. Nothing sells them: they come from a purchase that
 * filled while it was being withdrawn, or from a sale that a crash or a full disk kept from being written. Nothing is
 * sold again by itself.
 */
export const notifyUnsold = async (
  deps: BasketDeps & { readonly sinks: EventSinks },
  orders: BasketOrders,
): Promise<void> => {
  for (const { holding, definition } of await closingHoldings(deps))
    await orders.rounds.alone(holding.id, async () => {
      // A closing is still placing its sales; nobody waits for its broker.
      if (!orders.isIdle(holding.id)) return;
      await orders.inTurn(holding.id, async () => {
        const state = await loadBasketState(deps.database, deps.marketRuns, definition, holding);
        if (state.run && state.working.length === 0) await raiseUnsold(deps, holding, state);
      });
    });
};

/** The first words of a cause: shares of a sold basket are left. */
const UNSOLD = 'It is not sold whole:';

const raiseUnsold = async (
  { database, sinks, clock }: BasketDeps & { readonly sinks: EventSinks },
  holding: BasketHoldingRow,
  { definition, open }: BasketState,
): Promise<void> => {
  if (open.size === 0) return;
  const wanted = await database.read
    .selectFrom('exit_intents')
    .innerJoin('positions', 'positions.id', 'exit_intents.position_id')
    .select('exit_intents.id')
    .where('positions.strategy_id', '=', holding.strategy_id)
    .where('exit_intents.status', '=', 'open')
    .executeTakeFirst();
  // A sale that was turned down is tried again.
  if (wanted) return;
  const left = [...open]
    .map(([symbol, positions]) => `${quantityOf(positions)} ${symbol}`)
    .sort()
    .join(', ');
  const reason = `${UNSOLD} ${left} are left, and nothing sells them. Close the basket again.`;
  const strategy = {
    id: holding.strategy_id,
    name: definition.name,
    ownerId: holding.user_id,
    isHouse: false,
    isBasket: true as const,
  };
  await database.write(holding.user_id, (tx) => raiseAttention(tx, sinks, strategy, reason, clock.now()));
};

const finish = async (
  { database, clock, notify, hub }: BasketDeps,
  holding: BasketHoldingRow,
  { definition, run, cash, invested }: BasketState,
): Promise<void> => {
  const at = run?.session.now ?? holding.closing_at ?? clock.now();
  await database.write(holding.user_id, async (tx) => {
    const { numUpdatedRows } = await tx.query
      .updateTable('basket_holdings')
      .set({ closed_at: at })
      .where('id', '=', holding.id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await clearAttention(tx, hub, holding.strategy_id, UNSOLD);
    await tx.query
      .insertInto('basket_flows')
      .values({ holding_id: holding.id, kind: 'close', amount: -cash, at })
      .execute();
    await tx.query
      .updateTable('strategies')
      .set({ removed_at: clock.now() })
      .where('id', '=', holding.strategy_id)
      .execute();
    await notify(tx, holding.user_id, 'baskets', {
      title: `${definition.name} is sold`,
      body: `${formatRupees(cash)} came back of ${formatRupees(invested)} put in: ${formatRupeesChange(cash - invested)} after all charges.`,
      link: '/baskets',
    });
  });
};
