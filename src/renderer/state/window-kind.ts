import { create } from 'zustand';
import type { WindowState } from '../../shared/desktop.ts';
import { desktop } from '../api/desktop.ts';

const KINDS: readonly WindowState['kind'][] = ['main', 'pop-out', 'mini'];

/**
 * Which of the app's windows this is: the path of its page. (The search of an address belongs to the router, which would
 * take it for a part of the route.)
 */
export const windowKind = (): WindowState['kind'] =>
  KINDS.find((kind) => window.location.pathname === `/${kind}`) ?? 'main';

/** Whether this window stays over others, and whether the system lets it; null until main has said. */
export const useWindowState = create<{ value: WindowState | null }>(() => ({ value: null }));

export const loadWindowState = async (): Promise<void> => {
  const result = await desktop('window.state', {});
  if (result.ok) useWindowState.setState({ value: result.value });
};

/** Keeps this window over others, or stops that. */
export const keepOnTop = async (isOnTop: boolean): Promise<void> => {
  const result = await desktop('window.keep-on-top', { isOnTop });
  if (result.ok) useWindowState.setState({ value: result.value });
};

/** Keep this window over others, or stop it if it is. Returns the window's state after that. */
export const toggleOnTop = async (): Promise<WindowState | null> => {
  await loadWindowState();
  const before = useWindowState.getState().value;
  if (before?.canStayOnTop) await keepOnTop(!before.isOnTop);
  return useWindowState.getState().value;
};

/** Makes the page of this window larger or smaller by a step; 0 goes back to its own size. */
export const zoomPage = (steps: -1 | 0 | 1): void => void desktop('window.zoom', { steps });

/** Show a route in the main window, which comes to the front. */
export const openInMain = (route: string): void => void desktop('window.open-main', { route });

/** Shows a page in a window of its own. */
export const popOut = (route: string): void => void desktop('window.pop-out', { route });

/** Opens the small window with today's result, or closes it. */
export const toggleMini = (): void => void desktop('window.toggle-mini', {});

export const closeWindow = (): void => void desktop('window.close', {});

/** The question itself needs the room of the main window. */
export const askStopAllInMain = (): void => void desktop('window.ask-stop-all', {});
