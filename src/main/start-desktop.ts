import { join } from 'node:path';
import { Menu, app, nativeTheme, powerMonitor, protocol, safeStorage } from 'electron';
import ElectronStore from 'electron-store';
import type { DesktopEvent } from '../shared/desktop.ts';
import { AlertDesk } from './alerts/alert-desk.ts';
import { AlertFeed } from './alerts/alert-feed.ts';
import { nativeNotifier } from './alerts/native-notifier.ts';
import { ShownAlerts } from './alerts/shown-alerts.ts';
import { ChosenBackend } from './backend-host/backend-choice.ts';
import { BackendHost } from './backend-host/backend-host.ts';
import { forkBackend } from './backend-host/fork-backend.ts';
import { createBridge } from './bridge/bridge.ts';
import { listen } from './bridge/listen.ts';
import { desktopCommandHandlers } from './desktop-commands.ts';
import { Gateway } from './gateway/gateway.ts';
import { createHttp } from './gateway/http.ts';
import { openLog } from './log/log.ts';
import { Session } from './session/session.ts';
import { SettingsFile } from './settings/settings.ts';
import { StreamClient } from './stream/stream-client.ts';
import { dataKeyOf } from './vault/data-key.ts';
import { encryptedFileStore } from './vault/encrypted-file-store.ts';
import { keychainStore, loadKeytar } from './vault/keychain-store.ts';
import { openVault } from './vault/vault.ts';
import { applicationMenu } from './windows/application-menu.ts';
import { APP_ORIGIN, SCHEME, serveFolder } from './windows/app-scheme.ts';
import { routeOfArguments, routeOfLink } from './windows/deep-link.ts';
import { guardPages, refusePermissions } from './windows/guards.ts';
import { MainWindow } from './windows/main-window.ts';
import { RunProgress } from './windows/run-progress.ts';

/** `npm run dev` serves the renderer from Vite. */
const devUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];

/** Puts the rooms of the desktop together and opens its window; `out` is the folder of the built app. */
export function startDesktop(out: string): void {
  const dataDir = app.getPath('userData');
  const log = openLog(app.getPath('logs'));
  process.on('unhandledRejection', (reason) =>
    log.error('A promise was rejected and nobody listened', reason),
  );
  const file = new ElectronStore<Record<string, unknown>>({ name: 'desktop', clearInvalidConfig: true });

  const loaded = Promise.withResolvers<void>();
  const window = new MainWindow({
    preload: join(out, 'preload/preload.cjs'),
    origin: devUrl ? new URL(devUrl).origin : APP_ORIGIN,
    file,
    log,
    isPackaged: app.isPackaged,
    onFirstLoad: () => {
      process.stdout.write('trickdesk: window open\n');
      loaded.resolve();
    },
  });
  const announce = (event: DesktopEvent) => window.send(event);

  const settings = new SettingsFile(file, log, (changed) => {
    nativeTheme.themeSource = changed.skin;
    announce({ type: 'settings.changed', settings: changed });
  });
  nativeTheme.themeSource = settings.current.skin;

  const vault = openVault(
    [keychainStore(loadKeytar, dataDir), encryptedFileStore(safeStorage, dataDir, process.platform)],
    log,
  );
  const onBackend = () => {
    announce({ type: 'backend.changed', backend: backend.state });
    if (backend.state.state === 'up') stream.reconnect();
  };
  const host = new BackendHost({
    fork: () => forkBackend(join(out, 'main/backend.js')),
    dataDir,
    dataKey: async () => dataKeyOf(await vault),
    log,
    onChange: onBackend,
  });
  const backend = new ChosenBackend(host, settings.current.backend, onBackend);

  const gateway = new Gateway({
    send: createHttp(),
    target: () => backend.target(),
    keep: async (tokens) => (await session).keep(tokens),
    onExpired: () => void session.then((ended) => ended.expire()),
  });
  const alerts = new AlertDesk({
    notifier: nativeNotifier(),
    shown: new ShownAlerts(file),
    settings: () => settings.current,
    announce,
    open: (route) => window.goTo(route),
  });
  const alertFeed = new AlertFeed(gateway, alerts);
  const runProgress = new RunProgress((fraction) => window.setProgress(fraction));
  const stream = new StreamClient({
    target: () => backend.target(),
    tokens: gateway.tokens,
    log,
    poll: () => alertFeed.catchUp(),
    onEvent: (event) => {
      announce({ type: 'stream.event', event });
      void alertFeed.take(event);
      if (event.type === 'backtest') runProgress.take(event);
      if (event.type === 'reload') runProgress.clear();
    },
    onState: (state) => {
      announce({ type: 'stream.changed', state });
      if (state === 'open') void alertFeed.catchUp();
    },
  });

  const session: Promise<Session> = vault.then(async (opened) => {
    const restored = new Session({
      gateway,
      vault: opened,
      log,
      announce,
      onPerson: (userId) => {
        alertFeed.follow(userId);
        runProgress.clear();
        if (userId === null) stream.stop();
        else stream.start();
      },
      lastName: {
        read: () => {
          const name = file.get('lastName');
          return typeof name === 'string' ? name : null;
        },
        write: (name) => file.set('lastName', name),
      },
    });
    await restored.restore();
    return restored;
  });

  const bridge = createBridge({
    call: (endpoint, input, options) => gateway.call(endpoint, input, options),
    desktop: desktopCommandHandlers({ session, settings, backend, alerts, log }),
    log,
  });
  listen(bridge, (event) => window.isSender(event), log);

  guardPages(log);
  refusePermissions();
  protocol.handle(SCHEME, serveFolder(join(out, 'renderer')));
  Menu.setApplicationMenu(
    applicationMenu(
      {
        go: (route) => window.goTo(route),
        act: (action) => announce({ type: 'action.requested', action }),
        zoom: (steps) => window.zoom(steps),
      },
      process.platform,
    ),
  );

  followTheSystem(window, stream);
  // Somebody who is signed in waits for the backend; anybody else for the sign-in form, which goes first then.
  void session.then(async ({ state }) => {
    if (state.user === null) await loaded.promise;
    backend.start();
  });
  endTogether(backend, stream);
}

/** What the operating system tells the app. */
function followTheSystem(window: MainWindow, stream: StreamClient): void {
  const open = (route: string | null) => (route === null ? window.show() : window.goTo(route));
  app.on('activate', () => window.show());
  app.on('second-instance', (_event, argv) => open(routeOfArguments(argv)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(routeOfLink(link));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  powerMonitor.on('resume', () => stream.reconnect());
  open(routeOfArguments(process.argv));
}

/** Ends the backend before the app: it is asked to, so that what it is writing gets written. */
function endTogether(backend: ChosenBackend, stream: StreamClient): void {
  let isEnding = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    stream.stop();
    void backend.stop().finally(() => app.exit(0));
  });
}
