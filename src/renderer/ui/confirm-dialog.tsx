import { makeStyles, mergeClasses, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { SaidByServer } from './said-by-server.tsx';

const useStyles = makeStyles({
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalM,
  },
  surface: { maxWidth: '480px' },
  wide: { maxWidth: '640px' },
});

interface ConfirmDialogProps {
  title: string;
  /** Says what will happen and to whose money. */
  children: ReactNode;
  action: string;
  cancel?: string;
  isDangerous?: boolean;
  isWide?: boolean;
  isRunning?: boolean;
  isActionDisabled?: boolean;
  /** Error of the last attempt. */
  problem?: string | null;
  /** The form among the children that the action submits. */
  form?: string;
  /** How long the button must be held before it acts, ms. */
  holdMs?: number;
  /** Without a form: what the action does. */
  onConfirm?: () => void;
  onClose: () => void;
}

/** Asks before something that matters. Mount it to open it; each opening is one attempt with one key. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  cancel,
  isDangerous = false,
  isWide = false,
  isRunning = false,
  isActionDisabled = false,
  problem,
  form,
  holdMs,
  onConfirm = () => undefined,
  onClose,
}: ConfirmDialogProps) => {
  const styles = useStyles();
  return (
    <DialogFrame
      title={title}
      isAlert={isDangerous}
      surfaceClass={mergeClasses(styles.surface, isWide && styles.wide)}
      contentClass={styles.content}
      onClose={() => !isRunning && onClose()}
      actions={
        <DialogButtons
          action={action}
          form={form}
          holdMs={holdMs}
          onAction={onConfirm}
          cancel={cancel}
          onCancel={onClose}
          isRunning={isRunning}
          isActionDisabled={isActionDisabled}
          isDangerous={isDangerous}
        />
      }
    >
      {children}
      {problem && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <SaidByServer>{problem}</SaidByServer>
          </MessageBarBody>
        </MessageBar>
      )}
    </DialogFrame>
  );
};
