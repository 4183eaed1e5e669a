import { create } from 'zustand';
import { desktop, onDesktopEvent } from '../api/desktop.ts';
import { reportFailure } from './failure-reports.ts';

const useStore = create<{ until: number | null }>(() => ({ until: null }));

/** The quiet that the person asked for, for a while, apart from the quiet hours of the settings. */
export const quiet = {
  /** React hook: epoch ms at which it ends; null when there is none. */
  useUntil: (): number | null => useStore(({ until }) => until),
  /** Main says it to every window that opens, and again when it changes. Answers the way to stop. */
  follow: (): (() => void) =>
    onDesktopEvent((event) => {
      if (event.type === 'quiet.changed') useStore.setState({ until: event.until });
    }),
  /** Quiet for some minutes from now; 0 ends it. */
  askFor: async (minutes: number): Promise<void> => {
    const result = await desktop('notifications.quiet', { minutes });
    if (result.ok) useStore.setState({ until: result.value.until });
    else reportFailure(result.failure);
  },
};
