import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

/** Layers that the window's frame itself shows over the page: one thing at a time. */
export type ShellLayer = 'palette' | 'shortcuts';

const useLayer = create<{ layer: ShellLayer | null }>(() => ({ layer: null }));

/** React hook: what lies over the page. */
export const useShellLayer = (): ShellLayer | null => useLayer(({ layer }) => layer);

/** Shows one; the same once more closes it. */
export const toggleLayer = (layer: ShellLayer): void =>
  useLayer.setState((state) => ({ layer: state.layer === layer ? null : layer }));

export const closeLayer = (): void => useLayer.setState({ layer: null });

/** Subscribe to the opening and closing of a layer over the page. Returns the function that unsubscribes. */
export const onShellLayer = (callback: (isOpen: boolean) => void): (() => void) =>
  useLayer.subscribe(({ layer }, before) => {
    if ((layer === null) !== (before.layer === null)) callback(layer !== null);
  });

registerReset(closeLayer);
