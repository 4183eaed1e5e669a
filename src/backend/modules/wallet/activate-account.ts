import { Reply } from '../../../shared/contract/endpoint.ts';
import { pricesOn } from '../../billing/price-list.ts';
import type { Item } from '../../billing/purchases.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { Refusal } from '../../refusal.ts';
import { countActive } from '../../team/designations.ts';
import { withThoseAbove } from '../../team/team-tree.ts';
import type { WalletCalls, WalletDeps } from './wallet-deps.ts';

/** Pays for the activation of one's account. */
export const activateAccount =
  (deps: WalletDeps): WalletCalls['activate'] =>
  async (_input, context) => {
    const { database, clock, purchases, notify } = deps;
    const { userId } = context;
    const list = pricesOn(clock.now());
    const item: Item = {
      kind: 'activation',
      itemId: 'activation',
      text: 'Account activation',
      price: list.activation,
      credit: null,
    };
    // An active member is counted for everybody above, at any level.
    const concerned = await withThoseAbove(database.read, userId);
    return onceInLedger(deps, context, concerned, async (tx, { key }) => {
      const activated = await tx.query
        .updateTable('users')
        .set({ is_active: 1 })
        .where('id', '=', userId)
        .where('is_active', '=', 0)
        .returning('id')
        .executeTakeFirst();
      if (!activated) throw new Refusal('conflict', 'Your account is active already.');
      const { reference } = await purchases.buy(tx, { userId, key, item });
      await countActive(tx, { notify, designations: list.designations }, userId);
      const { available } = await balancesOf(tx.query, userId);
      return new Reply({ reference, available }, 'Your account is active. You earn rewards from now on.');
    });
  };
