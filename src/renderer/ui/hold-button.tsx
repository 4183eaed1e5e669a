import { Button, makeStyles, mergeClasses, tokens, type ButtonProps } from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../i18n/translate.ts';

const useStyles = makeStyles({
  root: { position: 'relative', overflow: 'hidden' },
  fill: {
    position: 'absolute',
    inset: 0,
    transformOrigin: 'left',
    transform: 'scaleX(0)',
    backgroundColor: tokens.colorStatusDangerBackground2,
    pointerEvents: 'none',
  },
  filling: {
    transform: 'scaleX(1)',
    transitionProperty: 'transform',
    transitionTimingFunction: 'linear',
    '@media (prefers-reduced-motion: reduce)': { transitionProperty: 'none' },
  },
  words: { position: 'relative' },
});

interface HoldButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'as'> {
  children: string;
  /** How long it must be held, ms. */
  holdMs: number;
  onHeld: () => void;
}

const isPress = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter';

/**
 * A button that acts only after being held down. The pointer, Space or Enter may hold it: no slip of a finger does it.
 */
export const HoldButton = ({ children, holdMs, onHeld, disabledFocusable, ...props }: HoldButtonProps) => {
  const styles = useStyles();
  const [isHolding, setIsHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const release = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setIsHolding(false);
  };
  const hold = () => {
    if (disabledFocusable || timer.current !== null) return;
    setIsHolding(true);
    timer.current = setTimeout(() => {
      release();
      onHeld();
    }, holdMs);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return (
    <Button
      {...(props as ButtonProps)}
      className={mergeClasses(styles.root, props.className)}
      disabledFocusable={disabledFocusable}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onBlur={release}
      onKeyDown={(event: KeyboardEvent) => isPress(event) && !event.repeat && hold()}
      onKeyUp={(event: KeyboardEvent) => isPress(event) && release()}
    >
      <span
        className={mergeClasses(styles.fill, isHolding && styles.filling)}
        style={{ transitionDuration: `${holdMs}ms` }}
        aria-hidden
      />
      <span className={styles.words}>{isHolding ? t('Keep holding…') : children}</span>
    </Button>
  );
};
