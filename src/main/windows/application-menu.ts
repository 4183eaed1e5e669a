import { Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import { keysOn } from '../../shared/shortcut-keys.ts';
import { SHORTCUTS, actionOf } from '../../shared/shortcuts.ts';
import type { ActionId, Shortcut } from '../../shared/shortcuts.ts';
import { t } from '../messages/messages.ts';

export interface MenuCommands {
  readonly go: (route: string) => void;
  readonly act: (action: ActionId) => void;
  /** Steps of zoom; 0 goes back to 100 %. */
  readonly zoom: (steps: number) => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Zooming is main's own: it works on a page that has nothing else to offer, such as one that failed. */
const ZOOM_STEPS: Partial<Record<ActionId, number>> = { 'zoom-in': 1, 'zoom-out': -1, 'zoom-reset': 0 };

const press = (shortcut: Shortcut, { go, act, zoom }: MenuCommands): void => {
  const action = actionOf(shortcut);
  if (shortcut.route !== undefined) go(shortcut.route);
  else if (action !== null) {
    const steps = ZOOM_STEPS[action];
    if (steps === undefined) act(action);
    else zoom(steps);
  }
};

/** Items of one menu, in the list's order. There is a line between one group and the next. */
const itemsOf = (
  menu: Shortcut['menu'],
  commands: MenuCommands,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] => {
  const listed = (SHORTCUTS as readonly Shortcut[]).filter((shortcut) => shortcut.menu === menu);
  return listed.flatMap((shortcut, index) => {
    const [accelerator] = keysOn(shortcut, platform === 'darwin' ? 'mac' : 'other');
    const isFirstOfGroup = index > 0 && listed[index - 1]?.group !== shortcut.group;
    return [
      ...(isFirstOfGroup ? [separator] : []),
      {
        id: shortcut.id,
        label: t(shortcut.title),
        ...(accelerator === undefined ? {} : { accelerator }),
        click: () => press(shortcut, commands),
      },
    ];
  });
};

/** The menu of the app, made from the list of shortcuts. There is no Reload of the window: Ctrl+R loads the data anew. */
export function applicationMenu(commands: MenuCommands, platform: NodeJS.Platform): Menu {
  const items = (menu: Shortcut['menu']) => itemsOf(menu, commands, platform);
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
          ...items('app'),
          separator,
          { role: 'hide' },
          { role: 'hideOthers' },
          { role: 'unhide' },
          separator,
          { role: 'quit' },
        ],
      }
    : { label: t('File'), submenu: [...items('app'), separator, { id: 'quit', role: 'quit' }] };
  return Menu.buildFromTemplate([
    first,
    { role: 'editMenu' },
    { label: t('View'), submenu: [...items('view'), separator, { role: 'togglefullscreen' }] },
    { label: t('Go'), submenu: items('go') },
    { label: t('Tools'), submenu: items('tools') },
    { role: 'windowMenu' },
    { role: 'help', label: t('Help'), submenu: [...items('help'), ...(isMac ? [] : [separator, about])] },
  ]);
}
