import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { basketRoute } from '../../../shared/basket-rules.ts';
import { myBaskets } from '../../state/my-baskets.ts';
import { routeHref } from '../../state/navigation.ts';

/** React hook: where what trades under an id is shown: a basket of one's own, else a strategy. */
export const useStrategyHref = (strategyId: number, strategyTab?: string): string => {
  const basket = myBaskets.use((state) =>
    state.value?.myBaskets.find((held) => held.strategyId === strategyId),
  );
  if (basket) return routeHref(basketRoute(basket.basketId, basket.mode));
  return routeHref(`/strategies/${strategyId}${strategyTab === undefined ? '' : `?tab=${strategyTab}`}`);
};

/** The name of a strategy or basket as the way to it. */
export const StrategyLink = ({
  strategyId,
  strategyTab,
  children,
}: {
  strategyId: number;
  strategyTab?: string;
  children: ReactNode;
}) => <Link href={useStrategyHref(strategyId, strategyTab)}>{children}</Link>;
