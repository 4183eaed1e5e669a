import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode, Ref } from 'react';

/**
 * A ground that nobody sees, and that is painted. Where the extent of what is painted changes, or whether one can see
 * through it, the browser makes the layers of the whole page anew.
 */
export const NEARLY_CLEAR = 'rgb(128 128 128 / 0.5%)';

/** Ground of a box that cuts its contents off. It is painted within it, and so are they, by themselves. */
export const INNER_GROUND = {
  position: 'relative',
  '::before': {
    content: '""',
    position: 'absolute',
    inset: 0,
    backgroundColor: NEARLY_CLEAR,
    pointerEvents: 'none',
  },
} as const;

const useStyles = makeStyles({
  box: {
    display: 'inline-block',
    height: tokens.lineHeightBase300,
    contain: 'size layout style',
    verticalAlign: 'middle',
    backgroundColor: NEARLY_CLEAR,
  },
});

interface NumberBoxProps {
  /** As in CSS: `11ch`. */
  width: string;
  ref?: Ref<HTMLSpanElement>;
  children: ReactNode;
}

/**
 * Box of a moving number, with a size of its own. Hundreds of changes a second would otherwise have the whole table
 * measured anew.
 */
export const NumberBox = ({ width, ref, children }: NumberBoxProps) => (
  <span ref={ref} className={useStyles().box} style={{ width }}>
    {children}
  </span>
);
