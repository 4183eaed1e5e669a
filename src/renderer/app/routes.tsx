import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { LoginScreen } from '../screens/login/login-screen.tsx';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { FIRST_RUN_ROUTE, ROUTE_LIST, SIGN_IN_ROUTE, START_ROUTE } from './route-list.ts';
import { BrokenScreen, UnknownRoute } from './route-problems.tsx';

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

const lazily = (load: Load) => lazyRouteComponent(async () => ({ default: await load() }));

/** The first screen that most people see does not wait for a second file. */
const screenOf = (path: string) => {
  if (path === SIGN_IN_ROUTE) return LoginScreen;
  const load = lazyScreens[path];
  if (!load) throw new Error(`The route ${path} has no screen`);
  return lazily(load);
};

const root = createRootRoute({ notFoundComponent: UnknownRoute });

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazily(() => import('./shell.tsx').then((part) => part.Shell)),
  beforeLoad: ({ location }) => {
    const { user, hasSignedOut } = session.get();
    if (user) return;
    const isPlain = hasSignedOut || location.pathname === START_ROUTE;
    redirect({ to: SIGN_IN_ROUTE, search: isPlain ? {} : { next: location.href }, throw: true });
  },
});

/** Starts loading the frame of the window, so that it does not wait for the router. */
export const preloadShell = (): void => void import('./shell.tsx');

/** Where to go after signing in: a route of ours, or Home. */
export const nextRoute = (search: Readonly<Record<string, unknown>>): string => {
  const { next } = search;
  return typeof next === 'string' && /^\/[a-z]/.test(next) && !next.startsWith(SIGN_IN_ROUTE)
    ? next
    : START_ROUTE;
};

/** Nobody has ever signed in on this computer, or chosen how the app looks and speaks. */
const isFirstStart = (): boolean =>
  !settings.get().guidance.isFirstRunDone && session.get().lastName === null;

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    redirect({ to: START_ROUTE, throw: true });
  },
});

const pathOf = (path: string): string => path.replace(/:(\w+)/g, '$$$1');

const screenRoutes = ROUTE_LIST.map(({ path, isOutside }) =>
  createRoute({
    getParentRoute: () => (isOutside ? root : shell),
    path: pathOf(path),
    component: screenOf(path),
    beforeLoad: ({ search }) => {
      if (isOutside && session.get().user) redirect({ href: nextRoute(search), throw: true });
      if (path === SIGN_IN_ROUTE && isFirstStart()) redirect({ to: FIRST_RUN_ROUTE, search, throw: true });
    },
  }),
);

const outsideRoutes = screenRoutes.filter((_, index) => ROUTE_LIST[index]?.isOutside);
const insideRoutes = screenRoutes.filter((_, index) => !ROUTE_LIST[index]?.isOutside);

/** The router of a window; tests bring a history of their own. */
export const createDeskRouter = (history: RouterHistory = createHashHistory()) =>
  createRouter({
    routeTree: root.addChildren([start, ...outsideRoutes, shell.addChildren(insideRoutes)]),
    history,
    defaultErrorComponent: BrokenScreen,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
