import { app, powerMonitor } from 'electron';
import type { StreamClient } from './stream/stream-client.ts';
import { routeOfArguments, routeOfLink } from './windows/deep-link.ts';
import type { AppWindows } from './windows/app-windows.ts';
import { HIDDEN_ARGUMENT } from './windows/start-at-sign-in.ts';
import { runTask, type SystemCommands } from './windows/system-shortcuts.ts';

export interface SystemDeps {
  readonly windows: AppWindows;
  readonly stream: StreamClient;
  readonly commands: SystemCommands;
}

/** React to events of the operating system. */
export function followTheSystem({ windows, stream, commands }: SystemDeps): void {
  const open = (route: string | null) => (route === null ? windows.show() : windows.goTo(route));
  app.on('activate', () => windows.show());
  app.on('second-instance', (_event, argv) => {
    if (!runTask(argv, commands)) open(routeOfArguments(argv));
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(routeOfLink(link));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  powerMonitor.on('resume', () => {
    // Whatever was known before the sleep is old: everything is asked for anew.
    windows.broadcast({ type: 'system.resumed' });
    stream.reconnect();
    windows.feed({ type: 'reload' });
  });
  if (process.argv.includes(HIDDEN_ARGUMENT)) windows.prepare();
  else open(routeOfArguments(process.argv));
  runTask(process.argv, commands);
}
