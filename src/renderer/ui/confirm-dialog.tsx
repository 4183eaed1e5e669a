import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
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
  /** What went wrong with the last attempt. */
  problem?: string | null;
  /** The form among the children that the action submits. */
  form?: string;
  /** The action acts only after it has been held down this long, ms. */
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
    <Dialog
      open
      modalType={isDangerous ? 'alert' : 'modal'}
      onOpenChange={(_, data) => !data.open && !isRunning && onClose()}
    >
      <DialogSurface className={mergeClasses(styles.surface, isWide && styles.wide)}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            {children}
            {problem && (
              <MessageBar intent="error" layout="multiline">
                <MessageBarBody>
                  <SaidByServer>{problem}</SaidByServer>
                </MessageBarBody>
              </MessageBar>
            )}
          </DialogContent>
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
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};
