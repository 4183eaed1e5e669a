// An app that keeps to Electron's security checklist, save the one point that its command line names.
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, session, shell } from 'electron';

const here = import.meta.dirname;
const violated = Number(process.argv.find((argument) => argument.startsWith('--violates='))?.slice(11));
const keeps = (point) => point !== violated;

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'none'";
const PAGE = `<!doctype html><title>Violating</title>${keeps(1) ? '' : '<img src="http://127.0.0.1:9/x.png">'}`;
const PREFERENCES = {
  2: { nodeIntegration: true },
  3: { contextIsolation: false },
  4: { sandbox: false },
  6: { webSecurity: false },
  8: { allowRunningInsecureContent: true },
  9: { experimentalFeatures: true },
  10: { enableBlinkFeatures: 'PreciseMemoryInfo' },
  11: { webviewTag: true },
};

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);

const guard = (contents) => {
  if (keeps(13)) contents.on('will-navigate', (event) => event.preventDefault());
  if (keeps(12)) contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (!keeps(15)) void shell.openExternal(url);
    return { action: keeps(14) ? 'deny' : 'allow' };
  });
};
app.on('web-contents-created', (_event, contents) => guard(contents));

async function open() {
  const headers = { 'content-type': 'text/html', ...(keeps(7) && { 'content-security-policy': POLICY }) };
  protocol.handle('app', () => new Response(PAGE, { headers }));
  if (keeps(5)) {
    session.defaultSession.setPermissionCheckHandler(() => false);
    session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  }
  const window = new BrowserWindow({
    webPreferences: {
      preload: join(here, keeps(20) ? 'preload.cjs' : 'preload-20.cjs'),
      ...PREFERENCES[violated],
    },
  });
  ipcMain.handle('desk', ({ sender, senderFrame }, id) => {
    const isOurs =
      sender.id === window.webContents.id &&
      senderFrame?.parent === null &&
      senderFrame.origin === 'app://desk' &&
      senderFrame.url.startsWith('app://desk/');
    return isOurs || !keeps(17) ? { ok: true, value: id } : { ok: false, failure: { code: 'forbidden' } };
  });
  await window.loadURL(keeps(18) ? 'app://desk/' : `file://${join(here, 'page.html')}`);
}

app.whenReady().then(open);
