import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { UNAUTHORISED_MESSAGE } from '../../shared/failure.ts';
import { t } from '../i18n/translate.ts';
import { onShellEvent } from '../state/shell-events.ts';
import { onFailure } from '../state/failure-reports.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { playSound } from '../ui/sounds.ts';
import { notify, ToastArea } from '../ui/toasts.tsx';
import { DeskTheme } from './desk-theme.tsx';
import { reactTo } from './failure-policy.ts';
import type { createDeskRouter } from './routes.tsx';

type DeskRouter = ReturnType<typeof createDeskRouter>;

const showFailure = (message: string) => notify({ tone: 'failure', message });

/** Ties the router to the session and to what the shell asks for. Answers the way to undo it. */
const connect = (router: DeskRouter): (() => void) => {
  const goTo = (route: string) => router.history.push(route);
  const stops = [
    onFailure((failure, presentation) =>
      reactTo(failure, presentation, { toast: showFailure, goToSignIn: session.end }),
    ),
    session.use.subscribe((now, before) => {
      if (now.user?.id !== before.user?.id) void router.invalidate();
    }),
    onShellEvent((event) => {
      if (event.type === 'session.expired') showFailure(UNAUTHORISED_MESSAGE);
      if (event.type === 'sound.requested' && settings.get().notifications.sound) playSound(event.sound);
      if (event.type === 'route.requested') goTo(event.route);
      if (event.type === 'notifications.refused') notify({ tone: 'news', message: event.reason });
      if (event.type === 'alert.toasted') {
        notify({
          tone: 'news',
          message: event.body ? `${event.title}. ${event.body}` : event.title,
          action: { label: t('Open'), onPress: () => goTo(event.link) },
        });
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** One window. */
export const App = ({ router }: { router: DeskRouter }) => {
  useEffect(() => connect(router), [router]);
  const { language } = settings.use();
  return (
    <DeskTheme>
      {/* Another language is another page: everything on it is painted anew, at the same address. */}
      <RouterProvider key={language} router={router} />
      <ToastArea />
    </DeskTheme>
  );
};
