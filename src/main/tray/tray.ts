import { Menu, Tray, nativeImage } from 'electron';
import { isAtWork } from '../../shared/at-work.ts';
import { formatRupeesChange } from '../../shared/money.ts';
import type { TradingStatus } from '../status/trading-status.ts';
import { t } from '../messages/messages.ts';
import { trayBitmap, type TrayShape } from './tray-icon.ts';

export interface TrayCommands {
  readonly open: () => void;
  readonly toggleMini: () => void;
  readonly openPositions: () => void;
  /** Asks in the window; nothing is stopped from here. */
  readonly stopAllLive: () => void;
  readonly setQuiet: (isQuiet: boolean) => void;
  readonly quit: () => void;
}

/** Contents of the tray. */
export interface TrayState {
  readonly status: TradingStatus | null;
  /** The backend cannot be reached. */
  readonly isBroken: boolean;
  /** Amounts are not for everybody's eyes. */
  readonly isPrivate: boolean;
  readonly isQuiet: boolean;
}

const ICON_SIZE = 16;

export const shapeOf = ({ status, isBroken }: TrayState): TrayShape => {
  if (isBroken || status?.needsPerson) return 'attention';
  if (status && status.live.watched + status.live.bare > 0) return 'attention';
  return status && isAtWork(status.live) ? 'live' : 'idle';
};

/** One line: what is live, else what is in test. */
export const summaryOf = ({ status, isBroken, isPrivate }: TrayState): string => {
  if (isBroken) return t('The trading service is not running');
  if (!status) return 'TrickDesk';
  const { today, running } = isAtWork(status.live) ? status.live : status.test;
  const result = isPrivate ? '₹•••' : formatRupeesChange(today);
  return isAtWork(status.live)
    ? t('Live {{result}} · {{count}} running', { result, count: running })
    : t('Paper {{result}} · {{count}} running', { result, count: running });
};

/** Live positions that no stop at the broker protects, the worst first; nothing while there are none. */
export const exposedLines = ({ status }: TrayState): string[] => {
  const { watched, bare } = status?.live ?? { watched: 0, bare: 0 };
  return [
    ...(bare > 0 ? [t('{{count}} live positions have no stop', { count: bare })] : []),
    ...(watched > 0 ? [t('{{count}} live positions are watched by TrickDesk only', { count: watched })] : []),
  ];
};

/** The icon by the clock of the system: state by shape, the result in words, the few things that help from there. */
export class AppTray {
  readonly #tray: Tray;
  readonly #commands: TrayCommands;
  readonly #isTemplate: boolean;
  #shown = '';

  constructor(commands: TrayCommands, platform: NodeJS.Platform) {
    this.#commands = commands;
    this.#isTemplate = platform === 'darwin';
    this.#tray = new Tray(this.#icon('idle'));
    this.#tray.on('click', commands.open);
  }

  /** Shows a state; the same one again costs nothing. */
  show(state: TrayState): void {
    const shape = shapeOf(state);
    const summary = summaryOf(state);
    const exposed = exposedLines(state);
    const shown = JSON.stringify([shape, summary, exposed, state.isQuiet, t('Quit')]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tray.setImage(this.#icon(shape));
    const notes = state.status?.needsPerson ? [t('Needs you')] : [];
    this.#tray.setToolTip([summary, ...exposed, ...notes].join(' · '));
    this.#tray.setContextMenu(this.#menu(state, summary, exposed));
  }

  #menu(state: TrayState, summary: string, exposed: readonly string[]): Menu {
    const { open, openPositions, toggleMini, setQuiet, stopAllLive, quit } = this.#commands;
    return Menu.buildFromTemplate([
      { id: 'summary', label: summary, click: open },
      ...exposed.map((label) => ({ label, click: openPositions })),
      { type: 'separator' },
      { id: 'open', label: t('Open TrickDesk'), click: open },
      { id: 'positions', label: t('Open positions'), click: openPositions },
      { id: 'mini', label: t('Mini P&L'), click: toggleMini },
      { type: 'separator' },
      {
        id: 'quiet',
        type: 'checkbox',
        label: t('Quiet for 1 hour'),
        checked: state.isQuiet,
        click: () => setQuiet(!state.isQuiet),
      },
      {
        id: 'stop-all-live',
        label: t('Stop all live…'),
        enabled: state.status !== null && isAtWork(state.status.live),
        click: stopAllLive,
      },
      { type: 'separator' },
      { id: 'quit', label: t('Quit'), click: quit },
    ]);
  }

  #icon(shape: TrayShape) {
    const image = nativeImage.createEmpty();
    for (const scaleFactor of [1, 2]) {
      const size = ICON_SIZE * scaleFactor;
      image.addRepresentation({
        scaleFactor,
        width: size,
        height: size,
        buffer: trayBitmap(shape, size, this.#isTemplate),
      });
    }
    image.setTemplateImage(this.#isTemplate);
    return image;
  }
}
