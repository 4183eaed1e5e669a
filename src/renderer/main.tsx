import { createHashHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/page.css';
import { App } from './app/app.tsx';
import { appRouter } from './app/gate.tsx';
import { loadLatinLetters } from './i18n/latin-letters.ts';
import { StartProblem } from './app/start-problem.tsx';
import { backendStatus } from './state/backend-status.ts';
import { quiet } from './state/quiet.ts';
import { followStream, requestReload } from './state/stream.ts';
import { session } from './state/session.ts';
import { settings } from './state/settings.ts';

const start = async (container: HTMLElement): Promise<void> => {
  const root = createRoot(container);
  followStream();
  quiet.follow();
  // Preload the app router for signed-in users.
  const signedIn = session.follow().then(() => {
    if (session.get().user) void appRouter.load();
  });
  const [preferences] = await Promise.all([
    settings.follow(),
    signedIn,
    backendStatus.follow(requestReload),
    loadLatinLetters(),
  ]);
  root.render(
    <StrictMode>
      {preferences.ok ? (
        <App history={createHashHistory()} />
      ) : (
        <StartProblem message={preferences.failure.message} />
      )}
    </StrictMode>,
  );
};

const container = document.getElementById('root');
if (!container) throw new Error('The page has no place for the application');
void start(container);
