// The smallest Electron app that shows a built page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, BrowserWindow, protocol } from 'electron';

const TYPES = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);

void app.whenReady().then(async () => {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    const body = await readFile(join(import.meta.dirname, 'renderer', pathname));
    return new Response(body, { headers: { 'content-type': TYPES[pathname.split('.').at(-1)] } });
  });
  await new BrowserWindow({ width: 900, height: 600 }).loadURL('app://page/index.html');
});
app.on('window-all-closed', () => app.quit());
