import { lazy, Suspense } from 'react';
import { useShellLayer } from '../state/shell-layer.ts';

const Palette = lazy(() => import('./palette/palette.tsx').then((part) => ({ default: part.Palette })));
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((part) => ({ default: part.ShortcutSheet })),
);

/** What the frame of the window shows over the page; loaded when it is first asked for. */
export const ShellLayers = () => {
  const layer = useShellLayer();
  return (
    <Suspense>
      {layer === 'palette' && <Palette />}
      {layer === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
};
