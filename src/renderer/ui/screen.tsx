import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { NEARLY_CLEAR } from './number-box.tsx';
import { IN_LOW_PANE, IN_PANE } from './page-width.ts';

export interface ScreenHeader {
  title: string;
  /** Stands beside the title; a live one says that real money is in view. */
  mode: 'live' | 'test' | null;
  /** Fills the window below its bars, and scrolls by itself. */
  isWhole?: boolean;
}

interface Frame {
  setHeader: (header: ScreenHeader) => void;
}

/** The window's frame, which shows the title of the open screen. */
export const ScreenFrameContext = createContext<Frame>({ setHeader: () => undefined });

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    minWidth: 0,
    [IN_PANE]: { backgroundColor: NEARLY_CLEAR },
    [IN_LOW_PANE]: { gap: tokens.spacingVerticalS },
  },
  whole: { height: '100%', gap: 0 },
});

interface ScreenProps {
  title: string;
  mode?: ScreenHeader['mode'];
  isWhole?: boolean;
  className?: string;
  children: ReactNode;
}

/** One screen: it names itself to the window's frame and lays its parts out below each other. */
export const Screen = ({ title, mode = null, isWhole = false, className, children }: ScreenProps) => {
  const styles = useStyles();
  const { setHeader } = useContext(ScreenFrameContext);
  useEffect(() => {
    setHeader({ title, mode, isWhole });
  }, [setHeader, title, mode, isWhole]);
  return <div className={mergeClasses(styles.root, isWhole && styles.whole, className)}>{children}</div>;
};
