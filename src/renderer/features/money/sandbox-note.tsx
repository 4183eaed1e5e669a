import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { appTokens } from '../../ui/tokens.ts';

const useStyles = makeStyles({
  root: {
    padding: tokens.spacingHorizontalM,
    border: `1px dashed ${appTokens.testFg}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: appTokens.testBg,
    color: appTokens.testFg,
    fontSize: tokens.fontSizeBase200,
  },
  title: { margin: 0, fontWeight: tokens.fontWeightBold },
  text: { margin: 0, overflowWrap: 'anywhere' },
});

/** Says what the built-in stand-in for a real service did. It is no part of a real one, and looks like it. */
export const SandboxNote = ({ children }: { children: ReactNode }) => {
  const styles = useStyles();
  return (
    <section aria-label={t('Sandbox')} className={styles.root}>
      <p className={styles.title}>{t('SANDBOX')}</p>
      <p className={styles.text}>{children}</p>
    </section>
  );
};
