import { AbilityProvider } from '@casl/react';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { saveTable } from '../features/export/save-table.ts';
import { StopAllFlow } from '../features/live/stop-all-flow.tsx';
import { SymbolMenu } from '../features/symbols/symbol-menu.tsx';
import { followHeader } from '../state/header.ts';
import { useMyAbility } from '../state/rights.ts';
import { windowKind } from '../state/window-kind.ts';
import { SaveTableContext } from '../ui/save-table.ts';
import { ScreenFrameContext, type ScreenHeader } from '../ui/screen.tsx';
import { ArmedBar } from './armed-bar.tsx';
import { ManualOrder } from './manual-order.tsx';
import { LiveFrame } from './live-frame.tsx';
import { MainFrame } from './main-frame.tsx';
import { PopOutFrame } from './pop-out-frame.tsx';
import { ProofQuestion } from './proof-question.tsx';
import { ShellLayers } from './shell-layers.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { registerReset } from '../state/store-registry.ts';
import { forgetNotices } from '../ui/toasts.tsx';

registerReset(forgetNotices);

/** Frames of the main window, pop-outs and the small window after sign-in; each has its own. */
const FRAMES = {
  main: MainFrame,
  'pop-out': PopOutFrame,
  // The small window is all page.
  mini: () => <Outlet />,
} as const;

/** A window after sign-in. */
export const Shell = () => {
  const [screen, setScreen] = useState<ScreenHeader>({ title: '', mode: null });
  const frame = useMemo(() => ({ setHeader: setScreen }), []);
  const ability = useMyAbility();
  useEffect(() => followHeader(), []);
  useShortcuts();
  useEffect(() => {
    document.title = screen.title ? `${screen.title} · TrickDesk` : 'TrickDesk';
  }, [screen.title]);
  const Frame = FRAMES[windowKind()];
  return (
    <AbilityProvider value={ability}>
      <ScreenFrameContext value={frame}>
        <SaveTableContext value={saveTable}>
          <Frame screen={screen} />
          <SymbolMenu />
          <StopAllFlow />
          <ManualOrder />
          <ArmedBar />
          <ShellLayers />
          <ProofQuestion />
          <LiveFrame mode={screen.mode} />
        </SaveTableContext>
      </ScreenFrameContext>
    </AbilityProvider>
  );
};
