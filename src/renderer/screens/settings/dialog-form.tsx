import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

interface DialogFormProps {
  /** As the dialog is told it. */
  id: string;
  /** The input is valid, and nothing is under way. */
  isReady: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** Fields of a dialog in which Enter does what its action does. */
export const DialogForm = ({ id, isReady, onSubmit, children }: DialogFormProps) => (
  <form
    id={id}
    className={useStyles().root}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (isReady) onSubmit();
    }}
  >
    {children}
  </form>
);
