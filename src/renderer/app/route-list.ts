/**
 * Every route as plain data, in English: the menu, the pictures of every screen and the documentation read it; keys that
 * lead to routes stand in `src/shared/shortcuts.ts`. The window says the names through `route-words.ts`.
 */
export const MENU_GROUPS = ['Overview', 'Strategies', 'Trading', 'Money', 'Community & help'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

interface RouteEntry<Title extends string> {
  /** `:name` marks a parameter. */
  readonly path: string;
  readonly title: Title;
  /** Where the menu shows it; null when it is reached from elsewhere. */
  readonly group: MenuGroup | null;
  /** Open to people who have not signed in. */
  readonly isOutside: boolean;
}

const inside = <const Title extends string>(
  path: string,
  title: Title,
  group: MenuGroup | null = null,
): RouteEntry<Title> => ({ path, title, group, isOutside: false });
const outside = <const Title extends string>(path: string, title: Title): RouteEntry<Title> => ({
  path,
  title,
  group: null,
  isOutside: true,
});

const routes = [
  outside('/first-run', 'Welcome'),
  outside('/login', 'Sign in'),
  outside('/register', 'Register'),
  outside('/forgot', 'Forgot password'),
  inside('/home', 'Home', 'Overview'),
  inside('/top-ten', 'Top ten', 'Overview'),
  inside('/my-strategies', 'My strategies', 'Strategies'),
  inside('/marketplace', 'Marketplace', 'Strategies'),
  inside('/my-profit', 'My profit', 'Strategies'),
  inside('/strategies/:id', 'Strategy'),
  inside('/builder', 'New strategy'),
  inside('/backtest', 'Backtest', 'Strategies'),
  inside('/pro-plans', 'Pro plans', 'Strategies'),
  inside('/open-positions', 'Open positions', 'Trading'),
  inside('/order-history', 'Order history', 'Trading'),
  inside('/trade-history', 'Trade history', 'Trading'),
  inside('/reconciliation', 'Reconciliation', 'Trading'),
  inside('/reports', 'Tax report'),
  inside('/baskets', 'Baskets', 'Trading'),
  inside('/baskets/:id', 'Basket'),
  inside('/holdings', 'Holdings'),
  inside('/wallet', 'Wallet', 'Money'),
  inside('/wallet-history', 'Wallet history', 'Money'),
  inside('/my-transactions', 'My transactions', 'Money'),
  inside('/subscription', 'Subscription', 'Money'),
  inside('/my-team', 'My team', 'Community & help'),
  inside('/reward-history', 'Reward history', 'Community & help'),
  inside('/tickets', 'Support tickets', 'Community & help'),
  inside('/logs', 'Logs', 'Community & help'),
  inside('/notifications', 'Alerts'),
  inside('/profile', 'Profile'),
  inside('/profile/:tab', 'Profile'),
  inside('/settings', 'Settings'),
  inside('/chart/:symbol', 'Chart'),
  inside('/mini', 'Mini P&L'),
];

export type RouteTitle = (typeof routes)[number]['title'];
export const ROUTE_LIST: readonly RouteEntry<RouteTitle>[] = routes;

export const START_ROUTE = '/home';
export const SIGN_IN_ROUTE = '/login';
export const FIRST_RUN_ROUTE = '/first-run';
