import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { LoginScreen } from '../screens/login/login-screen.tsx';
import { lastPage } from '../state/last-page.ts';
import { useHistory } from '../state/navigation.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { onDemand } from '../ui/on-demand.ts';
import { redirectOf } from './guard.ts';
import { SIGN_IN_ROUTE } from './route-list.ts';

/** The router, the frame of the window and every page but sign-in. */
export const appRouter = onDemand(() => import('./app-router.tsx'));
const problems = onDemand(() => import('./route-problems.tsx'));

const Broken = (props: ErrorComponentProps) => {
  const loaded = problems.use();
  return loaded && <loaded.BrokenScreen {...props} />;
};

/**
 * The sign-in page or the app router, by who is signed in. The sign-in page needs no router and does not wait for one.
 * Nobody sees what they may not see behind it, not even for a moment.
 */
export const Gate = ({ onStale }: { onStale: (isStale: boolean) => void }) => {
  const history = useHistory();
  const { user, hasSignedOut, lastName } = session.use();
  const { guidance, language } = settings.use();
  const visitor = {
    isSignedIn: user !== null,
    hasSignedOut,
    lastPage: user === null ? null : lastPage.of(user.id),
    isFirstStart: !guidance.isFirstRunDone && lastName === null,
  };
  const pathname = useSyncExternalStore(history.subscribe, () => history.location.pathname);
  const redirect = useSyncExternalStore(history.subscribe, () => redirectOf(history.location, visitor));
  useLayoutEffect(() => {
    if (redirect !== null) history.replace(redirect);
  }, [history, redirect]);
  // Behind the sign-in page too, so that signing in does not wait for it.
  const loaded = appRouter.use();
  return (
    <>
      {loaded && <loaded.BehindDialogs />}
      {redirect === null && (
        <CatchBoundary getResetKey={() => pathname} errorComponent={Broken}>
          {pathname === SIGN_IN_ROUTE ? (
            <LoginScreen key={language} />
          ) : (
            loaded && <loaded.AppRouter onStale={onStale} />
          )}
        </CatchBoundary>
      )}
    </>
  );
};
