import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { t } from '../i18n/translate.ts';
import { appTokens } from './tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '20px',
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: '11px',
    lineHeight: '18px',
    fontWeight: tokens.fontWeightBold,
    letterSpacing: '0.02em',
    whiteSpace: 'nowrap',
    boxSizing: 'border-box',
  },
  live: {
    color: appTokens.liveFg,
    backgroundColor: appTokens.liveBg,
    border: `1px solid ${appTokens.liveLine}`,
  },
  test: {
    color: appTokens.testFg,
    backgroundColor: appTokens.testBg,
    border: `1px dashed ${appTokens.testFg}`,
  },
  dot: { width: '6px', height: '6px', borderRadius: '50%', backgroundColor: appTokens.liveLine },
});

/** LIVE or PAPER: told by word, outline (solid or dashed) and dot, never by colour alone. */
export const ModeChip = ({ mode }: { mode: 'live' | 'test' }) => {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.root, styles[mode])}>
      {mode === 'live' && <span className={styles.dot} aria-hidden />}
      {t(mode === 'live' ? 'LIVE' : 'PAPER')}
    </span>
  );
};
