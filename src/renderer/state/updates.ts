import { useEffect } from 'react';
import type { UpdateState } from '../../shared/desktop.ts';
import { desktop, onDesktopEvent } from '../api/desktop.ts';
import { createResource } from './resource.ts';

/** Whether there is a newer version, as main knows it. */
export const updates = createResource(() => desktop('updates.state', {}), { isQuiet: true });

/** React hook: the state of updates while somebody looks; null until main has said it. */
export const useUpdates = (): UpdateState | null => {
  useEffect(() => {
    void updates.load(undefined);
    return onDesktopEvent((event) => {
      if (event.type === 'updates.changed') updates.patch(() => event.updates);
    });
  }, []);
  return updates.use((state) => state.value);
};
