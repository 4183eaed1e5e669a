import { Dialog, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useFocusBack } from './use-focus-back.ts';

interface DialogFrameProps {
  title: string;
  /** A question that must be answered: a click beside it does not close it. */
  isAlert?: boolean;
  surfaceClass?: string;
  contentClass?: string;
  /** The row of buttons. */
  actions: ReactNode;
  /** Called when the user leaves without a button. */
  onClose?: () => void;
  children: ReactNode;
}

/** A dialog that is open as long as it is mounted: title, content, buttons. */
export const DialogFrame = ({
  title,
  isAlert = false,
  surfaceClass,
  contentClass,
  actions,
  onClose,
  children,
}: DialogFrameProps) => {
  useFocusBack();
  return (
    <Dialog
      open
      modalType={isAlert ? 'alert' : 'modal'}
      onOpenChange={(_, data) => !data.open && onClose?.()}
    >
      <DialogSurface className={surfaceClass}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={contentClass}>{children}</DialogContent>
          {actions}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};
