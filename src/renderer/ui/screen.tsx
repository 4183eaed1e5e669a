import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { createContext, useContext, useEffect, type ReactNode } from 'react';

export interface ScreenHeader {
  title: string;
  /** Stands beside the title; a live one says that real money is in view. */
  mode: 'live' | 'test' | null;
}

interface Frame {
  setHeader: (header: ScreenHeader) => void;
}

/** The window's frame, which shows the title of the open screen. */
export const ScreenFrameContext = createContext<Frame>({ setHeader: () => undefined });

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

interface ScreenProps {
  title: string;
  mode?: ScreenHeader['mode'];
  className?: string;
  children: ReactNode;
}

/** One screen: it names itself to the window's frame and lays its parts out below each other. */
export const Screen = ({ title, mode = null, className, children }: ScreenProps) => {
  const { setHeader } = useContext(ScreenFrameContext);
  useEffect(() => {
    setHeader({ title, mode });
  }, [setHeader, title, mode]);
  return <div className={mergeClasses(useStyles().root, className)}>{children}</div>;
};
