import { useFocusFinders } from '@fluentui/react-components';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { memo, useEffect, useLayoutEffect, useState } from 'react';
import { t } from '../i18n/translate.ts';
import { apart } from '../state/apart.ts';
import { followFreshness, useFreshness } from '../state/freshness.ts';
import { lastPage } from '../state/last-page.ts';
import { useHistory } from '../state/navigation.ts';
import { useOffline } from '../state/offline.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { onShellEvent } from '../state/shell-events.ts';
import { windowKind } from '../state/window-kind.ts';
import { playSound } from '../ui/sounds.ts';
import { notify } from '../ui/toasts.tsx';
import { pageToKeep } from './guard.ts';
import { createAppRouter, createPaneRouter } from './routes.tsx';
import { PaneRouterContext } from './workspace/pane-router.ts';

/** Shows and sounds what main sends. Returns the way to undo it. */
const followNews = (goTo: (route: string) => void): (() => void) =>
  onShellEvent((event) => {
    if (event.type === 'sound.requested' && settings.get().notifications.sound) playSound(event.sound);
    if (event.type === 'notifications.refused') notify({ tone: 'news', message: event.reason });
    if (event.type === 'alert.toasted') {
      notify({
        tone: 'news',
        message: event.body ? `${event.title}. ${event.body}` : event.title,
        action: { label: t('Open'), onPress: () => goTo(event.link) },
      });
    }
  });

/** Keep the page of the main window for its next opening. Returns the way to stop. */
const followPage = (history: RouterHistory): (() => void) => {
  if (windowKind() !== 'main') return () => undefined;
  const note = () => {
    const { user } = session.get();
    const page = pageToKeep(history.location.href);
    // A full store keeps nobody where they are.
    if (user && page !== null) apart(() => lastPage.note(user.id, page));
  };
  note();
  return history.subscribe(note);
};

/** Whether what is shown may no longer be the latest. While nobody is signed in there is nothing to grow old. */
const useIsStale = (): boolean => {
  const { isOffline } = useOffline();
  const isOld = useFreshness() === 'stale';
  const isSignedIn = session.use((state) => state.user !== null);
  return isSignedIn && (isOffline || isOld);
};

/**
 * Keeps alive what hides the page behind a dialog from screen readers. It ends with the last part that needs it: a session
 * that ends under a dialog would take it away before the page is shown again.
 */
export const BehindDialogs = (): null => {
  useFocusFinders();
  return null;
};

interface AppRouterProps {
  /** Whether what is shown is stale. */
  onStale: (isStale: boolean) => void;
}

/** Every page but sign-in, under the router. */
export const AppRouter = memo(({ onStale }: AppRouterProps) => {
  const history = useHistory();
  const [router] = useState(() => createAppRouter(history));
  const { language } = settings.use();
  const isStale = useIsStale();
  useEffect(() => followFreshness(), []);
  useEffect(() => followPage(history), [history]);
  useEffect(() => followNews((route) => history.push(route)), [history]);
  useLayoutEffect(() => {
    onStale(isStale);
    return () => onStale(false);
  }, [onStale, isStale]);
  // Another language is another page: everything on it is painted anew, at the same address.
  return (
    <PaneRouterContext value={createPaneRouter}>
      <RouterProvider key={language} router={router} />
    </PaneRouterContext>
  );
});
