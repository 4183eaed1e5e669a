import { makeStyles, tokens } from '@fluentui/react-components';
import { DockviewReact, type DockviewApi } from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { activePane } from '../../state/active-pane.ts';
import { session } from '../../state/session.ts';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { workspace, type WorkspaceAction } from '../../state/workspace.ts';
import { Screen, type ScreenHeader } from '../../ui/screen.tsx';
import { notify } from '../../ui/toasts.tsx';
import { AddPane } from './add-pane.tsx';
import { EmptyDock } from './empty-dock.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { FIRST_LAYOUT } from './first-layout.ts';
import { layouts } from './layouts.ts';
import type { Layout } from './layout.ts';
import { Pane, WorkspaceContext } from './pane.tsx';
import { PaneActions } from './pane-menu.tsx';
import { paneCommands } from './pane-commands.ts';
import { PaneTab } from './pane-tab.tsx';
import { UndoButtons } from './undo-buttons.tsx';
import { useDock } from './use-dock.ts';
import { useKeptLayout } from './use-kept-layout.ts';
import './workspace.css';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    paddingBottom: tokens.spacingVerticalXS,
  },
  dock: { flexGrow: 1, minHeight: 0, position: 'relative' },
});

const search = urlSearch({ layout: searchField.text() });

const THEME = { name: 'trickdesk', className: 'trickdesk-dock' };
const COMPONENTS = { pane: Pane };

type Modes = Readonly<Record<string, ScreenHeader['mode']>>;

/** Keys of the workspace. */
const useWorkspaceKeys = (
  dock: DockviewApi | null,
  { undo, redo, openAdd }: { undo: () => void; redo: () => void; openAdd: () => void },
): void => {
  const run = useEffectEvent((action: WorkspaceAction) => {
    if (!dock) return;
    const active = dock.activePanel;
    const acts: Readonly<Record<WorkspaceAction, () => void>> = {
      'pane-add': openAdd,
      'pane-menu': () =>
        document
          .querySelector<HTMLElement>(`[data-pane-actions="${active?.id ?? ''}"] [data-pane-menu]`)
          ?.click(),
      'pane-left': () => paneCommands.goTo(dock, 'left'),
      'pane-right': () => paneCommands.goTo(dock, 'right'),
      'pane-up': () => paneCommands.goTo(dock, 'up'),
      'pane-down': () => paneCommands.goTo(dock, 'down'),
      'pane-next-tab': () => paneCommands.turn(dock, 1),
      'pane-previous-tab': () => paneCommands.turn(dock, -1),
      'pane-whole': () => active && paneCommands.toggleWhole(active),
      'pane-close': () => active && paneCommands.close(active),
      'layout-undo': undo,
      'layout-redo': redo,
    };
    acts[action]();
  });
  useEffect(() => workspace.receive((action) => run(action)), []);
};

interface DockProps {
  ownerId: number;
  name: string;
  first: Layout;
  onLayout: (name: string) => void;
  onModes: (mode: ScreenHeader['mode']) => void;
}

/** The panes of one layout, and what can be done with it. */
const Dock = ({ ownerId, name, first, onLayout, onModes }: DockProps) => {
  const styles = useStyles();
  const [isAdding, setIsAdding] = useState(false);
  const keep = useKeptLayout({ ownerId, name, first, onLayout });
  const { dock, start, canUndo, canRedo, undo, redo, replace, add } = useDock(first, keep);
  const [modes, setModes] = useState<Modes>({});
  const panes = useMemo(
    () => ({
      setMode: (pane: string, mode: ScreenHeader['mode']) =>
        setModes((before) => ({ ...before, [pane]: mode })),
    }),
    [],
  );
  const isLive = dock?.panels.some(({ id }) => modes[id] === 'live') ?? false;
  useEffect(() => onModes(isLive ? 'live' : null), [onModes, isLive]);
  useEffect(() => activePane.clear, []);
  useWorkspaceKeys(dock, { undo, redo, openAdd: () => setIsAdding(true) });
  const addPane = (route: string) => {
    const refusal = add(route);
    if (refusal !== null) notify({ tone: 'news', message: refusal });
  };
  return (
    <>
      <div className={styles.bar}>
        <LayoutMenu ownerId={ownerId} name={name} onOpen={onLayout} onReplace={replace} />
        <AddPane isOpen={isAdding} onOpen={setIsAdding} onAdd={addPane} />
        <UndoButtons canUndo={canUndo} canRedo={canRedo} onUndo={undo} onRedo={redo} />
      </div>
      <div className={styles.dock}>
        <WorkspaceContext value={panes}>
          <DockviewReact
            theme={THEME}
            components={COMPONENTS}
            defaultTabComponent={PaneTab}
            rightHeaderActionsComponent={PaneActions}
            watermarkComponent={EmptyDock}
            disableTabsOverflowList={false}
            onReady={({ api }) => start(api)}
          />
        </WorkspaceContext>
      </div>
    </>
  );
};

/** Screens side by side: docked, in tabs, floating; as a layout with a name. */
export const WorkspaceScreen = () => {
  const [{ layout: asked }, setSearch] = useUrlSearch(search);
  const ownerId = session.use(({ user }) => user?.id ?? 0);
  const names = layouts.useNames(ownerId);
  const name = asked === '' ? (names[0] ?? t('My workspace')) : asked;
  const [mode, setMode] = useState<ScreenHeader['mode']>(null);
  // What it begins with: what is kept of it later is what it shows.
  const first = useMemo(() => layouts.find(ownerId, name) ?? FIRST_LAYOUT, [ownerId, name]);
  return (
    <Screen title={t('Workspace: {{name}}', { name })} mode={mode} isWhole>
      <Dock
        key={name}
        ownerId={ownerId}
        name={name}
        first={first}
        onLayout={(next) => setSearch({ layout: next })}
        onModes={setMode}
      />
    </Screen>
  );
};
