import { useEffect } from 'react';
import { create } from 'zustand';

/** Time to paint a page. A window is "idle" before that too, and a file asked for then delays the picture. */
const PAINT_MS = 250;
/** After that it need not be idle for ever. */
const LONGEST_WAIT_MS = 500;

/**
 * A file that the first page does not wait for. Unlike `lazy`, it is there at once when it has been loaded before, and as
 * soon as it has come otherwise: React holds back for 300 ms whatever follows a fallback.
 */
export const onDemand = <Loaded>(load: () => Promise<Loaded>) => {
  const useStore = create<{ loaded: Loaded | null }>(() => ({ loaded: null }));
  let loading: Promise<Loaded> | null = null;
  const loadOnce = (): Promise<Loaded> =>
    (loading ??= load().then(
      (loaded) => {
        useStore.setState({ loaded });
        return loaded;
      },
      (error: unknown) => {
        // Whoever asks next tries again.
        loading = null;
        throw error;
      },
    ));
  return {
    load: loadOnce,
    /** React hook: loads it behind what is shown; null until it is there. */
    use: (): Loaded | null => {
      useEffect(() => {
        let asked = 0;
        const painted = setTimeout(() => {
          asked = requestIdleCallback(() => void loadOnce(), { timeout: LONGEST_WAIT_MS });
        }, PAINT_MS);
        return () => {
          clearTimeout(painted);
          cancelIdleCallback(asked);
        };
      }, []);
      return useStore(({ loaded }) => loaded);
    },
  };
};
