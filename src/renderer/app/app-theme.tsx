import { FluentProvider, makeStyles } from '@fluentui/react-components';
import { useEffect, useMemo, type ReactNode } from 'react';
import { settings } from '../state/settings.ts';
import { LookContext, appTokens } from '../ui/tokens.ts';
import { useSystemLook } from './system-look.ts';
import { shadeOf, themeFor } from './theme.ts';

/**
 * Styles inside the provider. Fluent copies the provider's class to every popup, so what is meant for the page stands
 * inside it.
 */
const useStyles = makeStyles({
  provider: { backgroundColor: 'transparent' },
  root: { height: '100vh', backgroundColor: appTokens.appBackground },
});

interface AppThemeProviderProps {
  /** No news comes, or what is shown is too old: numbers go grey. */
  isStale: boolean;
  children: ReactNode;
}

/** The person's skin, money colours and density over everything. */
export const AppThemeProvider = ({ isStale, children }: AppThemeProviderProps) => {
  const styles = useStyles();
  const { skin, moneyPalette, density, language } = settings.use();
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
