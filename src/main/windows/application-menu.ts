import { Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import { t } from '../words/words.ts';
import type { Action } from './desk-window.ts';

export interface MenuCommands {
  readonly go: (route: string) => void;
  readonly act: (action: Action) => void;
  /** Steps of zoom; 0 goes back to 100 %. */
  readonly zoom: (steps: number) => void;
  /** Shows what is looked at in a window of its own. */
  readonly popOut: () => void;
  readonly toggleMini: () => void;
}

/** Screens with a key of their own, in the order of the vertical menu. */
const places = () =>
  [
    [t('Home'), '/home', 'CmdOrCtrl+1'],
    [t('Top ten'), '/top-ten', 'CmdOrCtrl+2'],
    [t('My strategies'), '/my-strategies', 'CmdOrCtrl+3'],
    [t('Backtest'), '/backtest', 'CmdOrCtrl+4'],
    [t('Open positions'), '/open-positions', 'CmdOrCtrl+5'],
    [t('Order history'), '/order-history', 'CmdOrCtrl+6'],
    [t('Trade history'), '/trade-history', 'CmdOrCtrl+7'],
    [t('Baskets'), '/baskets', 'CmdOrCtrl+8'],
    [t('Wallet'), '/wallet', 'CmdOrCtrl+9'],
    [t('Alerts'), '/notifications', 'CmdOrCtrl+Shift+A'],
  ] as const;

/** The menu of the app. There is no Reload of the window: Ctrl+R loads the data anew. */
export function applicationMenu(commands: MenuCommands, platform: NodeJS.Platform): Menu {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: t('Settings…'),
    accelerator: 'CmdOrCtrl+,',
    click: () => commands.go('/settings'),
  };
  const about: MenuItemConstructorOptions = {
    id: 'about',
    label: t('About TrickDesk'),
    click: () => commands.go('/settings?section=about'),
  };
  const isMac = platform === 'darwin';
  const first: MenuItemConstructorOptions = isMac
    ? {
        label: 'TrickDesk',
        submenu: [
          about,
          separator,
          settings,
          separator,
          { role: 'hide' },
          { role: 'hideOthers' },
          { role: 'unhide' },
          separator,
          { role: 'quit' },
        ],
      }
    : { label: t('File'), submenu: [settings, separator, { id: 'quit', role: 'quit' }] };
  return Menu.buildFromTemplate([
    first,
    { role: 'editMenu' },
    {
      label: t('View'),
      submenu: [
        {
          id: 'reload-data',
          label: t('Reload data'),
          accelerator: 'CmdOrCtrl+R',
          click: () => commands.act('reload-data'),
        },
        {
          id: 'filter',
          label: t('Filter this list'),
          accelerator: 'CmdOrCtrl+F',
          click: () => commands.act('filter'),
        },
        {
          id: 'export',
          label: t('Export as CSV'),
          accelerator: 'CmdOrCtrl+E',
          click: () => commands.act('export'),
        },
        {
          id: 'print',
          label: t('Print to PDF'),
          accelerator: 'CmdOrCtrl+P',
          click: () => commands.act('print'),
        },
        separator,
        { id: 'zoom-in', label: t('Zoom in'), accelerator: 'CmdOrCtrl+Plus', click: () => commands.zoom(1) },
        { id: 'zoom-out', label: t('Zoom out'), accelerator: 'CmdOrCtrl+-', click: () => commands.zoom(-1) },
        {
          id: 'zoom-reset',
          label: t('Actual size'),
          accelerator: 'CmdOrCtrl+0',
          click: () => commands.zoom(0),
        },
        separator,
        {
          id: 'pop-out',
          label: t('Pop out this page'),
          accelerator: 'CmdOrCtrl+Shift+O',
          click: () => commands.popOut(),
        },
        {
          id: 'mini',
          label: t('Mini P&L'),
          accelerator: 'CmdOrCtrl+Shift+M',
          click: () => commands.toggleMini(),
        },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: t('Go'),
      submenu: places().map(([label, route, accelerator]) => ({
        id: `go${route}`,
        label,
        accelerator,
        click: () => commands.go(route),
      })),
    },
    { role: 'windowMenu' },
    ...(isMac ? [] : [{ label: t('Help'), submenu: [about] }]),
  ]);
}
