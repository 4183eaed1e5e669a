import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

/** Whether the window asks about stopping all live trading; opened by key, menu or page. */
export const useStopAllLive = create<{ isAsking: boolean }>(() => ({ isAsking: false }));

/** Asks; the question itself stands in the frame of the window. */
export const askStopAllLive = (): void => useStopAllLive.setState({ isAsking: true });
export const closeStopAllLive = (): void => useStopAllLive.setState({ isAsking: false });

registerReset(closeStopAllLive);
