import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import { popOut } from '../../state/window-kind.ts';
import { withLink } from './follow-link.ts';
import type { PaneSpec } from './layout.ts';

export const SIDES = ['left', 'right', 'up', 'down'] as const;
export type Side = (typeof SIDES)[number];

/** Step by which a key makes a pane larger or smaller, px. */
const STEP = 80;

/** Places beside a pane, in the words of the dock. */
const PLACES = { left: 'left', right: 'right', up: 'top', down: 'bottom' } as const;

/** Spec of a docked pane. */
export const specOf = ({ params }: IDockviewPanel): PaneSpec => params as unknown as PaneSpec;

/** Group of the dock, as it takes it back. */
const groupOf = (dock: DockviewApi, { id }: { id: string }) => dock.groups.find((group) => group.id === id);

const focusIn = (panel: IDockviewPanel | undefined): void => {
  panel?.api.setActive();
  document.querySelector<HTMLElement>(`[data-pane="${panel?.id ?? ''}"]`)?.focus({ preventScroll: true });
};

/** Commands for the panes of a workspace. */
export const paneCommands = {
  /** Move the focus to the pane on one side. */
  goTo: (dock: DockviewApi, side: Side): void => {
    const { activeGroup } = dock;
    const next = activeGroup && dock.adjacentGroupInDirection(activeGroup, side);
    if (next) focusIn(next.activePanel);
  },
  /** Move the focus to the next tab of a place, or back. */
  turn: (dock: DockviewApi, step: 1 | -1): void => {
    const { activeGroup } = dock;
    if (!activeGroup) return;
    const { panels, activePanel } = activeGroup;
    const at = panels.findIndex((panel) => panel === activePanel);
    focusIn(panels[(at + step + panels.length) % panels.length]);
  },
  /** Put a pane on a side of its neighbour there; without one, at that side of its own place. */
  move: (dock: DockviewApi, panel: IDockviewPanel, side: Side): void => {
    const neighbour = dock.adjacentGroupInDirection(panel.group, side);
    if (!neighbour && panel.group.panels.length === 1) return;
    panel.api.moveTo({ group: groupOf(dock, neighbour ?? panel.group), position: PLACES[side] });
    focusIn(panel);
  },
  /** Make a pane a tab of its neighbour on one side. */
  join: (dock: DockviewApi, panel: IDockviewPanel, side: Side): void => {
    const neighbour = dock.adjacentGroupInDirection(panel.group, side);
    if (!neighbour) return;
    panel.api.moveTo({ group: groupOf(dock, neighbour), position: 'center' });
    focusIn(panel);
  },
  resize: ({ group: { api } }: IDockviewPanel, change: 'wider' | 'narrower' | 'taller' | 'shorter'): void => {
    const step = change === 'wider' || change === 'taller' ? STEP : -STEP;
    if (change === 'wider' || change === 'narrower') api.setSize({ width: api.width + step });
    else api.setSize({ height: api.height + step });
  },
  toggleWhole: (panel: IDockviewPanel): void =>
    panel.api.isMaximized() ? panel.api.exitMaximized() : panel.api.maximize(),
  /** Lift a pane over the others, or put it back among them. */
  toggleFloating: (dock: DockviewApi, panel: IDockviewPanel): void => {
    if (panel.api.location.type !== 'floating') {
      dock.addFloatingGroup(panel, { width: panel.api.width, height: panel.api.height });
      return;
    }
    const docked = dock.groups.find(({ api }) => api.location.type === 'grid');
    panel.api.moveTo({ group: docked ?? dock.addGroup({ direction: 'right' }), position: 'center' });
  },
  /** Move a pane to a window of its own. */
  popOut: (panel: IDockviewPanel): void => {
    const { route, link } = specOf(panel);
    popOut(withLink(route, link));
    panel.api.close();
  },
  link: (panel: IDockviewPanel, link: PaneSpec['link']): void => panel.api.updateParameters({ link }),
  close: (panel: IDockviewPanel): void => panel.api.close(),
} as const;
