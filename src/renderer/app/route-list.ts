import type { ComponentType } from 'react';
import type { CallId } from '../../shared/contract/index.ts';

/**
 * Every screen, registered once: its address, its name in English, the file that is loaded when it is first opened, where
 * the menu has it, and the call that fills it. Icons stand in `menu-items.tsx`, keys in `src/shared/shortcuts.ts`, which the
 * native menu reads too.
 */
export const MENU_GROUPS = ['Overview', 'Strategies', 'Trading', 'Money', 'Community & help'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

type Load = () => Promise<ComponentType>;

interface RouteEntry<Path extends string, Title extends string, Group extends MenuGroup | null> {
  /** `:name` marks a parameter. */
  readonly path: Path;
  /** Said as `t(title)`. */
  readonly title: Title;
  /** Null before the router, and of the workspace, which shows the others. */
  readonly load: Load | null;
  /** Where the menu shows it; null when it is reached from elsewhere. */
  readonly group: Group;
  /** The call that fills it. Without the right to it the menu says why, and leads nowhere. Null: open to all. */
  readonly call: CallId | null;
  /** Open to people who have not signed in. */
  readonly isOutside: boolean;
}

const inside = <
  const Path extends string,
  const Title extends string,
  const Group extends MenuGroup | null = null,
>(
  path: Path,
  title: Title,
  { group, call }: { group?: Group; call?: CallId },
  load: Load | null,
): RouteEntry<Path, Title, Group> => ({
  path,
  title,
  load,
  group: (group ?? null) as Group,
  call: call ?? null,
  isOutside: false,
});
const outside = <const Path extends string, const Title extends string>(
  path: Path,
  title: Title,
  load: Load | null,
): RouteEntry<Path, Title, null> => ({ path, title, load, group: null, call: null, isOutside: true });

const routes = [
  outside('/first-run', 'Welcome', () =>
    import('../screens/first-run/first-run-screen.tsx').then((screen) => screen.FirstRunScreen),
  ),
  outside('/login', 'Sign in', null),
  outside('/register', 'Register', () =>
    import('../screens/register/register-screen.tsx').then((screen) => screen.RegisterScreen),
  ),
  outside('/forgot', 'Forgot password', () =>
    import('../screens/forgot/forgot-screen.tsx').then((screen) => screen.ForgotScreen),
  ),
  outside('/about', 'About TrickDesk', () =>
    import('../screens/about/about-screen.tsx').then((screen) => screen.AboutScreen),
  ),
  inside('/home', 'Home', { group: 'Overview', call: 'home.summary' }, () =>
    import('../screens/home/home-screen.tsx').then((screen) => screen.HomeScreen),
  ),
  inside('/workspace', 'Workspace', { group: 'Overview' }, null),
  inside('/top-ten', 'Top ten', { group: 'Overview', call: 'home.topTen' }, () =>
    import('../screens/top-ten/top-ten-screen.tsx').then((screen) => screen.TopTenScreen),
  ),
  inside('/my-strategies', 'My strategies', { group: 'Strategies', call: 'strategies.mine' }, () =>
    import('../screens/my-strategies/my-strategies-screen.tsx').then((screen) => screen.MyStrategiesScreen),
  ),
  inside('/marketplace', 'Marketplace', { group: 'Strategies', call: 'home.marketplace' }, () =>
    import('../screens/marketplace/marketplace-screen.tsx').then((screen) => screen.MarketplaceScreen),
  ),
  inside('/my-profit', 'My profit', { group: 'Strategies', call: 'strategies.profit' }, () =>
    import('../screens/my-profit/my-profit-screen.tsx').then((screen) => screen.MyProfitScreen),
  ),
  inside('/strategies/:id', 'Strategy', {}, () =>
    import('../screens/strategy-detail/strategy-detail-screen.tsx').then(
      (screen) => screen.StrategyDetailScreen,
    ),
  ),
  inside('/authors/:id', 'Author', { call: 'strategies.author' }, () =>
    import('../screens/author/author-screen.tsx').then((screen) => screen.AuthorScreen),
  ),
  inside('/builder', 'New strategy', {}, () =>
    import('../screens/builder/builder-screen.tsx').then((screen) => screen.BuilderScreen),
  ),
  inside('/leg-builder', 'New option strategy', { call: 'options.chain' }, () =>
    import('../screens/builder/legs/leg-builder-screen.tsx').then((screen) => screen.LegBuilderScreen),
  ),
  inside('/backtest', 'Backtest', { group: 'Strategies', call: 'backtests.list' }, () =>
    import('../screens/backtest/backtest-screen.tsx').then((screen) => screen.BacktestScreen),
  ),
  inside('/scanner', 'Scanner', { group: 'Strategies', call: 'scanner.saved' }, () =>
    import('../screens/scanner/scanner-screen.tsx').then((screen) => screen.ScannerScreen),
  ),
  inside('/pro-plans', 'Pro plans', { group: 'Strategies', call: 'advisors.plans' }, () =>
    import('../screens/pro-plans/pro-plans-screen.tsx').then((screen) => screen.ProPlansScreen),
  ),
  inside('/watchlist', 'Watchlists', { group: 'Trading', call: 'watchlists.list' }, () =>
    import('../screens/watchlist/watchlist-screen.tsx').then((screen) => screen.WatchlistScreen),
  ),
  inside('/depth', 'Market depth', { group: 'Trading', call: 'market.instruments' }, () =>
    import('../screens/depth/depth-screen.tsx').then((screen) => screen.DepthScreen),
  ),
  inside('/open-positions', 'Open positions', { group: 'Trading', call: 'positions.open' }, () =>
    import('../screens/open-positions/open-positions-screen.tsx').then(
      (screen) => screen.OpenPositionsScreen,
    ),
  ),
  inside('/order-history', 'Order history', { group: 'Trading', call: 'positions.orders' }, () =>
    import('../screens/order-history/order-history-screen.tsx').then((screen) => screen.OrderHistoryScreen),
  ),
  inside('/gtt', 'GTT orders', { group: 'Trading', call: 'gtt.list' }, () =>
    import('../screens/gtt/gtt-screen.tsx').then((screen) => screen.GttScreen),
  ),
  inside('/trade-history', 'Trade history', { group: 'Trading', call: 'positions.trades' }, () =>
    import('../screens/trade-history/trade-history-screen.tsx').then((screen) => screen.TradeHistoryScreen),
  ),
  inside('/reconciliation', 'Reconciliation', { group: 'Trading', call: 'live.differences' }, () =>
    import('../screens/reconciliation/reconciliation-screen.tsx').then(
      (screen) => screen.ReconciliationScreen,
    ),
  ),
  inside('/baskets', 'Baskets', { group: 'Trading', call: 'baskets.mine' }, () =>
    import('../screens/baskets/baskets-screen.tsx').then((screen) => screen.BasketsScreen),
  ),
  inside('/baskets/:id', 'Basket', { call: 'baskets.details' }, () =>
    import('../screens/basket-detail/basket-screen.tsx').then((screen) => screen.BasketScreen),
  ),
  inside('/holdings', 'Holdings', { group: 'Trading', call: 'baskets.holdings' }, () =>
    import('../screens/holdings/holdings-screen.tsx').then((screen) => screen.HoldingsScreen),
  ),
  inside('/wallet', 'Wallet', { group: 'Money', call: 'wallet.mine' }, () =>
    import('../screens/wallet/wallet-screen.tsx').then((screen) => screen.WalletScreen),
  ),
  inside('/wallet-history', 'Wallet history', { group: 'Money', call: 'wallet.history' }, () =>
    import('../screens/wallet-history/wallet-history-screen.tsx').then(
      (screen) => screen.WalletHistoryScreen,
    ),
  ),
  inside('/my-transactions', 'My transactions', { group: 'Money', call: 'subscription.transactions' }, () =>
    import('../screens/my-transactions/my-transactions-screen.tsx').then(
      (screen) => screen.MyTransactionsScreen,
    ),
  ),
  inside('/subscription', 'Subscription', { group: 'Money', call: 'subscription.mine' }, () =>
    import('../screens/subscription/subscription-screen.tsx').then((screen) => screen.SubscriptionScreen),
  ),
  inside('/reports', 'Tax report', { group: 'Money', call: 'reports.tax' }, () =>
    import('../screens/reports/reports-screen.tsx').then((screen) => screen.ReportsScreen),
  ),
  inside('/my-team', 'My team', { group: 'Community & help', call: 'team.mine' }, () =>
    import('../screens/my-team/my-team-screen.tsx').then((screen) => screen.MyTeamScreen),
  ),
  inside('/reward-history', 'Reward history', { group: 'Community & help', call: 'team.rewards' }, () =>
    import('../screens/reward-history/reward-history-screen.tsx').then(
      (screen) => screen.RewardHistoryScreen,
    ),
  ),
  inside('/tickets', 'Support tickets', { group: 'Community & help', call: 'tickets.list' }, () =>
    import('../screens/tickets/tickets-screen.tsx').then((screen) => screen.TicketsScreen),
  ),
  inside('/logs', 'Logs', { group: 'Community & help', call: 'logs.activity' }, () =>
    import('../screens/logs/logs-screen.tsx').then((screen) => screen.LogsScreen),
  ),
  inside('/notifications', 'Alerts', {}, () =>
    import('../screens/alerts/alerts-screen.tsx').then((screen) => screen.AlertsScreen),
  ),
  inside('/proposals', 'Proposals', { call: 'proposals.list' }, () =>
    import('../screens/proposals/proposals-screen.tsx').then((screen) => screen.ProposalsScreen),
  ),
  inside('/profile', 'Profile', {}, () =>
    import('../screens/profile/profile-screen.tsx').then((screen) => screen.ProfileScreen),
  ),
  inside('/profile/:tab', 'Profile', {}, () =>
    import('../screens/profile/profile-screen.tsx').then((screen) => screen.ProfileScreen),
  ),
  inside('/settings', 'Settings', {}, () =>
    import('../screens/settings/settings-screen.tsx').then((screen) => screen.SettingsScreen),
  ),
  inside('/option-chain', 'Option chain', { group: 'Trading', call: 'options.chain' }, () =>
    import('../screens/option-chain/option-chain-screen.tsx').then((screen) => screen.OptionChainScreen),
  ),
  inside('/chart/:symbol', 'Chart', { call: 'market.candles' }, () =>
    import('../screens/chart/chart-screen.tsx').then((screen) => screen.ChartScreen),
  ),
  inside('/mini', 'Mini P&L', {}, () =>
    import('../screens/mini/mini-screen.tsx').then((screen) => screen.MiniScreen),
  ),
];

type Route = (typeof routes)[number];
export type RouteTitle = Route['title'];
/** Screens that stand in the menu. */
export type MenuPath = Extract<Route, { readonly group: MenuGroup }>['path'];

export const ROUTE_LIST: readonly RouteEntry<string, RouteTitle, MenuGroup | null>[] = routes;

/** Why the person may not see a screen; null when they may. */
export const refusalOf = (path: string, whyNot: (call: CallId) => string | null): string | null => {
  const call = ROUTE_LIST.find((route) => route.path === path)?.call ?? null;
  return call === null ? null : whyNot(call);
};

export const WORKSPACE_ROUTE = '/workspace';
export const START_ROUTE = '/home';
export const SIGN_IN_ROUTE = '/login';
export const FIRST_RUN_ROUTE = '/first-run';
export const ABOUT_ROUTE = '/about';
/** Where it stands for people who have signed in. */
export const ABOUT_SECTION = '/settings?section=about';
