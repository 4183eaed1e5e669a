import { FluentProvider, makeStyles } from '@fluentui/react-components';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useFreshness } from '../state/freshness.ts';
import { useOffline } from '../state/offline.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { LookContext, desk } from '../ui/desk-tokens.ts';
import { useSystemLook } from './system-look.ts';
import { shadeOf, themeFor } from './theme.ts';

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
  const { isDark: isSystemDark, contrast } = useSystemLook();
  const theme = useMemo(
    () => themeFor({ skin, moneyPalette, density, language }, { isDark: isSystemDark, contrast }, isStale),
    [skin, moneyPalette, density, language, isSystemDark, contrast, isStale],
  );
  const isDark = shadeOf(skin, { isDark: isSystemDark, contrast }) !== 'light';
  useEffect(() => {
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  }, [isDark]);
  return (
    <FluentProvider theme={theme} className={styles.provider}>
      <div className={styles.root}>
        <LookContext value={theme}>{children}</LookContext>
      </div>
    </FluentProvider>
  );
};
