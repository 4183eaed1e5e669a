import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AbilityProvider } from '@casl/react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { StopAllFlow } from '../flows/stop-all-flow.tsx';
import { followHeader, myHome } from '../state/header.ts';
import { useMyAbility } from '../state/rights.ts';
import { settings } from '../state/settings.ts';
import { desk } from '../ui/desk-tokens.ts';
import { ScreenFrameContext, type ScreenHeader } from '../ui/screen.tsx';
import { BackendBar } from './backend-bar.tsx';
import { Menu } from './menu.tsx';
import { Navbar } from './navbar.tsx';
import { PreparingBar } from './preparing-bar.tsx';
import { ReconnectBar } from './reconnect-bar.tsx';
import { StatusBar } from './status-bar.tsx';
import { useWindowActions } from './window-actions.ts';
import { TitleBar } from './title-bar.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateRows: '40px minmax(0, 1fr) auto',
    gridTemplateColumns: '232px minmax(0, 1fr)',
    height: '100vh',
    '@media (max-width: 1179px)': { gridTemplateColumns: '52px minmax(0, 1fr)' },
  },
  collapsed: { gridTemplateColumns: '52px minmax(0, 1fr)' },
  bar: { gridColumn: '1 / -1' },
  menu: {
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  page: { minHeight: 0, overflowY: 'auto', overflowX: 'hidden', scrollPaddingTop: '76px' },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    boxSizing: 'border-box',
    padding: '12px 24px 32px',
  },
  boxed: { maxWidth: '1248px', margin: '0 auto' },
  liveFrame: {
    position: 'fixed',
    inset: 0,
    zIndex: 10,
    border: `2px solid ${desk.liveLine}`,
    pointerEvents: 'none',
  },
});

/** A real order can be sent only from a live page while something live is running or open. */
const useIsLiveInView = (mode: ScreenHeader['mode']): boolean => {
  const live = myHome.use((state) => state.value?.live);
  return mode === 'live' && live !== undefined && live.running + live.openPositions > 0;
};

/** The frame of the window after sign-in: title bar, menu, floating navbar, page. */
export const Shell = () => {
  const styles = useStyles();
  const { layout } = settings.use();
  const [screen, setScreen] = useState<ScreenHeader>({ title: '', mode: null });
  const frame = useMemo(() => ({ setHeader: setScreen }), []);
  const ability = useMyAbility();
  const page = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isLiveInView = useIsLiveInView(screen.mode);
  useEffect(() => followHeader(), []);
  useWindowActions();
  useEffect(() => {
    page.current?.scrollTo({ top: 0 });
  }, [pathname]);
  useEffect(() => {
    document.title = screen.title ? `${screen.title} · TrickDesk` : 'TrickDesk';
  }, [screen.title]);
  const isCollapsed = layout.menu === 'collapsed';
  return (
    <AbilityProvider value={ability}>
      <ScreenFrameContext value={frame}>
        <div className={mergeClasses(styles.root, isCollapsed && styles.collapsed)}>
          <div className={styles.bar}>
            <TitleBar />
          </div>
          <div className={styles.menu}>
            <Menu isCollapsed={isCollapsed} />
          </div>
          <main ref={page} className={styles.page} tabIndex={-1}>
            <div className={mergeClasses(styles.content, layout.content === 'boxed' && styles.boxed)}>
              <Navbar screen={screen} kind={layout.navbar} />
              <BackendBar />
              <PreparingBar />
              <ReconnectBar />
              <Outlet />
            </div>
          </main>
          {layout.footer === 'status-bar' && (
            <div className={styles.bar}>
              <StatusBar />
            </div>
          )}
        </div>
        <StopAllFlow />
        {isLiveInView && <div className={styles.liveFrame} aria-hidden data-testid="live-frame" />}
      </ScreenFrameContext>
    </AbilityProvider>
  );
};
