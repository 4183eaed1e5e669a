import { Reply } from '../../../shared/contract/endpoint.ts';
import { pricesOn } from '../../billing/price-list.ts';
import type { Item } from '../../billing/purchases.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { Refusal } from '../../refusal.ts';
import { countActive } from '../../team/designations.ts';
import { withThoseAbove } from '../../team/team-tree.ts';
import type { WalletCalls, WalletDeps } from './wallet-deps.ts';

/**
 * The line that counts an active member: everybody above, at any level. It may be long, so it is held up by those alone
 * who can pay; null for all others.
 */
const lineToCount = async (
  { database: { read }, purchases }: WalletDeps,
  userId: number,
  item: Item,
): Promise<number[] | null> => {
  const user = await read
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { isEnough } = await purchases.meansFor({ query: read }, userId, item);
  return user.is_active === 0 && isEnough ? withThoseAbove(read, userId) : null;
};

/** Pays for the activation of one's account. */
export const activateAccount =
  (deps: WalletDeps): WalletCalls['activate'] =>
  async (_input, context) => {
    const { clock, purchases, notify } = deps;
    const { userId } = context;
    const list = pricesOn(clock.now());
    const item: Item = {
      kind: 'activation',
      itemId: 'activation',
      text: 'Account activation',
      price: list.activation,
      credit: null,
    };
    const line = await lineToCount(deps, userId, item);
    return onceInLedger(deps, context, line ?? [], async (tx, { key }) => {
      const activated = await tx.query
        .updateTable('users')
        .set({ is_active: 1 })
        .where('id', '=', userId)
        .where('is_active', '=', 0)
        .returning('id')
        .executeTakeFirst();
      if (!activated) throw new Refusal('conflict', 'Your account is active already.');
      const { reference } = await purchases.buy(tx, { userId, key, item });
      if (!line) throw new Refusal('conflict', 'Your wallet has changed meanwhile. Try again.');
      await countActive(tx, { notify, designations: list.designations }, userId);
      const { available } = await balancesOf(tx.query, userId);
      return new Reply({ reference, available }, 'Your account is active. You earn rewards from now on.');
    });
  };
