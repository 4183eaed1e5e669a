import { create } from 'zustand';
import type { BackendState } from '../../shared/desktop.ts';
import { desktop, onDesktopEvent } from '../api/desktop.ts';
import { reportFailure } from './failure-reports.ts';

interface Status {
  backend: BackendState;
  /** Epoch ms since when it has been away; null while it is up. */
  awaySince: number | null;
}

const useStore = create<Status>(() => ({
  backend: { state: 'starting', kind: 'embedded', message: '', logTail: [], keyState: 'fits' },
  awaySince: null,
}));

const accept = (backend: BackendState): void => {
  const { awaySince } = useStore.getState();
  useStore.setState({ backend, awaySince: backend.state === 'up' ? null : (awaySince ?? Date.now()) });
};

/** Whether the backend is there. */
export const backendStatus = {
  use: useStore,
  get: () => useStore.getState(),
  /** Asks once and follows main's facts; `onReturn` runs when the backend is back after an absence. */
  follow: async (onReturn: () => void): Promise<() => void> => {
    const stop = onDesktopEvent((event) => {
      if (event.type !== 'backend.changed') return;
      const wasUp = useStore.getState().backend.state === 'up';
      accept(event.backend);
      if (!wasUp && event.backend.state === 'up') onReturn();
    });
    const result = await desktop('backend.state', {});
    if (result.ok) accept(result.value);
    return stop;
  },
  restart: async (): Promise<void> => {
    const result = await desktop('backend.restart', {});
    if (result.ok) accept(result.value);
    else reportFailure(result.failure);
  },
};
