import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { IN_LOW_PANE } from './page-width.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    // One line, which scrolls to what has the focus.
    [IN_LOW_PANE]: { flexWrap: 'nowrap', flexShrink: 0, overflowX: 'auto', scrollbarWidth: 'thin' },
  },
  /** Stays at the right on a line of its own too. */
  end: { marginLeft: 'auto' },
  side: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    [IN_LOW_PANE]: { flexWrap: 'nowrap', flexShrink: 0, '& > *': { flexShrink: 0 } },
  },
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
