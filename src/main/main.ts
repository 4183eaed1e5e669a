import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { app, dialog, protocol } from 'electron';
import { SCHEME } from './windows/app-scheme.ts';
import { LINK_SCHEME } from './windows/deep-link.ts';

/** The installer's id, by which Windows shows notifications under the app's name. */
const APP_ID = 'in.trickdesk.desktop';

// Before anything heavy is loaded: a warm start then skips compiling it.
enableCompileCache();
protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
app.setAppUserModelId(APP_ID);
app.setAsDefaultProtocolClient(LINK_SCHEME);

// The desktop is loaded while the system gets ready to show windows, which takes longer and is begun first.
if (!app.requestSingleInstanceLock()) app.quit();
else
  Promise.all([nextTurn().then(() => import('./start-desktop.ts')), app.whenReady()])
    .then(([{ startDesktop }]) => startDesktop(join(import.meta.dirname, '..')))
    .catch((error: Error) => {
      dialog.showErrorBox('TrickDesk could not start', error.message);
      app.exit(1);
    });
