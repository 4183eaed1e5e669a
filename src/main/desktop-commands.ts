import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { app, dialog } from 'electron';
import { BackendChoiceSchema, type WindowState } from '../shared/desktop.ts';
import { fail, succeed, type Result } from '../shared/failure.ts';
import type { AlertPresenter } from './alerts/alert-presenter.ts';
import type { Quiet } from './alerts/quiet.ts';
import type { ChosenBackend } from './backend-host/backend-choice.ts';
import { askForServer, changeServer } from './backend-host/server-change.ts';
import { bareName } from './bridge/bare-name.ts';
import type { Asker, DesktopHandlers } from './bridge/desktop-handlers.ts';
import type { CrashReporter } from './crash/crash-reporter.ts';
import type { Backups } from './data/backups.ts';
import { diagnosticsText } from './log/diagnostics.ts';
import { type Log, logFileIn } from './log/log.ts';
import type { Session } from './session/session.ts';
import type { SettingsFile } from './settings/settings.ts';
import type { LatestPrices } from './stream/latest-prices.ts';
import type { StreamClient } from './stream/stream-client.ts';
import type { Vault } from './vault/vault.ts';
import { openOutside } from './windows/guards.ts';
import type { Updater } from './updates/updater.ts';
import type { AppWindows } from './windows/app-windows.ts';
import { pdfOf } from './windows/pdf-printer.ts';
import { t } from './messages/messages.ts';

export interface CommandDeps {
  /** Resolves once the session of the last run is restored. */
  readonly session: Promise<Session>;
  readonly vault: Promise<Vault>;
  readonly settings: SettingsFile;
  readonly backend: ChosenBackend;
  readonly alerts: AlertPresenter;
  readonly quiet: Quiet;
  readonly windows: AppWindows;
  readonly stream: Pick<StreamClient, 'reconnect'>;
  readonly prices: Pick<LatestPrices, 'of'>;
  /** To be called when windows show something else. */
  readonly onWatched: () => void;
  readonly updates: Updater;
  readonly crash: CrashReporter;
  readonly data: Backups;
  /** Notices of the packages that each part is made from. */
  readonly licenceFiles: readonly string[];
  readonly log: Log;
}

/** Handlers of a window's commands to the desktop itself. */
export function desktopCommandHandlers(deps: CommandDeps): DesktopHandlers {
  const { settings, backend, alerts, quiet, windows, updates, crash, data, log } = deps;
  return {
    'session.state': async () => succeed((await deps.session).state),
    'session.sign-in': async (input) => (await deps.session).signIn(input),
    'session.register': async (input) => (await deps.session).register(input),
    'session.forgot-password': async (input) => (await deps.session).forgotPassword(input),
    'session.reset-password': async (input) => (await deps.session).resetPassword(input),
    'session.sign-out': async () => (await deps.session).signOut(),
    'settings.read': () => Promise.resolve(succeed(settings.current)),
    'settings.change': async ({ backend: change, ...part }) => {
      if (!change) return succeed(settings.change(part));
      const whileSignedOut = async (work: () => Promise<void>) => (await deps.session).whileSignedOut(work);
      if (!(await changeServer({ backend, whileSignedOut, ask: askForServer }, change)))
        return fail('refused', t('The server was not changed.'));
      return succeed(settings.change({ ...part, backend: BackendChoiceSchema.parse(change) }));
    },
    'backend.state': () => Promise.resolve(succeed(backend.state)),
    'backend.restart': async () => {
      await backend.restart();
      return succeed(backend.state);
    },
    'keychain.retry': async () => {
      const keptIn = await (await deps.vault).tryAgain();
      return keptIn === 'memory'
        ? fail('unavailable', t('The keychain did not open. Unlock it, and try again.'))
        : succeed((await deps.session).state);
    },
    'notifications.quiet': ({ minutes }) => Promise.resolve(succeed({ until: quiet.askFor(minutes) })),
    'notifications.test': () => Promise.resolve(succeed({ isShown: alerts.test() })),
    'stream.next': async (_input, asker) => succeed({ events: await asker.feed.next() }),
    'stream.watch': ({ symbols }, asker) =>
      done(() => {
        asker.watched = symbols;
        deps.onWatched();
        // What another window shows already comes no more until it changes.
        asker.feed.put({ type: 'quote', quotes: [...deps.prices.of(symbols)] });
      }),
    'stream.retry': () => done(() => deps.stream.reconnect()),
    'window.pop-out': ({ route }) => done(() => windows.popOut(route)),
    'window.toggle-mini': () => Promise.resolve(succeed({ isOpen: windows.toggleMini() })),
    'window.keep-on-top': ({ isOnTop }, asker) => {
      if (canStayOnTop) asker.native.setAlwaysOnTop(isOnTop);
      return Promise.resolve(succeed(stateOf(asker)));
    },
    'window.zoom': ({ steps }, asker) => done(() => asker.zoom(steps)),
    'window.state': (_input, asker) => Promise.resolve(succeed(stateOf(asker))),
    'window.open-main': ({ route }) => done(() => windows.goTo(route)),
    'window.ask-stop-all': () => done(() => windows.askStopAll()),
    'window.close': (_input, asker) => done(() => asker.native.close()),
    'link.open': ({ url }) =>
      Promise.resolve(
        openOutside(url, log) ? succeed({}) : fail('forbidden', 'This link is not opened by the app.'),
      ),
    'app.about': () =>
      Promise.resolve(
        succeed({
          version: app.getVersion(),
          electron: process.versions['electron'] ?? '',
          node: process.versions.node,
          dataFolder: app.getPath('userData'),
          isInstalled: app.isPackaged,
        }),
      ),
    'app.licences': async () => {
      const texts = await Promise.all(deps.licenceFiles.map((file) => readFile(file, 'utf8')));
      return succeed({ text: texts.join('\n') });
    },
    'updates.state': () => Promise.resolve(succeed(updates.state)),
    'updates.check': async () => succeed(await updates.check()),
    'updates.download': async () => succeed(await updates.download()),
    'updates.install': () => updates.install(),
    'crash.report': () => Promise.resolve(succeed({ report: crash.report })),
    'crash.forget': () => done(() => crash.forget()),
    'app.diagnostics': async () => {
      const { electron = '', node } = process.versions;
      const system = `${process.platform} ${process.arch}`;
      const text = await diagnosticsText({
        versions: { TrickDesk: app.getVersion(), Electron: electron, Node: node, System: system },
        settings: settings.current,
        backend: backend.state,
        logFile: logFileIn(app.getPath('logs')),
        home: homedir(),
      });
      return succeed({ text });
    },
    'data.state': () => data.state(),
    'data.backup': ({ passphrase }) => data.backUp(passphrase),
    'data.check': ({ day }) => data.check(day),
    'data.unlock': ({ passphrase }) => data.unlock(passphrase),
    'data.seal-daily': ({ passphrase }) => data.sealDaily(passphrase),
    'data.restore': () => data.restore(),
    'data.clear': ({ words: text }) => data.clear(text),
    'file.save': ({ name, text }) => saveAs(name, () => text, log),
    'file.saveBytes': ({ name, base64 }) => saveAs(name, () => Buffer.from(base64, 'base64'), log),
    'file.savePdf': ({ name, html }) => saveAs(name, () => pdfOf(html), log),
  };
}

const done = (act: () => void): Promise<Result<Record<string, never>>> => {
  act();
  return Promise.resolve(succeed({}));
};

/** Wayland lets no program put itself over others. */
const canStayOnTop =
  process.platform !== 'linux' ||
  !(process.env['XDG_SESSION_TYPE'] === 'wayland' || process.env['WAYLAND_DISPLAY']);

const stateOf = ({ kind, native }: Asker): WindowState => ({
  kind,
  isOnTop: native.isAlwaysOnTop(),
  canStayOnTop,
});

/** Asks where to, and only then makes what is written there. */
async function saveAs(
  name: string,
  content: () => string | Buffer | Promise<Buffer>,
  log: Log,
): Promise<Result<{ path: string | null }>> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: bareName(name) });
  if (canceled) return succeed({ path: null });
  try {
    await writeFile(filePath, await content());
    return succeed({ path: filePath });
  } catch (error) {
    log.warn('A file could not be saved', error);
    return fail('refused', `The file could not be saved: ${(error as Error).message}`);
  }
}
