import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../log/log.ts';

/** Started with the computer, the app waits in the tray. */
export const HIDDEN_ARGUMENT = '--hidden';

/** Desktop-standard file by which Linux starts a program at sign-in. */
export const autostartEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=TrickDesk',
    `Exec="${program.replaceAll(/(["`$\\])/g, String.raw`\$1`)}" ${HIDDEN_ARGUMENT}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

/** Makes the system start the app at sign-in, or no more. Nothing is done for an app that is not installed. */
export async function startAtSignIn(isWanted: boolean, log: Log): Promise<void> {
  if (!app.isPackaged) return;
  if (process.platform !== 'linux')
    return app.setLoginItemSettings({ openAtLogin: isWanted, args: [HIDDEN_ARGUMENT] });
  const folder = join(app.getPath('appData'), 'autostart');
  const file = join(folder, 'trickdesk.desktop');
  try {
    if (!isWanted) return await rm(file, { force: true });
    await mkdir(folder, { recursive: true });
    // An AppImage unpacks itself anew each time; only its own file stays where it is.
    await writeFile(file, autostartEntry(process.env['APPIMAGE'] ?? app.getPath('exe')));
  } catch (error) {
    log.warn('The start at sign-in could not be set', error);
  }
}
