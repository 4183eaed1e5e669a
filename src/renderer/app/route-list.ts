/**
 * Every route as plain data, in English: the menu, the shortcuts, the pictures of every screen and the documentation
 * read it. The window says the names through `route-words.ts`.
 */
export const MENU_GROUPS = ['Overview', 'Strategies', 'Trading', 'Money', 'Community & help'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

interface RouteEntry<Title extends string> {
  /** `:name` marks a parameter. */
  readonly path: string;
  readonly title: Title;
  /** Where the menu shows it; null when it is reached from elsewhere. */
  readonly group: MenuGroup | null;
  /** Ctrl stands for ⌘ on macOS. */
  readonly shortcut: string | null;
  /** Open to people who have not signed in. */
  readonly isOutside: boolean;
}

const inside = <const Title extends string>(
  path: string,
  title: Title,
  group: MenuGroup | null = null,
  shortcut: string | null = null,
): RouteEntry<Title> => ({ path, title, group, shortcut, isOutside: false });
const outside = <const Title extends string>(path: string, title: Title): RouteEntry<Title> => ({
  path,
  title,
  group: null,
  shortcut: null,
  isOutside: true,
});

const routes = [
  outside('/first-run', 'Welcome'),
  outside('/login', 'Sign in'),
  outside('/register', 'Register'),
  outside('/forgot', 'Forgot password'),
  inside('/home', 'Home', 'Overview', 'Ctrl+1'),
  inside('/top-ten', 'Top ten', 'Overview', 'Ctrl+2'),
  inside('/my-strategies', 'My strategies', 'Strategies', 'Ctrl+3'),
  inside('/marketplace', 'Marketplace', 'Strategies'),
  inside('/my-profit', 'My profit', 'Strategies'),
  inside('/strategies/:id', 'Strategy'),
  inside('/builder', 'New strategy'),
  inside('/backtest', 'Backtest', 'Strategies', 'Ctrl+4'),
  inside('/pro-plans', 'Pro plans', 'Strategies'),
  inside('/open-positions', 'Open positions', 'Trading', 'Ctrl+5'),
  inside('/order-history', 'Order history', 'Trading', 'Ctrl+6'),
  inside('/trade-history', 'Trade history', 'Trading', 'Ctrl+7'),
  inside('/reports', 'Tax report'),
  inside('/baskets', 'Baskets', 'Trading', 'Ctrl+8'),
  inside('/baskets/:id', 'Basket'),
  inside('/holdings', 'Holdings'),
  inside('/wallet', 'Wallet', 'Money', 'Ctrl+9'),
  inside('/wallet-history', 'Wallet history', 'Money'),
  inside('/my-transactions', 'My transactions', 'Money'),
  inside('/subscription', 'Subscription', 'Money'),
  inside('/my-team', 'My team', 'Community & help'),
  inside('/reward-history', 'Reward history', 'Community & help'),
  inside('/tickets', 'Support tickets', 'Community & help'),
  inside('/logs', 'Logs', 'Community & help'),
  inside('/notifications', 'Alerts', null, 'Ctrl+Shift+A'),
  inside('/profile', 'Profile'),
  inside('/profile/:tab', 'Profile'),
  inside('/settings', 'Settings', null, 'Ctrl+,'),
  inside('/mini', 'Mini P&L'),
  inside('/chart/:symbol', 'Chart'),
];

export type RouteTitle = (typeof routes)[number]['title'];
export const ROUTE_LIST: readonly RouteEntry<RouteTitle>[] = routes;

export const START_ROUTE = '/home';
export const SIGN_IN_ROUTE = '/login';
export const FIRST_RUN_ROUTE = '/first-run';
