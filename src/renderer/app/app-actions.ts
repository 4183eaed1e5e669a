import type { Settings, WindowState } from '../../shared/desktop.ts';
import type { ActionId } from '../../shared/shortcuts.ts';
import { istTime } from '../../shared/time.ts';
import { t } from '../i18n/translate.ts';
import { notifySaved } from '../features/export/notify-saved.ts';
import { cancelByHand } from '../features/manual/hand-sweep.ts';
import { exportCurrentList } from '../state/csv-export.ts';
import { reportFailure } from '../state/failure-reports.ts';
import { requestReload } from '../state/stream.ts';
import { printCurrentDocument } from '../state/print.ts';
import { activePane } from '../state/active-pane.ts';
import { PAGE } from '../state/pane.ts';
import { quiet } from '../state/quiet.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { toggleLayer } from '../state/shell-layer.ts';
import { askStopAllLive } from '../state/stop-all-live.ts';
import {
  askStopAllInMain,
  popOut,
  toggleMini,
  toggleOnTop,
  windowKind,
  zoomPage,
} from '../state/window-kind.ts';
import { askArmedKeys, disarm, useArmedKeys } from '../state/armed-keys.ts';
import { askFlatten } from '../state/manual-flatten.ts';
import { askManualOrder } from '../state/manual-order.ts';
import { workspace, type WorkspaceAction } from '../state/workspace.ts';
import { notify } from '../ui/toasts.tsx';
import { moveRow, pressInRow } from './list-focus.ts';
import { moveRegion } from './regions.ts';
import { systemLook } from './system-look.ts';
import { shadeOf } from './theme.ts';

/** Window parts that an action uses. */
export interface ActionContext {
  /** The page in view with its filters. */
  readonly route: () => string;
  readonly back: () => void;
  readonly forward: () => void;
}

const focusFilter = (): void => {
  const { pane } = activePane.get();
  const within = pane === PAGE ? 'main' : `[data-pane="${pane}"]`;
  const box = document.querySelector<HTMLInputElement>(`${within} input[type="search"]`);
  if (box) box.select();
  else notify({ tone: 'news', message: t('There is no list to filter on this page.') });
};

/** Says where something was saved; `nothing` when there was nothing to save. */
const notifyExport = (result: Awaited<ReturnType<typeof exportCurrentList>>, nothing: string): void =>
  result === null ? notify({ tone: 'news', message: nothing }) : notifySaved(result);

const inWorkspace = (action: WorkspaceAction) => () => {
  if (!workspace.run(action))
    notify({ tone: 'news', message: t('Open the workspace first: it has the panes.') });
};

const change = async (part: Partial<Settings>): Promise<void> => {
  const result = await settings.change(part);
  if (!result.ok) reportFailure(result.failure);
};

const toggleSkin = (): void => {
  const isLight = shadeOf(settings.get().skin, systemLook()) === 'light';
  void change({ skin: isLight ? 'dark' : 'light' });
};

/** One line about the window, which the next takes the place of. */
const notifyWindow = (message: string): void => notify({ tone: 'news', id: 'window', message });

const notifyOnTop = (state: WindowState | null): void => {
  if (!state) return;
  if (!state.canStayOnTop) notifyWindow(t('This system lets no window stay on top of others.'));
  else
    notifyWindow(
      state.isOnTop ? t('This window stays on top of others.') : t('This window no longer stays on top.'),
    );
};

const notifyQuiet = (result: Awaited<ReturnType<typeof quiet.toggle>>): void => {
  if (!result.ok) reportFailure(result.failure);
  else if (result.value.until === null) notifyWindow(t('Alerts are told again.'));
  else
    notifyWindow(
      t('Quiet until {{time}}. What is critical is told all the same.', {
        time: istTime(result.value.until).slice(0, 5),
      }),
    );
};

/** Arm or disarm keys. The small window shows no instrument for them. */
const toggleArmedKeys = (): void => {
  if (useArmedKeys.getState().armed) disarm();
  else if (windowKind() !== 'mini') askArmedKeys();
};

/** Handlers of all actions in the list of shortcuts; one without an entry does not compile. */
export const appActions = ({
  route,
  back,
  forward,
}: ActionContext): Readonly<Record<ActionId, () => void>> => ({
  back,
  forward,
  'reload-data': requestReload,
  filter: focusFilter,
  export: () =>
    void exportCurrentList().then((saved) =>
      notifyExport(saved, t('There is no list to export on this page.')),
    ),
  print: () =>
    void printCurrentDocument().then((saved) =>
      notifyExport(saved, t('Open a receipt or an invoice first: there is nothing to print on this page.')),
    ),
  'next-row': () => moveRow(1),
  'previous-row': () => moveRow(-1),
  'row-details': () => pressInRow('details'),
  'row-start-stop': () => pressInRow('start-stop'),
  'row-exit': () => pressInRow('exit'),
  'row-change': () => pressInRow('change'),
  'toggle-skin': toggleSkin,
  'skin-light': () => void change({ skin: 'light' }),
  'skin-dark': () => void change({ skin: 'dark' }),
  'skin-contrast': () => void change({ skin: 'contrast' }),
  'skin-system': () => void change({ skin: 'system' }),
  'density-comfortable': () => void change({ density: 'comfortable' }),
  'density-standard': () => void change({ density: 'standard' }),
  'density-compact': () => void change({ density: 'compact' }),
  'zoom-in': () => zoomPage(1),
  'zoom-out': () => zoomPage(-1),
  'zoom-reset': () => zoomPage(0),
  'pop-out': () => popOut(route()),
  'toggle-mini': toggleMini,
  'toggle-on-top': () => void toggleOnTop().then(notifyOnTop),
  'pane-add': inWorkspace('pane-add'),
  'pane-menu': inWorkspace('pane-menu'),
  'pane-left': inWorkspace('pane-left'),
  'pane-right': inWorkspace('pane-right'),
  'pane-up': inWorkspace('pane-up'),
  'pane-down': inWorkspace('pane-down'),
  'pane-next-tab': inWorkspace('pane-next-tab'),
  'pane-previous-tab': inWorkspace('pane-previous-tab'),
  'pane-whole': inWorkspace('pane-whole'),
  'pane-close': inWorkspace('pane-close'),
  'layout-undo': inWorkspace('layout-undo'),
  'layout-redo': inWorkspace('layout-redo'),
  'next-region': () => moveRegion(1),
  'previous-region': () => moveRegion(-1),
  'order-by-hand': () => askManualOrder(),
  'armed-keys': toggleArmedKeys,
  'cancel-by-hand': () => void cancelByHand('all'),
  'flatten-by-hand': () => askFlatten('all'),
  'stop-all-live': () => (windowKind() === 'mini' ? askStopAllInMain() : askStopAllLive()),
  'toggle-quiet': () => void quiet.toggle().then(notifyQuiet),
  palette: () => toggleLayer('palette'),
  shortcuts: () => toggleLayer('shortcuts'),
  'sign-out': () => void session.signOut(),
});
