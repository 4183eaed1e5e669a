import { lazy, Suspense, useEffect } from 'react';
import { onShellLayer, useShellLayer } from '../state/shell-layer.ts';
import { onDemand } from '../ui/on-demand.ts';

const palette = onDemand(() => import('./palette/palette.tsx'));
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((part) => ({ default: part.ShortcutSheet })),
);

/**
 * Return the focus after a layer over the page has closed. It goes back to where it was before, unless it has moved on
 * since.
 */
const followFocus = (): (() => void) => {
  let before: Element | null = null;
  return onShellLayer((isOpen) => {
    if (isOpen) before = document.activeElement;
    else
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
  });
};

/**
 * Layers that the window's frame shows over the page. The palette is loaded ahead: who opens it types at once, and letters
 * that come before its field go to the page, where some of them act.
 */
export const ShellLayers = () => {
  const layer = useShellLayer();
  const loaded = palette.use();
  useEffect(followFocus, []);
  const isAsked = layer === 'palette' && loaded === null;
  useEffect(() => {
    if (isAsked) void palette.load();
  }, [isAsked]);
  return (
    <Suspense>
      {layer === 'palette' && loaded && <loaded.Palette />}
      {layer === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
};
