import { useEffect, useMemo } from 'react';
import type { Order, Position } from '../../../shared/contract/positions.ts';
import { manualAccount } from '../../state/manual-account.ts';
import { manualLive } from '../../state/manual-live.ts';
import { type Reloadable, reloadOnFacts } from '../../state/reload-on-facts.ts';

/** Price at which an order stands in a ladder, paise: its limit, or the trigger it waits for. */
export const priceOf = ({ limitPrice, triggerPrice }: Pick<Order, 'limitPrice' | 'triggerPrice'>): number =>
  limitPrice ?? triggerPrice ?? 0;

/** Units of an order that are still to be filled. */
export const unitsLeft = ({ quantity, filledQuantity }: Pick<Order, 'quantity' | 'filledQuantity'>): number =>
  quantity - filledQuantity;

interface Account extends Reloadable {
  readonly load: (input: undefined) => Promise<void>;
}

/** Keep an account by hand fresh while its orders are shown. However many show them, it is asked for once. */
const followed = (account: Account) => {
  let shown = 0;
  let stop = (): void => undefined;
  return (): (() => void) => {
    shown += 1;
    if (shown === 1) {
      void account.load(undefined);
      stop = reloadOnFacts({
        types: ['order', 'position'],
        things: () => [account],
        // Strategies trade all day; nothing of it is in these accounts.
        isWanted: (event) => (event.type === 'order' ? event.order.isManual : event.position.isManual),
      });
    }
    return () => {
      shown -= 1;
      if (shown === 0) stop();
    };
  };
};

const [followPaper, followLive] = [followed(manualAccount), followed(manualLive)];

const NONE: readonly Order[] = [];

/**
 * React hook: one's own working orders of an instrument on one market, placed by hand. On the broker's prices they are
 * those with real money.
 */
export const useWorkingOrders = ({
  symbol,
  source,
}: Pick<Position, 'symbol' | 'source'>): readonly Order[] => {
  const isLive = source === 'broker';
  useEffect(() => (isLive ? followLive : followPaper)(), [isLive]);
  const onPaper = manualAccount.use(({ value }) => value?.working ?? NONE);
  const live = manualLive.use(({ value }) => value?.working ?? NONE);
  const working = isLive ? live : onPaper;
  return useMemo(
    () => working.filter((order) => order.symbol === symbol && order.source === source),
    [working, symbol, source],
  );
};
