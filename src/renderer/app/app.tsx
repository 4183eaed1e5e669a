import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { UNAUTHORISED_MESSAGE } from '../../shared/failure.ts';
import { onFailure } from '../state/failure-reports.ts';
import { HistoryContext } from '../state/navigation.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { onShellEvent } from '../state/shell-events.ts';
import { Announcer } from '../ui/announcer.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { AppThemeProvider } from './app-theme.tsx';
import { reactTo } from './failure-policy.ts';
import { Gate } from './gate.tsx';

const toasts = onDemand(() => import('../ui/toasts.tsx'));

const showFailure = (message: string): void =>
  void toasts.load().then(({ notify }) => notify({ tone: 'failure', message }));

/**
 * Connect the window to failures, session end and requested routes. Returns the way to undo it. The routes are those
 * the shell asks for.
 */
const connect = (history: RouterHistory): (() => void) => {
  const stops = [
    onFailure((failure, presentation) =>
      reactTo(failure, presentation, { toast: showFailure, goToSignIn: session.end }),
    ),
    onShellEvent((event) => {
      if (event.type === 'session.expired') showFailure(UNAUTHORISED_MESSAGE);
      if (event.type === 'route.requested') history.push(event.route);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** One window. */
export const App = ({ history }: { history: RouterHistory }) => {
  const [isStale, setIsStale] = useState(false);
  const { language } = settings.use();
  const shown = toasts.use();
  useEffect(() => connect(history), [history]);
  return (
    <AppThemeProvider isStale={isStale}>
      <HistoryContext value={history}>
        <Gate onStale={setIsStale} />
      </HistoryContext>
      <Announcer key={language} />
      {shown && <shown.ToastArea />}
    </AppThemeProvider>
  );
};
