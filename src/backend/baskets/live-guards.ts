import type { Definition } from './basket-book.ts';
import type { BasketHoldingRow } from '../db/schema.ts';
import { requireBasketReady } from '../broker-accounts/live-case.ts';
import { refusedBy } from '../broker-accounts/refused-by.ts';
import { requireAuthorisedSales } from '../broker-accounts/sale-authorisation.ts';
import { Refusal } from '../refusal.ts';
import { formatRupees } from '../../shared/money.ts';
import { cashAfter, type PreviewOrder } from './preview-edits.ts';
import { requireLiveRun } from '../broker-accounts/require-live-run.ts';
import type { BasketDeps } from './basket-runs.ts';

type GuardDeps = Pick<BasketDeps, 'database' | 'brokerAccounts' | 'clock'>;

/** Real money is only moved with the name typed. @throws Refusal `invalid` */
export const requireName = ({ name }: Pick<Definition, 'name'>, typed: string | undefined): void => {
  if (typed?.trim() === name) return;
  throw new Refusal('invalid', 'confirmName is not the name of the basket.', {
    fields: { confirmName: `type ${name}` },
  });
};

/**
 * Require that nothing blocks purchases with real money. The checks come in the order of every other entry: the lock
 * and the limits of the day, then what the account needs, then its money. The lock is checked once more in the
 * transaction that sends an order.
 * @throws Refusal `refused`
 */
const requirePurchases = async (
  deps: GuardDeps,
  userId: number,
  orders: readonly PreviewOrder[],
): Promise<void> => {
  const account = deps.brokerAccounts.requireAccount(userId);
  const blockReason = await account.whyNoEntry();
  if (blockReason !== null)
    throw new Refusal('refused', `Nothing is bought with real money now. ${blockReason}`);
  if (account.addressProblem !== null) throw new Refusal('refused', account.addressProblem);
  const { available } = await refusedBy(requireLiveRun(deps, userId).requireBroker().funds());
  const needed = -cashAfter(orders, 0, deps.clock.now());
  if (needed > available)
    throw new Refusal(
      'refused',
      `This needs ${formatRupees(needed)}, and your Angel One account has ${formatRupees(available)} to trade with. Add money there, or put in less.`,
    );
};

/**
 * Check a plan with real money before its first order is written.
 * @throws Refusal `refused` with what to do; nothing was sent then
 */
export const guardLivePlan = async (
  deps: GuardDeps,
  userId: number,
  plan: {
    readonly orders: readonly PreviewOrder[];
    /** Null for an opening. */
    readonly holding: BasketHoldingRow | null;
    readonly amount: number;
    readonly isAuthorised: boolean;
  },
): Promise<void> => {
  const { orders, holding, amount, isAuthorised } = plan;
  if (holding === null) await requireBasketReady(deps.database, deps.brokerAccounts, userId, amount);
  if (orders.some(({ side }) => side === 'buy')) await requirePurchases(deps, userId, orders);
  const sales = orders.filter(({ side }) => side === 'sell');
  if (!isAuthorised) await requireDepository(deps, userId, sales);
};

/** The depository is asked before anything is sold. @throws Refusal `refused` with the guidance */
export const requireDepository = async (
  deps: Pick<BasketDeps, 'brokerAccounts'>,
  userId: number,
  sales: readonly { readonly symbol: string; readonly quantity: number }[],
): Promise<void> => {
  if (sales.length === 0) return;
  const run = requireLiveRun(deps, userId);
  const named = [];
  for (const { symbol, quantity } of sales)
    named.push({ instrument: await refusedBy(run.instrumentOf(symbol)), quantity });
  await refusedBy(requireAuthorisedSales(run.requireBroker(), named));
};
