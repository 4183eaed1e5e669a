import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { LoginScreen } from '../screens/login/login-screen.tsx';
import { useHistory } from '../state/navigation.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { redirectOf } from './guard.ts';
import { SIGN_IN_ROUTE } from './route-list.ts';

/** Loads everything but the sign-in page: the router, and the frame of the window. */
export const loadDesk = () => import('./desk.tsx');

const Desk = lazy(() => loadDesk().then((part) => ({ default: part.Desk })));
const BrokenScreen = lazy(() =>
  import('./route-problems.tsx').then((part) => ({ default: part.BrokenScreen })),
);

/**
 * Shows the sign-in page, which needs no router and does not wait for one, or the desk. What is in the desk is not shown
 * to somebody who may not see it, not for a moment either.
 */
export const Gate = ({ onStale }: { onStale: (isStale: boolean) => void }) => {
  const history = useHistory();
  const { user, hasSignedOut, lastName } = session.use();
  const { guidance, language } = settings.use();
  const visitor = {
    isSignedIn: user !== null,
    hasSignedOut,
    isFirstStart: !guidance.isFirstRunDone && lastName === null,
  };
  const pathname = useSyncExternalStore(history.subscribe, () => history.location.pathname);
  const redirect = useSyncExternalStore(history.subscribe, () => redirectOf(history.location, visitor));
  useLayoutEffect(() => {
    if (redirect !== null) history.replace(redirect);
  }, [history, redirect]);
  // Behind the sign-in page, so that signing in does not wait for it.
  useEffect(() => void loadDesk(), []);
  if (redirect !== null) return null;
  return (
    <Suspense fallback={null}>
      <CatchBoundary getResetKey={() => pathname} errorComponent={BrokenScreen}>
        {pathname === SIGN_IN_ROUTE ? <LoginScreen key={language} /> : <Desk onStale={onStale} />}
      </CatchBoundary>
    </Suspense>
  );
};
