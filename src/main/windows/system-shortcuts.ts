import { Menu, app } from 'electron';
import { t } from '../messages/messages.ts';
import { LINK_SCHEME } from './deep-link.ts';

export interface SystemCommands {
  readonly goTo: (route: string) => void;
  readonly toggleMini: () => void;
  readonly setQuiet: (isQuiet: boolean) => void;
}

/** Started with one of these, the running app does it: the system's shortcuts start the program anew. */
export const TASK_ARGUMENTS = { mini: '--mini-pnl', quiet: '--quiet-1h' } as const;

const POSITIONS = '/open-positions';
const TICKET = '/tickets?raise=yes';

/** Does what an argument of a second start asks for; answers whether there was one. */
export function runTask(argv: readonly string[], commands: SystemCommands): boolean {
  if (argv.includes(TASK_ARGUMENTS.mini)) commands.toggleMini();
  else if (argv.includes(TASK_ARGUMENTS.quiet)) commands.setQuiet(true);
  else return false;
  return true;
}

/** Set the taskbar's jump list (Windows) or the dock's menu (macOS). Linux has its own in the installed entry. */
export function offerSystemShortcuts(commands: SystemCommands, platform: NodeJS.Platform): void {
  if (platform === 'win32') {
    const task = (title: string, args: string) => ({
      program: process.execPath,
      arguments: args,
      iconPath: process.execPath,
      iconIndex: 0,
      title,
      description: title,
    });
    app.setUserTasks([
      task(t('Open positions'), `${LINK_SCHEME}://open${POSITIONS}`),
      task(t('Mini P&L'), TASK_ARGUMENTS.mini),
      task(t('Raise a ticket'), `${LINK_SCHEME}://open${TICKET}`),
      task(t('Quiet for 1 hour'), TASK_ARGUMENTS.quiet),
    ]);
  }
  if (platform === 'darwin')
    app.dock?.setMenu(
      Menu.buildFromTemplate([
        { label: t('Open positions'), click: () => commands.goTo(POSITIONS) },
        { label: t('Mini P&L'), click: () => commands.toggleMini() },
        { label: t('Raise a ticket'), click: () => commands.goTo(TICKET) },
        { label: t('Quiet for 1 hour'), click: () => commands.setQuiet(true) },
      ]),
    );
}
