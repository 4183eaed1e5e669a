import type { Order, Position } from '../../../shared/contract/positions.ts';
import type { Failure } from '../../../shared/failure.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import { api } from '../../api/api.ts';
import { serverText, t } from '../../i18n/translate.ts';
import type { FlattenWish } from '../../state/manual-flatten.ts';
import { notify } from '../../ui/toasts.tsx';
import { isCancellable, isToSettle } from './order-change.ts';

/** Orders that could still open something, and positions, by hand. */
export interface HeldByHand {
  readonly orders: readonly Order[];
  /** Orders that nobody knows of whether they are at the broker: they are settled, and not cancelled. */
  readonly unsettled: readonly Order[];
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
  return {
    orders: orders.list.filter(isCancellable),
    unsettled: orders.list.filter(isToSettle),
    positions: positions.list,
    isAll: orders.isAll && positions.isAll,
  };
};

const cancelEach = async (orders: readonly Order[]): Promise<number> => {
  const done = await Promise.all(
    orders.map(async ({ orderId }) => {
      const result = await api.positions.cancelOrder({ orderId });
      if (!result.ok) sayFailure(result.failure);
      const isResting = result.ok && WORKING_STATES.includes(result.value.state);
      if (isResting)
        notify({
          tone: 'failure',
          message: t('Order {{orderId}} is not cancelled yet: it may still fill.', { orderId }),
        });
      return result.ok && !isResting;
    }),
  );
  return done.filter(Boolean).length;
};

/** Cancel working entries by hand and say how many: at once, whatever else is under way. */
export const cancelByHand = async (wish: FlattenWish): Promise<void> => {
  const { list, isAll } = await entriesByHand(wish);
  const orders = list.filter(isCancellable);
  const unsettled = list.filter(isToSettle);
  for (const { orderId } of unsettled)
    notify({
      tone: 'failure',
      message: t(
        'Nobody knows yet whether order {{orderId}} is at the broker. Settle it first, in Order history.',
        {
          orderId,
        },
      ),
    });
  // What could not be read or cancelled was said: that none works would be a guess.
  if (orders.length === 0 && (!isAll || unsettled.length > 0)) return;
  const count = await cancelEach(orders);
  notify({
    tone: isAll && count === orders.length ? 'success' : 'failure',
    message:
      orders.length === 0
        ? t('No order by hand works now.')
        : t('{{done}} of {{count}} orders by hand are cancelled.', { done: count, count: orders.length }),
  });
};

/** Close positions. `keys` has the key of each whose answer is not known yet. Resolves to whether all are on their way. */
const closeEach = async (positions: readonly Position[], keys: Map<number, string>): Promise<boolean> => {
  const closed = await Promise.all(
    positions.map(async ({ positionId }) => {
      const key = keys.get(positionId) ?? crypto.randomUUID();
      keys.set(positionId, key);
      const result = await api.manual.close({ positionId }, { idempotencyKey: key });
      // What was answered is done. Asked once more, it is for what is held then.
      if (result.ok) keys.delete(positionId);
      else sayFailure(result.failure);
      return result.ok;
    }),
  );
  return closed.every(Boolean);
};

/**
 * Cancel entries, then close positions, those too that were opened meanwhile. A real one that was not among them is left
 * for its owner to agree to. Each failure is said; the rest goes on.
 * Resolves to whether nothing else is left: no entry works, and all of what is held is on its way out.
 */
export const flattenByHand = async (
  wish: FlattenWish,
  { orders, positions }: HeldByHand,
  keys: Map<number, string>,
): Promise<boolean> => {
  await cancelEach(orders);
  const [areClosed, now] = await Promise.all([closeEach(positions, keys), heldByHand(wish)]);
  const told = new Set(positions.map(({ positionId }) => positionId));
  const others = now.positions.filter(({ positionId }) => !told.has(positionId));
  const onPaper = others.filter(({ mode }) => mode === 'test');
  const areOthersClosed = await closeEach(onPaper, keys);
  const isAll =
    now.isAll && now.orders.length + now.unsettled.length === 0 && onPaper.length === others.length;
  return isAll && areClosed && areOthersClosed;
};
