/**
 * Everything that can be done from anywhere, once: the native menu, the window's keys, the command palette, the sheet of
 * shortcuts, tooltips and the guide are made from this list. Keys are written as Electron's accelerators;
 * `shortcut-keys.ts` says them.
 */
export const SHORTCUT_GROUPS = [
  'Go to',
  'Lists',
  'View',
  'Windows',
  'Workspace',
  'Trading',
  'TrickDesk',
] as const;
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

export const SHORTCUT_MENUS = ['app', 'view', 'go', 'tools', 'help'] as const;

interface Entry {
  /** Names the action too, where it is no route. */
  readonly id: string;
  /** In English; main and the window each say it in their language. */
  readonly title: string;
  readonly group: ShortcutGroup;
  /** Where it applies: everywhere, only while the focus is in a list or grid, or only on the page that it leads to. */
  readonly scope: 'global' | 'grid' | 'page';
  /** Windows and Linux, and macOS too where `macKeys` is left out; the first is the one that menus show. */
  readonly keys: readonly string[];
  readonly macKeys?: readonly string[];
  /** One plain key with the same effect while a list is focused. The user may switch these off (WCAG 2.1.4). */
  readonly letter?: string;
  /** Where it leads; an action where it is left out. */
  readonly route?: string;
  readonly menu?: (typeof SHORTCUT_MENUS)[number];
  /** Layers do it themselves; it is here to be shown. */
  readonly isInherent?: boolean;
}

export const SHORTCUTS = [
  place('home', 'Home', '/home', 'CmdOrCtrl+1'),
  place('top-ten', 'Top ten', '/top-ten', 'CmdOrCtrl+2'),
  place('my-strategies', 'My strategies', '/my-strategies', 'CmdOrCtrl+3'),
  place('backtest', 'Backtest', '/backtest', 'CmdOrCtrl+4'),
  place('open-positions', 'Open positions', '/open-positions', 'CmdOrCtrl+5'),
  place('order-history', 'Order history', '/order-history', 'CmdOrCtrl+6'),
  place('trade-history', 'Trade history', '/trade-history', 'CmdOrCtrl+7'),
  place('baskets', 'Baskets', '/baskets', 'CmdOrCtrl+8'),
  place('wallet', 'Wallet', '/wallet', 'CmdOrCtrl+9'),
  place('watchlist', 'Watchlists', '/watchlist', 'CmdOrCtrl+L'),
  place('alerts', 'Alerts', '/notifications', 'CmdOrCtrl+Shift+A'),
  place('workspace', 'Workspace', '/workspace', 'CmdOrCtrl+Shift+D'),
  {
    id: 'settings',
    title: 'Settings',
    group: 'Go to',
    scope: 'global',
    keys: ['CmdOrCtrl+,'],
    route: '/settings',
    menu: 'app',
  },
  {
    id: 'back',
    title: 'Back',
    group: 'Go to',
    scope: 'global',
    keys: ['Alt+Left'],
    macKeys: ['CmdOrCtrl+['],
    menu: 'go',
  },
  {
    id: 'forward',
    title: 'Forward',
    group: 'Go to',
    scope: 'global',
    keys: ['Alt+Right'],
    macKeys: ['CmdOrCtrl+]'],
    menu: 'go',
  },
  {
    id: 'reload-data',
    title: 'Reload data',
    group: 'Lists',
    scope: 'global',
    keys: ['CmdOrCtrl+R', 'F5'],
    macKeys: ['CmdOrCtrl+R'],
    menu: 'view',
  },
  {
    id: 'filter',
    title: 'Filter this list',
    group: 'Lists',
    scope: 'global',
    keys: ['CmdOrCtrl+F'],
    letter: '/',
    menu: 'view',
  },
  {
    id: 'export',
    title: 'Export as CSV',
    group: 'Lists',
    scope: 'global',
    keys: ['CmdOrCtrl+E'],
    menu: 'view',
  },
  {
    id: 'print',
    title: 'Print to PDF',
    group: 'Lists',
    scope: 'global',
    keys: ['CmdOrCtrl+P'],
    menu: 'view',
  },
  { id: 'next-row', title: 'Next row', group: 'Lists', scope: 'grid', keys: [], letter: 'J' },
  { id: 'previous-row', title: 'Previous row', group: 'Lists', scope: 'grid', keys: [], letter: 'K' },
  { id: 'row-details', title: 'Details of the row', group: 'Lists', scope: 'grid', keys: [], letter: 'D' },
  {
    id: 'row-start-stop',
    title: 'Start or stop the strategy of the row',
    group: 'Lists',
    scope: 'grid',
    keys: [],
    letter: 'S',
  },
  {
    id: 'row-exit',
    title: 'Exit the position of the row',
    group: 'Lists',
    scope: 'grid',
    keys: [],
    letter: 'X',
  },
  {
    id: 'row-change',
    title: 'Change the order of the row',
    group: 'Lists',
    scope: 'grid',
    keys: [],
    letter: 'C',
  },
  {
    id: 'toggle-skin',
    title: 'Light or dark',
    group: 'View',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+L'],
    menu: 'view',
  },
  { id: 'skin-light', title: 'Light theme', group: 'View', scope: 'global', keys: [] },
  { id: 'skin-dark', title: 'Dark theme', group: 'View', scope: 'global', keys: [] },
  { id: 'skin-contrast', title: 'High contrast theme', group: 'View', scope: 'global', keys: [] },
  { id: 'skin-system', title: 'System theme', group: 'View', scope: 'global', keys: [] },
  { id: 'density-comfortable', title: 'Comfortable rows', group: 'View', scope: 'global', keys: [] },
  { id: 'density-standard', title: 'Standard rows', group: 'View', scope: 'global', keys: [] },
  { id: 'density-compact', title: 'Compact rows', group: 'View', scope: 'global', keys: [] },
  { id: 'zoom-in', title: 'Zoom in', group: 'View', scope: 'global', keys: ['CmdOrCtrl+Plus'], menu: 'view' },
  { id: 'zoom-out', title: 'Zoom out', group: 'View', scope: 'global', keys: ['CmdOrCtrl+-'], menu: 'view' },
  {
    id: 'zoom-reset',
    title: 'Actual size',
    group: 'View',
    scope: 'global',
    keys: ['CmdOrCtrl+0'],
    menu: 'view',
  },
  {
    id: 'pop-out',
    title: 'Pop out this page',
    group: 'Windows',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+O'],
    menu: 'view',
  },
  {
    id: 'toggle-mini',
    title: 'Mini P&L',
    group: 'Windows',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+M'],
    menu: 'view',
  },
  {
    id: 'toggle-on-top',
    title: 'Always on top',
    group: 'Windows',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+T'],
    menu: 'view',
  },
  pane('pane-add', 'Add a pane', 'CmdOrCtrl+Shift+N'),
  pane('pane-menu', 'Menu of the pane', 'CmdOrCtrl+Shift+P'),
  pane('pane-left', 'Pane on the left', 'Alt+Shift+Left', 'CmdOrCtrl+Alt+Left'),
  pane('pane-right', 'Pane on the right', 'Alt+Shift+Right', 'CmdOrCtrl+Alt+Right'),
  pane('pane-up', 'Pane above', 'Alt+Shift+Up', 'CmdOrCtrl+Alt+Up'),
  pane('pane-down', 'Pane below', 'Alt+Shift+Down', 'CmdOrCtrl+Alt+Down'),
  pane('pane-next-tab', 'Next tab of the pane', 'CmdOrCtrl+PageDown'),
  pane('pane-previous-tab', 'Previous tab of the pane', 'CmdOrCtrl+PageUp'),
  pane('pane-whole', 'This pane alone', 'CmdOrCtrl+Shift+X'),
  pane('pane-close', 'Close the pane', 'CmdOrCtrl+Shift+K'),
  pane('layout-undo', 'Undo the change of the layout', 'Alt+Shift+Z', 'CmdOrCtrl+Alt+Z'),
  pane('layout-redo', 'Redo the change of the layout', 'Alt+Shift+Y', 'CmdOrCtrl+Alt+Y'),
  {
    id: 'next-region',
    title: 'Next part of the window',
    group: 'Windows',
    scope: 'global',
    keys: ['F6'],
  },
  {
    id: 'previous-region',
    title: 'Previous part of the window',
    group: 'Windows',
    scope: 'global',
    keys: ['Shift+F6'],
  },
  {
    id: 'close-layer',
    title: 'Close what lies on top',
    group: 'Windows',
    scope: 'global',
    keys: ['Esc'],
    isInherent: true,
  },
  {
    id: 'order-by-hand',
    title: 'Order by hand…',
    group: 'Trading',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+B'],
    menu: 'tools',
  },
  {
    id: 'armed-keys',
    title: 'Armed keys…',
    group: 'Trading',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+E'],
    menu: 'tools',
  },
  {
    id: 'cancel-by-hand',
    title: 'Cancel my orders by hand',
    group: 'Trading',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+H'],
    menu: 'tools',
  },
  {
    id: 'flatten-by-hand',
    title: 'Flatten by hand…',
    group: 'Trading',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+F'],
    menu: 'tools',
  },
  {
    id: 'stop-all-live',
    title: 'Stop all live…',
    group: 'Trading',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+.'],
    menu: 'tools',
  },
  {
    id: 'toggle-quiet',
    title: 'Quiet mode',
    group: 'TrickDesk',
    scope: 'global',
    keys: ['CmdOrCtrl+Shift+U'],
    menu: 'tools',
  },
  {
    id: 'palette',
    title: 'Command palette',
    group: 'TrickDesk',
    scope: 'global',
    keys: ['CmdOrCtrl+K'],
    menu: 'tools',
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    group: 'TrickDesk',
    scope: 'global',
    keys: ['CmdOrCtrl+/'],
    letter: '?',
    menu: 'help',
  },
  {
    id: 'raise-ticket',
    title: 'Raise a ticket',
    group: 'TrickDesk',
    scope: 'page',
    keys: [],
    letter: 'N',
    route: '/tickets?raise=yes',
  },
  { id: 'sign-out', title: 'Sign out', group: 'TrickDesk', scope: 'global', keys: [] },
] as const satisfies readonly Entry[];

/** A place that the menu's Go part has. */
function place<const Id extends string, const Title extends string, const Route extends string>(
  id: Id,
  title: Title,
  route: Route,
  keys: string,
) {
  return { id, title, group: 'Go to', scope: 'global', keys: [keys], route, menu: 'go' } as const;
}

/** Something that a workspace does with its panes. */
function pane<const Id extends string, const Title extends string>(
  id: Id,
  title: Title,
  keys: string,
  macKeys = keys,
) {
  return { id, title, group: 'Workspace', scope: 'global', keys: [keys], macKeys: [macKeys] } as const;
}

type Listed = (typeof SHORTCUTS)[number];
export type ShortcutId = Listed['id'];
export type ShortcutTitle = Listed['title'];
/** Actions that the window carries out; the rest are places. */
export type ActionId = Exclude<Listed, { route: string } | { isInherent: true }>['id'];

export interface Shortcut extends Entry {
  readonly id: ShortcutId;
  readonly title: ShortcutTitle;
}

const listed: readonly Shortcut[] = SHORTCUTS;
const byId: ReadonlyMap<ShortcutId, Shortcut> = new Map(listed.map((shortcut) => [shortcut.id, shortcut]));
const isAction = (shortcut: Shortcut): shortcut is Shortcut & { readonly id: ActionId } =>
  shortcut.route === undefined && !shortcut.isInherent;

/** The actions by name, as events carry them. */
export const ACTION_IDS: readonly ActionId[] = listed.filter(isAction).map(({ id }) => id);

/** The entry of that name. */
export const shortcutOf = (id: ShortcutId): Shortcut => {
  const found = byId.get(id);
  if (!found) throw new Error(`There is no shortcut ${id}`);
  return found;
};

/** The entry that leads to a route, if one does. */
export const shortcutOfRoute = (route: string): Shortcut | null =>
  listed.find((shortcut) => shortcut.route === route) ?? null;

/** The action of an entry; null for a place and for what layers do themselves. */
export const actionOf = (shortcut: Shortcut): ActionId | null => (isAction(shortcut) ? shortcut.id : null);
