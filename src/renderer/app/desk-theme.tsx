import { FluentProvider, makeStyles } from '@fluentui/react-components';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useFreshness } from '../state/freshness.ts';
import { useOffline } from '../state/offline.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { desk } from '../ui/desk-tokens.ts';
import { isDarkSkin, themeFor } from './theme.ts';

const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');
const watchSystem = (changed: () => void): (() => void) => {
  const query = darkQuery();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Fluent copies the provider's class to every popup, so what is meant for the page stands inside it. */
const useStyles = makeStyles({
  provider: { backgroundColor: 'transparent' },
  root: { height: '100vh', backgroundColor: desk.appBackground },
});

/** The person's skin, money colours and density over everything; numbers go grey while no news comes or they are too old. */
export const DeskTheme = ({ children }: { children: ReactNode }) => {
  const styles = useStyles();
  const { skin, moneyPalette, density, language } = settings.use();
  const { isOffline } = useOffline();
  const isOld = useFreshness() === 'stale';
  // Before signing in there is nothing that could grow old.
  const isSignedIn = session.use((state) => state.user !== null);
  const isStale = isSignedIn && (isOffline || isOld);
  const isSystemDark = useSyncExternalStore(watchSystem, () => darkQuery().matches);
  const theme = useMemo(
    () => themeFor({ skin, moneyPalette, density, language }, isSystemDark, isStale),
    [skin, moneyPalette, density, language, isSystemDark, isStale],
  );
  const isDark = isDarkSkin(skin, isSystemDark);
  useEffect(() => {
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  }, [isDark]);
  return (
    <FluentProvider theme={theme} className={styles.provider}>
      <div className={styles.root}>{children}</div>
    </FluentProvider>
  );
};
