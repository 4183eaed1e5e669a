import { app, session, shell } from 'electron';
import type { Log } from '../log/log.ts';
import { externalLink } from './external-link.ts';

/** Prevent every page from leaving or opening anything. Every page of the app, whichever way it came to be. */
export function guardPages(log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      event.preventDefault();
      log.warn('A page tried to leave', { url });
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url, log);
      return { action: 'deny' };
    });
  });
}

/** Opens an https page of the allow-list in the browser; answers whether it was one. */
export function openOutside(address: string, log: Log): boolean {
  const link = externalLink(address);
  if (link === null) {
    log.warn('A link was not opened', { url: address });
    return false;
  }
  shell.openExternal(link).catch((error: Error) => log.error('The browser could not be opened', error));
  return true;
}

/** Pages get notifications and nothing else: no camera, no position, no clipboard, no devices. */
export function refusePermissions(): void {
  const isAllowed = (permission: string) => permission === 'notifications';
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(isAllowed(permission)),
  );
}
