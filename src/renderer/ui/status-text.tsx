import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

export type StatusTone = 'good' | 'bad' | 'warning' | 'neutral';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: '6px', whiteSpace: 'nowrap' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', flexShrink: 0, boxSizing: 'border-box' },
  good: { backgroundColor: tokens.colorStatusSuccessForeground1 },
  bad: { backgroundColor: tokens.colorStatusDangerForeground1, borderRadius: '1px' },
  warning: {
    border: `2px solid ${tokens.colorStatusWarningForeground3}`,
    backgroundColor: 'transparent',
  },
  neutral: { border: `2px solid ${tokens.colorNeutralForeground3}`, backgroundColor: 'transparent' },
});

/** A state in words with a mark whose shape differs by tone. For messages, never for money. */
export const StatusText = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => {
  const styles = useStyles();
  return (
    <span className={styles.root}>
      <span className={mergeClasses(styles.dot, styles[tone])} aria-hidden />
      {children}
    </span>
  );
};
