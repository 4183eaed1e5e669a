import { app, dialog } from 'electron';
import type { Settings } from '../../shared/desktop.ts';
import { t } from '../messages/messages.ts';
import type { TradingStatus } from '../status/trading-status.ts';

export interface ClosingDeps {
  readonly settings: () => Settings;
  readonly change: (part: Partial<Settings>) => void;
  readonly status: () => TradingStatus | null;
  readonly hide: () => void;
  readonly platform: NodeJS.Platform;
}

const KEEP = 0;
const QUIT = 1;

/** Effects of closing the main window and of quitting, with their questions. The user is asked them before. */
export class Closing {
  readonly #deps: ClosingDeps;
  #isQuitting = false;
  #isAsking = false;

  constructor(deps: ClosingDeps) {
    this.#deps = deps;
    app.on('before-quit', (event) => {
      if (this.#isQuitting || this.#risk() === null) this.#isQuitting = true;
      else {
        event.preventDefault();
        void this.#askBeforeQuitting();
      }
    });
  }

  /** The main window is being closed; true keeps it open (hidden, or until the person has answered). */
  keepsWindow(): boolean {
    // On macOS an app without windows goes on by custom.
    if (this.#isQuitting || this.#deps.platform === 'darwin') return false;
    const { closing } = this.#deps.settings().windows;
    // Quitting closes the other windows too, and asks first where money is at stake.
    if (closing === 'quit') app.quit();
    else if (closing === 'tray') this.#deps.hide();
    else void this.#askWhereTo();
    return true;
  }

  async #askWhereTo(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { response, checkboxChecked } = await dialog.showMessageBox({
      type: 'question',
      title: 'TrickDesk',
      message: t('Keep TrickDesk in the tray?'),
      detail: this.#isServer
        ? t(
            'Your strategies run on the server, with the app or without it. In the tray it goes on telling you.',
          )
        : t(
            'Your strategies run on this computer, and only while TrickDesk runs. In the tray it goes on; when it quits, they wait until it is started again.',
          ),
      buttons: [t('Keep in the tray'), t('Quit'), t('Cancel')],
      defaultId: KEEP,
      cancelId: 2,
      checkboxLabel: t('Do not ask again'),
      noLink: true,
    });
    this.#isAsking = false;
    if (response !== KEEP && response !== QUIT) return;
    const closing = response === KEEP ? 'tray' : 'quit';
    if (checkboxChecked) this.#deps.change({ windows: { ...this.#deps.settings().windows, closing } });
    if (closing === 'tray') this.#deps.hide();
    else app.quit();
  }

  async #askBeforeQuitting(): Promise<void> {
    const risk = this.#risk();
    if (this.#isAsking || risk === null) return;
    this.#isAsking = true;
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'TrickDesk',
      message: t('Quit while you trade live?'),
      detail: `${risk}\n\n${
        this.#isServer
          ? t('They run on the server and go on without the app; you will not be told of fills here.')
          : t(
              'They run on this computer: after quitting nothing watches them. Stop-losses that rest at the broker stay there until the end of the day; targets, trailing stops and the rules of your strategies do not act until TrickDesk runs again.',
            )
      }`,
      buttons: [t('Keep running'), t('Quit')],
      defaultId: KEEP,
      cancelId: KEEP,
      noLink: true,
    });
    this.#isAsking = false;
    if (response !== QUIT) return;
    this.#isQuitting = true;
    app.quit();
  }

  get #isServer(): boolean {
    return this.#deps.settings().backend.kind === 'server';
  }

  /** Risks of quitting now, in words; null when nothing is. */
  #risk(): string | null {
    const live = this.#deps.status()?.live;
    if (!live || live.running + live.openPositions + live.resting === 0) return null;
    // On a server they are watched on.
    const unprotected = this.#isServer ? 0 : live.watched + live.bare;
    return [
      t('{{count}} live strategies are running.', { count: live.running }),
      t('{{count}} live positions are open.', { count: live.openPositions }),
      ...(live.resting > 0
        ? [
            t(
              '{{count}} live orders by hand rest at the broker: they may fill while TrickDesk is closed, and have no stop until it runs again.',
              { count: live.resting },
            ),
          ]
        : []),
      ...(unprotected > 0
        ? [
            t(
              '{{count}} live positions have no stop at the broker: while TrickDesk is closed nothing protects them.',
              { count: unprotected },
            ),
          ]
        : []),
    ].join(' ');
  }
}
