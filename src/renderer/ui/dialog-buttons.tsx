import { Button, DialogActions, makeStyles, type ButtonProps } from '@fluentui/react-components';
import { useEffect, useRef, type RefObject } from 'react';
import { t } from '../i18n/translate.ts';
import { HoldButton } from './hold-button.tsx';

const isMac = (): boolean => navigator.platform.startsWith('Mac');

/** A button says what it does on one line. */
const useStyles = makeStyles({ button: { whiteSpace: 'nowrap', flexShrink: 0 } });

interface DialogButtonsProps {
  action: string;
  onAction: () => void;
  cancel?: string;
  onCancel: () => void;
  isRunning?: boolean;
  isActionDisabled?: boolean;
  /** Destructive or live: the safe button is the default and has the focus. */
  isDangerous?: boolean;
  /** The form that the action submits; without it the action is a plain button. */
  form?: string;
  /** How long the button must be held before it acts, ms. */
  holdMs?: number;
}

/** Focuses after the dialog has put the focus on its first control. */
const useFocusOnOpen = (target: RefObject<HTMLButtonElement | null>, isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted) return;
    const frame = requestAnimationFrame(() => target.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [target, isWanted]);
};

/** Action and Cancel in the platform's order: action first on Windows and Linux, last on macOS. */
export const DialogButtons = ({
  action,
  onAction,
  cancel = t('Cancel'),
  onCancel,
  isRunning = false,
  isActionDisabled = false,
  isDangerous = false,
  form,
  holdMs,
}: DialogButtonsProps) => {
  const styles = useStyles();
  const safe = useRef<HTMLButtonElement>(null);
  useFocusOnOpen(safe, isDangerous);
  const submit: ButtonProps = form ? { type: 'submit', form } : { type: 'button', onClick: onAction };
  const looks: Pick<ButtonProps, 'className' | 'appearance' | 'disabledFocusable'> = {
    className: styles.button,
    appearance: isDangerous ? 'outline' : 'primary',
    disabledFocusable: isRunning || isActionDisabled,
  };
  const text = isRunning ? t('Working…') : action;
  const actionButton =
    holdMs === undefined ? (
      <Button key="action" {...submit} {...looks}>
        {text}
      </Button>
    ) : (
      <HoldButton key="action" {...looks} holdMs={holdMs} onHeld={onAction}>
        {text}
      </HoldButton>
    );
  const cancelButton = (
    <Button
      key="cancel"
      ref={safe}
      className={styles.button}
      appearance={isDangerous ? 'primary' : 'secondary'}
      onClick={onCancel}
    >
      {cancel}
    </Button>
  );
  return (
    <DialogActions>{isMac() ? [cancelButton, actionButton] : [actionButton, cancelButton]}</DialogActions>
  );
};
