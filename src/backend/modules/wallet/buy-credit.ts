import { Reply } from '../../../shared/contract/endpoint.ts';
import { formatRupees } from '../../../shared/money.ts';
import { gstOn } from '../../billing/gst.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { concernedByPurchase, type Item } from '../../billing/purchases.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { notFound } from '../../refusal.ts';
import type { WalletCalls, WalletDeps } from './wallet-deps.ts';

/** Packages of credit on offer, and the credit there is. */
export const listTopUps =
  (deps: WalletDeps): WalletCalls['topUps'] =>
  async (_input, { userId }) => ({
    list: pricesOn(deps.clock.now()).topUps.map((topUp) => ({
      ...topUp,
      gst: gstOn(topUp.price, pricesOn(deps.clock.now()).gstPercent),
    })),
    credit: (await balancesOf(deps.database.read, userId)).credit,
  });

/** Buys a package of credit. */
export const buyTopUp =
  (deps: WalletDeps): WalletCalls['topUp'] =>
  async (input, context) => {
    const { database, clock, purchases } = deps;
    const topUp = pricesOn(clock.now()).topUps.find(({ packageId }) => packageId === input.packageId);
    if (!topUp) throw notFound('package');
    const { packageId, price, credit } = topUp;
    const text = `Credit of ${formatRupees(credit)}`;
    const item: Item = { kind: 'top-up', itemId: packageId, text, price, credit };
    const concerned = await concernedByPurchase(database.read, context.userId);
    return onceInLedger(deps, context, concerned, async (tx, { key }) => {
      const { reference } = await purchases.buy(tx, { userId: context.userId, key, item });
      const balances = await balancesOf(tx.query, context.userId);
      const answer = { reference, credit: balances.credit, available: balances.available };
      return new Reply(answer, `${formatRupees(credit)} of credit was added.`);
    });
  };
