import { useEffect } from 'react';
import type { DesktopEvent } from '../../shared/desktop.ts';
import { t } from '../i18n/translate.ts';
import { exportCurrentList } from '../state/csv-export.ts';
import { reportFailure } from '../state/failure-reports.ts';
import { requestReload } from '../state/live.ts';
import { printCurrentDocument } from '../state/print.ts';
import { onShellEvent } from '../state/shell-events.ts';
import { askStopAllLive } from '../state/stop-all-live.ts';
import { useGoTo } from '../state/navigation.ts';
import { notify } from '../ui/toasts.tsx';
import { routeOfShortcut, shortcutOf } from './shortcuts.ts';

type Action = Extract<DesktopEvent, { type: 'action.requested' }>['action'];

const focusFilter = (): void => {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (box) box.select();
  else notify({ tone: 'news', message: t('There is no list to filter on this page.') });
};

type Saved = Awaited<ReturnType<typeof exportCurrentList>>;

/** Says where something was saved; `nothing` when there was nothing to save. */
const tellSaved = (result: Saved, nothing: string): void => {
  if (result === null) notify({ tone: 'news', message: nothing });
  else if (!result.ok) reportFailure(result.failure);
  else if (result.value.path !== null)
    notify({ tone: 'success', message: t('Saved as {{path}}', { path: result.value.path }) });
};

const actions: Readonly<Record<Action, () => void>> = {
  'reload-data': requestReload,
  filter: focusFilter,
  'stop-all-live': () => askStopAllLive(),
  export: () =>
    void exportCurrentList().then((saved) => tellSaved(saved, t('There is no list to export on this page.'))),
  print: () =>
    void printCurrentDocument().then((saved) =>
      tellSaved(saved, t('Open a receipt or an invoice first: there is nothing to print on this page.')),
    ),
};

const actionByShortcut: Readonly<Record<string, () => void>> = {
  F5: actions['reload-data'],
  'Ctrl+R': actions['reload-data'],
  'Ctrl+F': actions.filter,
  'Ctrl+E': actions.export,
  'Ctrl+P': actions.print,
  'Ctrl+Shift+.': actions['stop-all-live'],
};

/** React hook: keys and menu items that work wherever the focus is. */
export const useWindowActions = (): void => {
  const goTo = useGoTo();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const route = routeOfShortcut(event);
      const action = actionByShortcut[shortcutOf(event)];
      if (!route && !action) return;
      event.preventDefault();
      if (route) goTo(route);
      else action?.();
    };
    window.addEventListener('keydown', onKey);
    const stop = onShellEvent((event) => {
      if (event.type === 'action.requested') actions[event.action]();
    });
    return () => {
      window.removeEventListener('keydown', onKey);
      stop();
    };
  }, [goTo]);
};
