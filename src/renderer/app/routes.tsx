import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { FIRST_RUN_ROUTE, ROUTE_LIST, SIGN_IN_ROUTE } from './route-list.ts';
import { PAGE_ID } from './page-id.ts';
import { BrokenScreen, UnknownRoute } from './route-problems.tsx';
import { Shell } from './shell.tsx';

type Load = () => Promise<ComponentType>;

const profileScreen: Load = () =>
  import('../screens/profile/profile-screen.tsx').then((screen) => screen.ProfileScreen);

/** The screens that a file of their own holds, which is loaded when they are first opened. */
const lazyScreens: Readonly<Record<string, Load>> = {
  [FIRST_RUN_ROUTE]: () =>
    import('../screens/first-run/first-run-screen.tsx').then((screen) => screen.FirstRunScreen),
  '/register': () =>
    import('../screens/register/register-screen.tsx').then((screen) => screen.RegisterScreen),
  '/forgot': () => import('../screens/forgot/forgot-screen.tsx').then((screen) => screen.ForgotScreen),
  '/home': () => import('../screens/home/home-screen.tsx').then((screen) => screen.HomeScreen),
  '/top-ten': () => import('../screens/top-ten/top-ten-screen.tsx').then((screen) => screen.TopTenScreen),
  '/marketplace': () =>
    import('../screens/marketplace/marketplace-screen.tsx').then((screen) => screen.MarketplaceScreen),
  '/strategies/:id': () =>
    import('../screens/strategy-detail/strategy-detail-screen.tsx').then(
      (screen) => screen.StrategyDetailScreen,
    ),
  '/my-strategies': () =>
    import('../screens/my-strategies/my-strategies-screen.tsx').then((screen) => screen.MyStrategiesScreen),
  '/builder': () => import('../screens/builder/builder-screen.tsx').then((screen) => screen.BuilderScreen),
  '/backtest': () =>
    import('../screens/backtest/backtest-screen.tsx').then((screen) => screen.BacktestScreen),
  '/open-positions': () =>
    import('../screens/open-positions/open-positions-screen.tsx').then(
      (screen) => screen.OpenPositionsScreen,
    ),
  '/trade-history': () =>
    import('../screens/trade-history/trade-history-screen.tsx').then((screen) => screen.TradeHistoryScreen),
  '/order-history': () =>
    import('../screens/order-history/order-history-screen.tsx').then((screen) => screen.OrderHistoryScreen),
  '/reconciliation': () =>
    import('../screens/reconciliation/reconciliation-screen.tsx').then(
      (screen) => screen.ReconciliationScreen,
    ),
  '/pro-plans': () =>
    import('../screens/pro-plans/pro-plans-screen.tsx').then((screen) => screen.ProPlansScreen),
  '/my-profit': () =>
    import('../screens/my-profit/my-profit-screen.tsx').then((screen) => screen.MyProfitScreen),
  '/reports': () => import('../screens/reports/reports-screen.tsx').then((screen) => screen.ReportsScreen),
  '/baskets': () => import('../screens/baskets/baskets-screen.tsx').then((screen) => screen.BasketsScreen),
  '/baskets/:id': () =>
    import('../screens/basket-detail/basket-screen.tsx').then((screen) => screen.BasketScreen),
  '/holdings': () =>
    import('../screens/holdings/holdings-screen.tsx').then((screen) => screen.HoldingsScreen),
  '/wallet': () => import('../screens/wallet/wallet-screen.tsx').then((screen) => screen.WalletScreen),
  '/wallet-history': () =>
    import('../screens/wallet-history/wallet-history-screen.tsx').then(
      (screen) => screen.WalletHistoryScreen,
    ),
  '/my-transactions': () =>
    import('../screens/my-transactions/my-transactions-screen.tsx').then(
      (screen) => screen.MyTransactionsScreen,
    ),
  '/subscription': () =>
    import('../screens/subscription/subscription-screen.tsx').then((screen) => screen.SubscriptionScreen),
  '/my-team': () => import('../screens/my-team/my-team-screen.tsx').then((screen) => screen.MyTeamScreen),
  '/reward-history': () =>
    import('../screens/reward-history/reward-history-screen.tsx').then(
      (screen) => screen.RewardHistoryScreen,
    ),
  '/notifications': () => import('../screens/alerts/alerts-screen.tsx').then((screen) => screen.AlertsScreen),
  '/logs': () => import('../screens/logs/logs-screen.tsx').then((screen) => screen.LogsScreen),
  '/tickets': () => import('../screens/tickets/tickets-screen.tsx').then((screen) => screen.TicketsScreen),
  '/profile': profileScreen,
  '/profile/:tab': profileScreen,
  '/chart/:symbol': () => import('../screens/chart/chart-screen.tsx').then((screen) => screen.ChartScreen),
  '/mini': () => import('../screens/mini/mini-screen.tsx').then((screen) => screen.MiniScreen),
  '/settings': () =>
    import('../screens/settings/settings-screen.tsx').then((screen) => screen.SettingsScreen),
};

const screenOf = (path: string) => {
  const load = lazyScreens[path];
  if (!load) throw new Error(`The route ${path} has no screen`);
  return lazyRouteComponent(async () => ({ default: await load() }));
};

const root = createRootRoute({ notFoundComponent: UnknownRoute });

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

const pathOf = (path: string): string => path.replace(/:(\w+)/g, '$$$1');

/** Signing in stands before the router; who may see the others is the gate's business. */
const routed = ROUTE_LIST.filter(({ path }) => path !== SIGN_IN_ROUTE);

const screenRoutes = routed.map(({ path, isOutside }) =>
  createRoute({
    getParentRoute: () => (isOutside ? root : shell),
    path: pathOf(path),
    component: screenOf(path),
  }),
);

const outsideRoutes = screenRoutes.filter((_, index) => routed[index]?.isOutside);
const insideRoutes = screenRoutes.filter((_, index) => !routed[index]?.isOutside);

/** The router of a window. */
export const createAppRouter = (history: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren([...outsideRoutes, shell.addChildren(insideRoutes)]),
    history,
    defaultErrorComponent: BrokenScreen,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // A page that is opened begins at its top; going back shows what was seen.
    scrollToTopSelectors: [`#${PAGE_ID}`],
  });
