import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { basketRoute } from '../../../shared/basket-rules.ts';
import { myBaskets } from '../../state/my-baskets.ts';
import { routeHref } from '../../state/navigation.ts';

/** Where what is held by hand is shown: its accounts have no page. */
export const BY_HAND_ROUTE = '/open-positions?type=by-hand';

/** A strategy, a basket or an account by hand. */
interface Trader {
  readonly strategyId: number;
  /** Tab of the page of a strategy. */
  readonly strategyTab?: string;
  /** Whether it is an account by hand. */
  readonly isManual?: boolean;
}

/** React hook: where what trades under an id is shown: a basket of one's own, positions by hand, else a strategy. */
export const useStrategyHref = ({ strategyId, strategyTab, isManual = false }: Trader): string => {
  const basket = myBaskets.use((state) =>
    state.value?.myBaskets.find((held) => held.strategyId === strategyId),
  );
  if (isManual) return routeHref(BY_HAND_ROUTE);
  if (basket) return routeHref(basketRoute(basket.basketId, basket.mode));
  return routeHref(`/strategies/${strategyId}${strategyTab === undefined ? '' : `?tab=${strategyTab}`}`);
};

/** The name of a strategy or basket as the way to it. */
export const StrategyLink = ({ children, ...trader }: Trader & { children: ReactNode }) => (
  <Link href={useStrategyHref(trader)}>{children}</Link>
);
