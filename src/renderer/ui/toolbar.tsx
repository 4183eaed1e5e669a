import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
  },
  /** Stays at the right on a line of its own too. */
  end: { marginLeft: 'auto' },
  side: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** The line over a list: tabs at the left, filters and the one primary button at the right. */
export const Toolbar = ({ start, end }: { start?: ReactNode; end?: ReactNode }) => {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.side}>{start}</div>
      <div className={mergeClasses(styles.side, styles.end)}>{end}</div>
    </div>
  );
};
