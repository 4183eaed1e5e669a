import type { Order, Position } from '../../../shared/contract/positions.ts';
import type { Failure } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { serverText, t } from '../../i18n/translate.ts';
import type { FlattenWish } from '../../state/manual-flatten.ts';
import { notify } from '../../ui/toasts.tsx';

/** Orders that could still open something, and positions, by hand. */
export interface HeldByHand {
  readonly orders: readonly Order[];
  readonly positions: readonly Position[];
  /** False where some could not be read: there may be more. */
  readonly isAll: boolean;
}

/** Some of what is open, and whether it is all. */
interface Read<Thing> {
  readonly list: readonly Thing[];
  readonly isAll: boolean;
}

const PAGE = 100;

const isWished = ({ symbol, source }: Pick<Order, 'symbol' | 'source'>, wish: FlattenWish): boolean =>
  wish === 'all' || (wish.symbol === symbol && wish.source === source);

const sayFailure = ({ message }: Failure): void => notify({ tone: 'failure', message: serverText(message) });

/** Working entries by hand, on paper and with real money. A failure is said, and what is known counts. */
const entriesByHand = async (wish: FlattenWish): Promise<Read<Order>> => {
  const accounts = await Promise.all([api.manual.account(), api.manual.liveAccount()]);
  const list = accounts.flatMap((account) => {
    if (account.ok)
      return account.value.working.filter((order) => order.terms !== null && isWished(order, wish));
    sayFailure(account.failure);
    return [];
  });
  return { list, isAll: accounts.every(({ ok }) => ok) };
};

const positionsByHand = async (wish: FlattenWish): Promise<Read<Position>> => {
  const found: Position[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.positions.open({ place: 'by-hand', page, pageSize: PAGE });
    if (!answer.ok) {
      sayFailure(answer.failure);
      return { list: found, isAll: false };
    }
    found.push(...answer.value.list.filter((position) => isWished(position, wish)));
    if (page * PAGE >= answer.value.total) return { list: found, isAll: true };
  }
};

/** Everything by hand that flattening would end. */
export const heldByHand = async (wish: FlattenWish): Promise<HeldByHand> => {
  const [orders, positions] = await Promise.all([entriesByHand(wish), positionsByHand(wish)]);
  return { orders: orders.list, positions: positions.list, isAll: orders.isAll && positions.isAll };
};

const cancelEach = async (orders: readonly Order[]): Promise<number> => {
  const done = await Promise.all(
    orders.map(async ({ orderId }) => {
      const result = await api.positions.cancelOrder({ orderId });
      if (!result.ok) sayFailure(result.failure);
      return result.ok;
    }),
  );
  return done.filter(Boolean).length;
};

/** Cancel working entries by hand and say how many: at once, whatever else is under way. */
export const cancelByHand = async (wish: FlattenWish): Promise<void> => {
  const { list: orders, isAll } = await entriesByHand(wish);
  // What could not be read was said: that none works would be a guess.
  if (orders.length === 0 && !isAll) return;
  const count = await cancelEach(orders);
  notify({
    tone: isAll && count === orders.length ? 'success' : 'failure',
    message:
      orders.length === 0
        ? t('No order by hand works now.')
        : t('{{done}} of {{count}} orders by hand are cancelled.', { done: count, count: orders.length }),
  });
};

/**
 * Cancel entries, then close positions. Each failure is said; the rest goes on. `keys` has one key for each position.
 * Resolves to whether all of it is on its way.
 */
export const flattenByHand = async (
  { orders, positions, isAll }: HeldByHand,
  keys: ReadonlyMap<number, string>,
): Promise<boolean> => {
  const cancelled = await cancelEach(orders);
  const closed = await Promise.all(
    positions.map(async ({ positionId }) => {
      const key = keys.get(positionId) ?? crypto.randomUUID();
      const result = await api.manual.close({ positionId }, { idempotencyKey: key });
      if (!result.ok) sayFailure(result.failure);
      return result.ok;
    }),
  );
  return isAll && cancelled === orders.length && closed.every(Boolean);
};
