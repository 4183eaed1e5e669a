import type { DockviewApi, SerializedDockview } from 'dockview-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { forgetPane } from '../../state/pane.ts';
import { ROUTE_LIST } from '../route-list.ts';
import { dockedOf, freshId, layoutOf, PANE } from './docked.ts';
import { changed, noSteps, redone, undone, type Steps } from './history.ts';
import { isSamePlaces, MOST_PANES, withSharesOf, type Layout, type PaneSpec } from './layout.ts';
import { specOf } from './pane-commands.ts';

/** Quiet time after which a change of the dock is kept, ms: dragging an edge is one change. */
const REST_MS = 250;

/** A state of the dock: as the dock reads it, with the ids of its panes, and as a layout. */
interface Docked {
  readonly docked: SerializedDockview;
  readonly layout: Layout;
}

/** Title of a pane until its screen has told its own. */
const titleOf = ({ route }: PaneSpec): string => {
  const [path = ''] = route.split('?');
  const first = path.split('/')[1] ?? '';
  const screen = ROUTE_LIST.find((one) => one.path.split('/')[1] === first);
  return screen ? t(screen.title) : path;
};

const stateOf = (dock: DockviewApi): Docked => ({
  docked: dock.toJSON(),
  layout: layoutOf(dock.toJSON(), (id) => {
    const panel = dock.getPanel(id);
    if (!panel) throw new Error(`The dock names a pane ${id} that it has not.`);
    return specOf(panel);
  }),
});

/** Earlier state of the dock, with the addresses of now. */
const withRoutesOf = (dock: DockviewApi, docked: SerializedDockview): SerializedDockview => ({
  ...docked,
  panels: Object.fromEntries(
    Object.entries(docked.panels).map(([id, panel]) => {
      const open = dock.getPanel(id);
      return [id, open ? { ...panel, params: { ...panel.params, route: specOf(open).route } } : panel];
    }),
  ),
});

const isSamePanes = (a: Docked, b: Docked): boolean =>
  Object.keys(a.docked.panels).sort().join() === Object.keys(b.docked.panels).sort().join();

/** Why a pane cannot be added; null when it can. */
const whyNotAdd = (dock: DockviewApi): string | null =>
  dock.panels.length < MOST_PANES
    ? null
    : t('A workspace has at most {{most}} panes. Close one first.', { most: MOST_PANES });

/**
 * React hook: the dock of a workspace, its changes with undo, and what it says of them. `onChange` is handed every layout
 * that comes to rest after a change.
 */
export const useDock = (first: Layout, onChange: (layout: Layout) => void) => {
  const [dock, setDock] = useState<DockviewApi | null>(null);
  const steps = useRef<Steps<Docked> | null>(null);
  const hasRested = useRef(false);
  const [ends, setEnds] = useState({ canUndo: false, canRedo: false });
  /** Applies changes that have not come to rest yet. */
  const settle = useRef(() => undefined as void);
  const told = useRef(onChange);
  useEffect(() => {
    told.current = onChange;
  });

  const begin = useCallback((next: Steps<Docked>) => {
    steps.current = next;
    setEnds({ canUndo: next.before.length > 0, canRedo: next.after.length > 0 });
  }, []);
  const apply = useCallback(
    (next: Steps<Docked>) => {
      begin(next);
      told.current(next.now.layout);
    },
    [begin],
  );

  const start = useCallback(
    (api: DockviewApi) => {
      api.fromJSON(dockedOf(first, titleOf));
      steps.current = noSteps(stateOf(api));
      setDock(api);
    },
    [first],
  );

  useEffect(() => {
    if (!dock) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    settle.current = () => {
      clearTimeout(timer);
      const before = steps.current;
      const shown = stateOf(dock);
      const isInPlace = before !== null && isSamePlaces(before.now.layout, shown.layout);
      const now = isInPlace ? { ...shown, layout: withSharesOf(shown.layout, before.now.layout) } : shown;
      // With the panes that it began with, the first one at rest is where all begins: only now does it fill its room.
      if (!before || (!hasRested.current && isSamePanes(before.now, now))) {
        hasRested.current = true;
        // Nobody has changed anything: another window that shows the same layout keeps its own changes.
        begin(noSteps(now));
        return;
      }
      hasRested.current = true;
      // Where a pane leads is its own history: here it is kept, and undone there.
      apply(isInPlace ? { ...before, now } : changed(before, now));
    };
    const onDidChange = () => {
      clearTimeout(timer);
      timer = setTimeout(() => settle.current(), REST_MS);
    };
    // Panes that come, go or move are a change each, however soon the next one follows.
    const settleSoon = () => setTimeout(() => settle.current());
    onDidChange();
    // A window that is closed does not wait for changes to come to rest.
    const onLeave = () => settle.current();
    window.addEventListener('pagehide', onLeave);
    const followed = [
      dock.onDidLayoutChange(onDidChange),
      dock.onDidMovePanel(settleSoon),
      dock.onDidAddPanel(({ api }) => {
        api.onDidParametersChange(onDidChange);
        settleSoon();
      }),
      dock.onDidRemovePanel(({ id }) => {
        settleSoon();
        // It is gone for good only if it has not been docked again by then, as an undo does.
        setTimeout(() => dock.getPanel(id) ?? forgetPane(id));
      }),
      ...dock.panels.map(({ api }) => api.onDidParametersChange(onDidChange)),
    ];
    return () => {
      settle.current();
      settle.current = () => undefined;
      window.removeEventListener('pagehide', onLeave);
      for (const each of followed) each.dispose();
      for (const { id } of dock.panels) forgetPane(id);
    };
  }, [dock, apply, begin]);

  const goBy = (step: (steps: Steps<Docked>) => Steps<Docked>) => {
    settle.current();
    if (!dock || !steps.current) return;
    const next = step(steps.current);
    if (next === steps.current) return;
    dock.fromJSON(withRoutesOf(dock, next.now.docked), { reuseExistingPanels: true });
    apply({ ...next, now: stateOf(dock) });
  };

  return {
    dock,
    start,
    ...ends,
    undo: () => goBy(undone),
    redo: () => goBy(redone),
    /** Put another layout in place of this one; it can be undone. */
    replace: (layout: Layout) => {
      settle.current();
      if (!dock || !steps.current) return;
      dock.fromJSON(dockedOf(layout, titleOf));
      apply(changed(steps.current, stateOf(dock)));
    },
    /** Adds a pane as a tab beside the active one. Returns why not, or null. */
    add: (route: string): string | null => {
      if (!dock) return null;
      const refusal = whyNotAdd(dock);
      if (refusal !== null) return refusal;
      const pane: PaneSpec = { route, link: null };
      dock.addPanel({ id: freshId('pane'), component: PANE, params: pane, title: titleOf(pane) });
      return null;
    },
  };
};
