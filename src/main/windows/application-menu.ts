import { Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopEvent } from '../../shared/desktop.ts';

type Action = Extract<DesktopEvent, { type: 'action.requested' }>['action'];

export interface MenuCommands {
  readonly go: (route: string) => void;
  readonly act: (action: Action) => void;
  /** Steps of zoom; 0 goes back to 100 %. */
  readonly zoom: (steps: number) => void;
}

/** Screens with a key of their own, in the order of the vertical menu. */
const PLACES = [
  ['Home', '/home', 'CmdOrCtrl+1'],
  ['Top ten', '/top-ten', 'CmdOrCtrl+2'],
  ['My strategies', '/my-strategies', 'CmdOrCtrl+3'],
  ['Backtest', '/backtest', 'CmdOrCtrl+4'],
  ['Open positions', '/open-positions', 'CmdOrCtrl+5'],
  ['Order history', '/order-history', 'CmdOrCtrl+6'],
  ['Trade history', '/trade-history', 'CmdOrCtrl+7'],
  ['Wallet', '/wallet', 'CmdOrCtrl+9'],
  ['Alerts', '/notifications', 'CmdOrCtrl+Shift+A'],
] as const;

/** The menu of the app. There is no Reload of the window: Ctrl+R loads the data anew. */
export function applicationMenu(commands: MenuCommands, platform: NodeJS.Platform): Menu {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => commands.go('/settings'),
  };
  const about: MenuItemConstructorOptions = {
    id: 'about',
    label: 'About TrickDesk',
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
    : { label: 'File', submenu: [settings, separator, { id: 'quit', role: 'quit' }] };
  return Menu.buildFromTemplate([
    first,
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        {
          id: 'reload-data',
          label: 'Reload data',
          accelerator: 'CmdOrCtrl+R',
          click: () => commands.act('reload-data'),
        },
        {
          id: 'filter',
          label: 'Filter this list',
          accelerator: 'CmdOrCtrl+F',
          click: () => commands.act('filter'),
        },
        {
          id: 'export',
          label: 'Export as CSV',
          accelerator: 'CmdOrCtrl+E',
          click: () => commands.act('export'),
        },
        {
          id: 'print',
          label: 'Print to PDF',
          accelerator: 'CmdOrCtrl+P',
          click: () => commands.act('print'),
        },
        separator,
        { id: 'zoom-in', label: 'Zoom in', accelerator: 'CmdOrCtrl+Plus', click: () => commands.zoom(1) },
        { id: 'zoom-out', label: 'Zoom out', accelerator: 'CmdOrCtrl+-', click: () => commands.zoom(-1) },
        { id: 'zoom-reset', label: 'Actual size', accelerator: 'CmdOrCtrl+0', click: () => commands.zoom(0) },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: 'Go',
      submenu: PLACES.map(([label, route, accelerator]) => ({
        id: `go${route}`,
        label,
        accelerator,
        click: () => commands.go(route),
      })),
    },
    { role: 'windowMenu' },
    ...(isMac ? [] : [{ label: 'Help', submenu: [about] }]),
  ]);
}
