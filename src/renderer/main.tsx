import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/mini';
import './app/page.css';
import { App } from './app/app.tsx';
import { createDeskRouter, preloadShell } from './app/routes.tsx';
import { StartProblem } from './app/start-problem.tsx';
import { backendStatus } from './state/backend-status.ts';
import { followFreshness } from './state/freshness.ts';
import { quiet } from './state/quiet.ts';
import { followStream, requestReload } from './state/live.ts';
import { session } from './state/session.ts';
import { settings } from './state/settings.ts';

// The page's policy forbids eval, which the validator would otherwise try.
config({ jitless: true });

const start = async (container: HTMLElement): Promise<void> => {
  const root = createRoot(container);
  followStream();
  quiet.follow();
  followFreshness();
  const signedIn = session.follow().then(() => session.get().user && preloadShell());
  const [preferences] = await Promise.all([settings.follow(), signedIn, backendStatus.follow(requestReload)]);
  root.render(
    <StrictMode>
      {preferences.ok ? (
        <App router={createDeskRouter()} />
      ) : (
        <StartProblem message={preferences.failure.message} />
      )}
    </StrictMode>,
  );
};

const container = document.getElementById('root');
if (!container) throw new Error('The page has no place for the application');
void start(container);
