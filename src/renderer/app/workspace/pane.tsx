import { makeStyles, tokens } from '@fluentui/react-components';
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import type { IDockviewPanelProps } from 'dockview-react';
import { createContext, useContext, useEffect, useMemo, useState, type MouseEvent } from 'react';
import { activePane } from '../../state/active-pane.ts';
import { focusedSubject } from '../../features/symbols/symbol-mark.ts';
import { links, type LinkColour } from '../../state/links.ts';
import { HistoryContext, useGoTo } from '../../state/navigation.ts';
import { PaneContext } from '../../state/pane.ts';
import { PANE_CONTAINER, PageWidthContext, usePageWidth } from '../../ui/page-width.ts';
import { ScreenFrameContext, type ScreenHeader } from '../../ui/screen.tsx';
import { useFollowLink } from './follow-link.ts';
import type { PaneSpec } from './layout.ts';
import { PaneRouterContext } from './pane-router.ts';

const useStyles = makeStyles({
  /** Styles go by its width. So it has the padding of the page. */
  root: {
    position: 'relative',
    boxSizing: 'border-box',
    height: '100%',
    padding: tokens.spacingHorizontalM,
    ...PANE_CONTAINER,
  },
  /** Laid out by itself. Where the container is laid out as well, all tables in it are measured anew with any text. */
  page: {
    position: 'absolute',
    inset: 0,
    boxSizing: 'border-box',
    overflowX: 'hidden',
    overflowY: 'auto',
    padding: tokens.spacingHorizontalM,
    contain: 'size layout style',
    ':focus': { outline: 'none' },
  },
});

/** Way by which panes say that real money is in view. */
interface Workspace {
  readonly setMode: (pane: string, mode: ScreenHeader['mode']) => void;
}
export const WorkspaceContext = createContext<Workspace>({ setMode: () => undefined });

/** Link colour of the pane. */
const LinkContext = createContext<LinkColour | null>(null);

/** React hook: who goes to a row chooses its symbol for all panes of the colour. */
const useChoice = () => {
  const link = useContext(LinkContext);
  return (target: EventTarget | null): void => {
    const symbol = link === null ? null : (focusedSubject(target)?.subject.symbol ?? null);
    if (link !== null && symbol !== null) links.choose(link, symbol);
  };
};

/** The frame of a screen in a pane: it scrolls by itself. Following a link, it takes no focus. */
const PaneFrame = () => {
  const styles = useStyles();
  const pane = useContext(PaneContext);
  const goTo = useGoTo();
  const choose = useChoice();
  const { ref, width } = usePageWidth();
  // A link would lead the whole window there.
  const stayInPane = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    if (!href?.startsWith('#/') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(href.slice(1));
  };
  return (
    <div className={styles.root}>
      <div
        ref={ref}
        className={styles.page}
        data-region="pane"
        data-pane={pane}
        tabIndex={-1}
        onClickCapture={(event) => {
          choose(event.target);
          stayInPane(event);
        }}
        onKeyUp={() => choose(document.activeElement)}
      >
        <PageWidthContext value={width}>
          <Outlet />
        </PageWidthContext>
      </div>
    </div>
  );
};

/** A screen in a pane, with a history of its own. */
export const Pane = ({ api, params }: IDockviewPanelProps<PaneSpec>) => {
  const createRouter = useContext(PaneRouterContext);
  const workspace = useContext(WorkspaceContext);
  const [history] = useState(() => createMemoryHistory({ initialEntries: [params.route] }));
  const [router] = useState(() => createRouter(history, PaneFrame));
  const pane = api.id;
  const frame = useMemo(
    () => ({
      setHeader: ({ title, mode }: ScreenHeader) => {
        api.setTitle(title);
        workspace.setMode(pane, mode);
      },
    }),
    [api, pane, workspace],
  );

  useEffect(() => {
    const onActive = () => {
      if (api.isActive) activePane.set({ pane, history });
    };
    onActive();
    const followed = api.onDidActiveChange(onActive);
    return () => followed.dispose();
  }, [api, pane, history]);

  useEffect(
    () => history.subscribe(({ location: { href } }) => api.updateParameters({ route: href })),
    [api, history],
  );
  useFollowLink(history, params.link);

  return (
    <PaneContext value={pane}>
      <HistoryContext value={history}>
        <ScreenFrameContext value={frame}>
          <LinkContext value={params.link}>
            <RouterProvider router={router} />
          </LinkContext>
        </ScreenFrameContext>
      </HistoryContext>
    </PaneContext>
  );
};
