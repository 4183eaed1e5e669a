import { lazy, Suspense, useEffect } from 'react';
import { onShellLayer, useShellLayer } from '../state/shell-layer.ts';

const Palette = lazy(() => import('./palette/palette.tsx').then((part) => ({ default: part.Palette })));
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

/** Layers that the window's frame shows over the page; loaded when one is first asked for. */
export const ShellLayers = () => {
  const layer = useShellLayer();
  useEffect(followFocus, []);
  return (
    <Suspense>
      {layer === 'palette' && <Palette />}
      {layer === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
};
