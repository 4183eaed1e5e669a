import type { SerializedDockview } from 'dockview-react';
import type { Floating, Layout, PaneSpec, Part, Tabs } from './layout.ts';

/** Name of the component that shows every pane. */
export const PANE = 'pane';

type Node = SerializedDockview['grid']['root'];
type Group = Exclude<Node['data'], readonly Node[]>;
type Docked = SerializedDockview;

/** Numbers of the panes and groups that this window has docked: ids are never used twice. */
let last = 0;

/** A fresh id of a pane or group. */
export const freshId = (kind: 'pane' | 'group'): string => `${kind}-${++last}`;

const HORIZONTAL = 'HORIZONTAL' as Docked['grid']['orientation'];
const VERTICAL = 'VERTICAL' as Docked['grid']['orientation'];
const ACROSS = { row: HORIZONTAL, column: VERTICAL } as const;

/** Room that the docked parts are given at first, px: they are stretched to what there is. */
const ROOM = { row: 1_200, column: 800 } as const;

const turned = (split: 'row' | 'column'): 'row' | 'column' => (split === 'row' ? 'column' : 'row');

/** Part with splits that alternate, as the dock has them: a split in a split of the same kind is one. */
const flattened = (part: Part): Part => {
  if ('tabs' in part) return part;
  const inner = part.parts.map(flattened);
  const whole = part.shares.reduce((sum, share) => sum + share, 0);
  const pieces = inner.flatMap((one, index) => {
    const share = (part.shares[index] ?? 1) / whole;
    if ('tabs' in one || one.split !== part.split) return [{ share, one }];
    const sum = one.shares.reduce((total, each) => total + each, 0);
    return one.parts.map((each, at) => ({ share: (share * (one.shares[at] ?? 1)) / sum, one: each }));
  });
  const [only] = pieces;
  if (pieces.length === 1 && only) return only.one;
  return { split: part.split, shares: pieces.map(({ share }) => share), parts: pieces.map(({ one }) => one) };
};

/** Layout as the dock reads it. Panes get fresh ids. */
export const dockedOf = ({ root, floating }: Layout, titleOf: (pane: PaneSpec) => string): Docked => {
  const panels: Docked['panels'] = {};
  let activeGroup: string | undefined;
  const group = ({ tabs, front }: Tabs): Group => {
    const views = tabs.map((pane) => {
      const id = freshId('pane');
      panels[id] = { id, contentComponent: PANE, params: pane, title: titleOf(pane) };
      return id;
    });
    const id = freshId('group');
    activeGroup ??= id;
    return { id, views, activeView: views[front] };
  };
  /** `across` is the direction in which the part lies among its neighbours; its own parts lie in the other. */
  const node = (part: Part, across: 'row' | 'column', size: number): Node => {
    if ('tabs' in part) return { type: 'leaf', data: group(part), size };
    if (part.split === across)
      return { type: 'branch', data: [node(part, turned(across), ROOM[turned(across)])], size };
    const whole = part.shares.reduce((sum, share) => sum + share, 0);
    return {
      type: 'branch',
      size,
      data: part.parts.map((one, index) =>
        node(one, part.split, ((part.shares[index] ?? 1) / whole) * ROOM[part.split]),
      ),
    };
  };
  const flat = root && flattened(root);
  const split = flat && 'split' in flat ? flat.split : 'row';
  const top: Node =
    flat && 'split' in flat
      ? node(flat, turned(split), ROOM[turned(split)])
      : { type: 'branch', data: flat ? [node(flat, 'row', ROOM.row)] : [], size: ROOM.column };
  return {
    grid: { root: top, width: ROOM.row, height: ROOM.column, orientation: ACROSS[split] },
    panels,
    activeGroup,
    floatingGroups: floating.map(({ place, ...tabs }) => ({ data: group(tabs), position: place })),
  };
};

const rounded = (share: number): number => Math.max(1, Math.round(share));

/** Layout that the dock shows. */
export const layoutOf = (docked: Docked, paneOf: (id: string) => PaneSpec): Layout => {
  const tabsOf = ({ views, activeView }: Group): Tabs => ({
    tabs: views.map(paneOf),
    front: Math.max(0, views.indexOf(activeView ?? '')),
  });
  const part = ({ data }: Node, split: 'row' | 'column'): Part | null => {
    if (!Array.isArray(data)) return data.views.length === 0 ? null : tabsOf(data);
    const pieces = data.flatMap((one) => {
      const made = part(one, turned(split));
      return made ? [{ made, share: rounded(one.size ?? 1) }] : [];
    });
    const [only] = pieces;
    if (!only) return null;
    if (pieces.length === 1) return only.made;
    return { split, shares: pieces.map(({ share }) => share), parts: pieces.map(({ made }) => made) };
  };
  const groupsIn = ({ data }: Node): readonly Group[] =>
    Array.isArray(data) ? data.flatMap(groupsIn) : [data];
  const floating = (docked.floatingGroups ?? []).flatMap(({ data, grid, position }): Floating[] => {
    const groups = data ? [data] : grid ? groupsIn(grid.root) : [];
    const [first] = groups;
    if (!first || groups.every(({ views }) => views.length === 0)) return [];
    const at = position as { left?: number; top?: number; width: number; height: number };
    return [
      {
        // Places that float together are one, with all their tabs.
        ...tabsOf({ ...first, views: groups.flatMap(({ views }) => views) }),
        place: { left: at.left ?? 0, top: at.top ?? 0, width: at.width, height: at.height },
      },
    ];
  });
  return {
    root: part(docked.grid.root, docked.grid.orientation === HORIZONTAL ? 'row' : 'column'),
    floating,
  };
};
