import { Button, DialogActions } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { SaidByServer } from './said-by-server.tsx';

interface OutcomeDialogProps {
  title: string;
  message: string;
  action: string;
  onAction: () => void;
}

/** Outcome of a money call. It has one way on, and that has the focus. */
export const OutcomeDialog = ({ title, message, action, onAction }: OutcomeDialogProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <DialogFrame
      title={title}
      isAlert
      actions={
        <DialogActions>
          <Button ref={button} appearance="primary" onClick={onAction}>
            {action}
          </Button>
        </DialogActions>
      }
    >
      <SaidByServer>{message}</SaidByServer>
    </DialogFrame>
  );
};
