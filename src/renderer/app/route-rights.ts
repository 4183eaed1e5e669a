import type { CallId } from '../../shared/contract/index.ts';
import type { useWhyNot } from '../state/rights.ts';

/** The call that fills a screen: whoever may not make it sees nothing there. Screens that are not named are everybody's. */
export const CALL_OF_ROUTE: Readonly<Record<string, CallId>> = {
  '/home': 'home.summary',
  '/top-ten': 'home.topTen',
  '/my-strategies': 'strategies.mine',
  '/marketplace': 'home.marketplace',
  '/backtest': 'backtests.list',
  '/open-positions': 'positions.open',
  '/order-history': 'positions.orders',
  '/trade-history': 'positions.trades',
  '/reconciliation': 'live.differences',
  '/pro-plans': 'advisors.plans',
  '/my-profit': 'strategies.profit',
  '/reports': 'reports.tax',
  '/baskets': 'baskets.mine',
  '/baskets/:id': 'baskets.details',
  '/holdings': 'baskets.holdings',
  '/wallet': 'wallet.mine',
  '/wallet-history': 'wallet.history',
  '/my-transactions': 'subscription.transactions',
  '/subscription': 'subscription.mine',
  '/my-team': 'team.mine',
  '/reward-history': 'team.rewards',
  '/tickets': 'tickets.list',
  '/logs': 'logs.activity',
  '/chart/:symbol': 'market.candles',
};

/** Why the person may not see a screen; null when they may. */
export const refusalOf = (path: string, whyNot: ReturnType<typeof useWhyNot>): string | null => {
  const call = CALL_OF_ROUTE[path];
  return call === undefined ? null : whyNot(call);
};
