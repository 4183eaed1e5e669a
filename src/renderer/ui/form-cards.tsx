import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    // A form needs no more: a wide window has room for another one beside it.
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 640px), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingVerticalL,
    '& > *': { minWidth: 0 },
  },
});

/** Cards of forms: one below the other, and side by side in a wide window. */
export const FormCards = ({ children }: { children: ReactNode }) => (
  <div className={useStyles().root}>{children}</div>
);
