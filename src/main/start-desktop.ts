import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Menu, app, dialog, nativeTheme, protocol, safeStorage } from 'electron';
import ElectronStore from 'electron-store';
import { isAtWork } from '../shared/at-work.ts';
import { OUTBOX_FOLDER } from '../shared/backend-handshake.ts';
import { AlertPresenter } from './alerts/alert-presenter.ts';
import { AlertFeed } from './alerts/alert-feed.ts';
import { nativeNotifier } from './alerts/native-notifier.ts';
import { Quiet } from './alerts/quiet.ts';
import { ScreenLock } from './alerts/screen-lock.ts';
import { ShownAlerts } from './alerts/shown-alerts.ts';
import { ChosenBackend } from './backend-host/backend-choice.ts';
import { BackendHost } from './backend-host/backend-host.ts';
import { forkBackend } from './backend-host/fork-backend.ts';
import { createBridge } from './bridge/bridge.ts';
import { listen } from './bridge/listen.ts';
import { CrashReporter } from './crash/crash-reporter.ts';
import { askWhereTo, askWhichFile } from './data/backup-dialogs.ts';
import { DailySeal } from './data/daily-seal.ts';
import { Backups } from './data/backups.ts';
import { dataTasks } from './data/data-task.ts';
import { isSealedFile } from './data/sealed-file.ts';
import { KeptBackups } from './data/kept-backups.ts';
import { desktopCommandHandlers } from './desktop-commands.ts';
import { Gateway } from './gateway/gateway.ts';
import { createHttp } from './gateway/http.ts';
import { openLog } from './log/log.ts';
import { Session } from './session/session.ts';
import { followTheSystem } from './follow-the-system.ts';
import { moveServerToken } from './settings/move-server-token.ts';
import { SettingsFile } from './settings/settings.ts';
import { TradingStatusWatch } from './status/trading-status.ts';
import { StreamClient } from './stream/stream-client.ts';
import { LatestPrices } from './stream/latest-prices.ts';
import { WatchList } from './stream/watch-list.ts';
import { AppTray } from './tray/tray.ts';
import { installedSource } from './updates/installed-source.ts';
import { Updater } from './updates/updater.ts';
import { dataKeysOf } from './vault/data-key.ts';
import { encryptedFileStore } from './vault/encrypted-file-store.ts';
import { keychainStore, loadKeytar } from './vault/keychain-store.ts';
import { serverTokens } from './vault/server-token.ts';
import { openVault } from './vault/vault.ts';
import { applicationMenu } from './windows/application-menu.ts';
import { APP_ORIGIN, SCHEME, serveFolder } from './windows/app-scheme.ts';
import { Closing } from './windows/closing.ts';
import { AppWindows } from './windows/app-windows.ts';
import { guardPages, refusePermissions } from './windows/guards.ts';
import { KeepAwake } from './windows/keep-awake.ts';
import { RunProgress } from './windows/run-progress.ts';
import { startAtSignIn } from './windows/start-at-sign-in.ts';
import { offerSystemShortcuts } from './windows/system-shortcuts.ts';
import { themeSourceOf } from './windows/window-colours.ts';
import { loadServerText, speak, t } from './messages/messages.ts';

const QUIET_MINUTES = 60;
/** Time in which a loaded page is painted. Much less than anybody takes to type a password. */
const FORM_MS = 250;

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

  const crash = new CrashReporter(file, log);
  process.on('uncaughtException', (error) => {
    // What is left of a process after this is not to be trusted; orders live in the backend and are taken up again.
    if (crash.record('The desktop', error) && app.isPackaged) app.relaunch();
    else
      dialog.showErrorBox(
        'TrickDesk',
        t('TrickDesk met an error that it cannot go on from. The log says why.'),
      );
    app.exit(1);
  });

  const loaded = Promise.withResolvers<void>();
  const windows = new AppWindows({
    preload: join(out, 'preload/preload.cjs'),
    origin: devUrl ? new URL(devUrl).origin : APP_ORIGIN,
    file,
    log,
    isPackaged: app.isPackaged,
    skin: () => settings.current.skin,
    onCrash: (details) => {
      if (crash.record('A window', details)) return true;
      dialog.showErrorBox(
        'TrickDesk',
        t('The window keeps crashing and is not loaded again. The log says why.'),
      );
      return false;
    },
    onFirstLoad: () => {
      process.stdout.write('trickdesk: window open\n');
      loaded.resolve();
    },
    greet: (window) => {
      window.send({ type: 'stream.changed', state: stream.state });
      window.send({ type: 'quiet.changed', until: quiet.until });
    },
    onWatched: () => onWatched(),
    miniOpacityPercent: () => settings.current.windows.miniOpacityPercent,
    keepsMain: () => closing.keepsWindow(),
  });

  const settings = new SettingsFile(file, log, (changed, before) => {
    nativeTheme.themeSource = themeSourceOf(changed.skin);
    if (changed.skin !== before.skin) windows.repaint();
    if (changed.language !== before.language) speakTheLanguage();
    if (changed.windows.isStartedAtSignIn !== before.windows.isStartedAtSignIn)
      void startAtSignIn(changed.windows.isStartedAtSignIn, log);
    windows.setMiniOpacity(changed.windows.miniOpacityPercent);
    alerts.refreshBadge();
    showInTray();
    windows.broadcast({ type: 'settings.changed', settings: changed });
  });
  nativeTheme.themeSource = themeSourceOf(settings.current.skin);
  const quiet = new Quiet(
    () => settings.current.notifications.quiet,
    (until) => {
      windows.broadcast({ type: 'quiet.changed', until });
      showInTray();
    },
  );
  const setQuiet = (isQuiet: boolean) => void quiet.askFor(isQuiet ? QUIET_MINUTES : 0);

  const vault = openVault(
    [keychainStore(loadKeytar, dataDir), encryptedFileStore(safeStorage, dataDir, process.platform)],
    log,
    { file, onBetter: () => void secretsAreBack() },
  );
  /**
   * Restore what an unlocked keychain has: session and data key. The session is that of before; the backend went
   * without the key until then.
   */
  const secretsAreBack = async (): Promise<void> => {
    await (await session).restore();
    if (backend.state.kind !== 'embedded') return;
    // One that is starting says only then whether the keys that it was given fit.
    await host.whenStarted();
    if (host.state.keyState !== 'fits') await backend.restart();
  };
  const onBackend = () => {
    windows.broadcast({ type: 'backend.changed', backend: backend.state });
    showInTray();
    if (backend.state.state === 'up') stream.reconnect();
  };
  const entry = join(out, 'main/backend.js');
  const embedded = { dataDir, dataKeys: async () => dataKeysOf(await vault), log };
  const host = new BackendHost({
    ...embedded,
    fork: () => forkBackend(entry, 'TrickDesk backend'),
    onChange: onBackend,
  });
  const tokens = serverTokens(vault);
  void moveServerToken(file, vault);
  const backend = new ChosenBackend(host, settings.current.backend, tokens, onBackend);

  const gateway = new Gateway({
    language: () => settings.current.language,
    send: createHttp(),
    target: () => backend.target(),
    store: async (tokens) => (await session).store(tokens),
    onExpired: () => void session.then((ended) => ended.expire()),
    onAnswered: () => stream.hasten(),
  });
  const shown = new ShownAlerts(file, () => settings.current.backend);
  const screen = new ScreenLock();
  const alerts = new AlertPresenter({
    notifier: nativeNotifier((count) => windows.setUnread(count)),
    shown,
    settings: () => settings.current,
    quiet,
    isLocked: () => screen.isLocked,
    isWatched: () => windows.isWatched,
    send: (event) => windows.current?.send(event),
    open: (route) => windows.goTo(route),
  });
  const alertFeed = new AlertFeed(gateway, alerts);
  const runProgress = new RunProgress((fraction) => windows.setProgress(fraction));
  const awake = new KeepAwake();
  const prices: LatestPrices = new LatestPrices(() => windows.watched);
  const status = new TradingStatusWatch(
    (endpoint, input) => gateway.call(endpoint, input),
    (now) => {
      awake.set((now?.live.running ?? 0) > 0);
      showInTray();
    },
    () => prices.quotes,
  );
  const stream = new StreamClient({
    target: () => backend.target(),
    tokens: gateway.tokens,
    log,
    poll: () => alertFeed.catchUp(),
    onEvent: (event) => {
      windows.feed(event);
      prices.onEvent(event);
      status.onEvent(event);
      void alertFeed.onEvent(event);
      runProgress.onEvent(event);
    },
    onState: (state, heardAt) => {
      windows.broadcast({ type: 'stream.changed', state, heardAt });
      watchList.onState(state);
      if (state === 'open') void alertFeed.catchUp();
    },
  });
  const watchList = new WatchList({
    call: (endpoint, input) => gateway.call(endpoint, input),
    shown: () => windows.watched,
    log,
  });
  const onWatched = (): void => {
    prices.keepShown();
    watchList.refresh();
  };

  const session: Promise<Session> = vault.then(async (opened) => {
    const restored = new Session({
      gateway,
      vault: opened,
      log,
      announce: (event) => windows.broadcast(event),
      onPerson: (userId) => {
        alertFeed.follow(userId);
        status.follow(userId);
        runProgress.clear();
        windows.clearFeeds();
        prices.clear();
        if (userId === null) stream.stop();
        else stream.start();
      },
      outbox: () => (backend.state.kind === 'embedded' ? join(dataDir, OUTBOX_FOLDER) : null),
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

  const updates = new Updater({
    source: installedSource(log),
    isWanted: () => settings.current.looksForUpdates,
    isTradingLive: () => {
      const live = status.current?.live;
      return live !== undefined && isAtWork(live);
    },
    onChange: (state) => windows.broadcast({ type: 'updates.changed', updates: state }),
  });

  const data = new Backups({
    doTask: dataTasks({ ...embedded, fork: () => forkBackend(entry, 'TrickDesk data') }),
    kept: new KeptBackups(dataDir),
    dailySeal: new DailySeal(vault, file),
    isSealed: isSealedFile,
    settings: () => settings.current,
    version: app.getVersion(),
    folder: dataDir,
    askWhereTo,
    askWhichFile,
    host,
    forgetPerson: async () => {
      shown.forget();
      file.set('lastName', null);
      await (await session).signOut();
    },
    log,
  });

  const bridge = createBridge({
    call: (endpoint, input, options) => gateway.call(endpoint, input, options),
    desktop: desktopCommandHandlers({
      session,
      vault,
      settings,
      backend,
      alerts,
      quiet,
      windows,
      stream,
      prices,
      onWatched,
      updates,
      crash,
      data,
      licenceFiles: ['main', 'renderer'].map((part) => join(out, part, 'licences.txt')),
      log,
    }),
    log,
  });
  listen(bridge, (event) => windows.of(event), log);

  guardPages(log);
  refusePermissions();
  protocol.handle(SCHEME, serveFolder(join(out, 'renderer')));

  const commands = {
    goTo: (route: string) => windows.goTo(route),
    toggleMini: () => void windows.toggleMini(),
    setQuiet,
  };
  const tray = new AppTray(
    {
      open: () => windows.show(),
      openPositions: () => windows.goTo('/open-positions'),
      toggleMini: commands.toggleMini,
      stopAllLive: () => windows.askStopAll(),
      setQuiet,
      quit: () => app.quit(),
    },
    process.platform,
  );
  const showInTray = () =>
    tray.show({
      status: status.current,
      isBroken: backend.state.state === 'failed',
      isPrivate: settings.current.notifications.isPrivate,
      isQuiet: quiet.isNow,
    });
  const speakTheLanguage = () => {
    speak(settings.current.language);
    loadServerText(settings.current.language).catch((error: unknown) =>
      log.error('What the server says cannot be translated', error),
    );
    Menu.setApplicationMenu(
      applicationMenu(
        {
          go: commands.goTo,
          act: (action) => windows.current?.act(action),
          zoom: (steps) => windows.current?.zoom(steps),
        },
        process.platform,
      ),
    );
    offerSystemShortcuts(commands, process.platform);
    showInTray();
  };
  const closing = new Closing({
    settings: () => settings.current,
    change: (part) => void settings.change(part),
    status: () => status.current,
    hide: () => windows.main?.native.hide(),
    platform: process.platform,
  });

  speakTheLanguage();
  updates.start();
  data.start();
  followTheSystem({ windows, stream, commands });
  // Somebody who is signed in waits for the backend; anybody else for the sign-in form, which goes first then.
  void session.then(async ({ state }) => {
    if (state.user === null) await loaded.promise.then(() => delay(FORM_MS));
    else windows.reopen();
    backend.start();
  });
  endTogether({ backend, stream, windows, status, updates, data });
}

interface Ending {
  readonly backend: ChosenBackend;
  readonly stream: StreamClient;
  readonly windows: AppWindows;
  readonly status: TradingStatusWatch;
  readonly updates: Updater;
  readonly data: Backups;
}

/** Ends the backend before the app: it is asked to, so that what it is writing gets written. */
function endTogether({ backend, stream, windows, status, updates, data }: Ending): void {
  let isEnding = false;
  app.on('before-quit', () => windows.rememberOpen());
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    stream.stop();
    status.stop();
    updates.stop();
    data.stop();
    void backend.stop().finally(() => app.exit(0));
  });
}
