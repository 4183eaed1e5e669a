import { create } from 'zustand';
import type { Result } from '../../shared/failure.ts';
import { desktop, onDesktopEvent } from '../api/desktop.ts';

/** Duration that the shortcut asks for, minutes. */
const QUIET_MINUTES = 60;

const useStore = create<{ until: number | null }>(() => ({ until: null }));

const askFor = async (minutes: number): Promise<Result<{ until: number | null }>> => {
  const result = await desktop('notifications.quiet', { minutes });
  if (result.ok) useStore.setState({ until: result.value.until });
  return result;
};

/** The quiet that the user asked for, for a while. The quiet hours of the settings are something else. */
export const quiet = {
  /** React hook: epoch ms at which it ends; null when there is none. */
  useUntil: (): number | null => useStore(({ until }) => until),
  /**
   * Follow the quiet as main publishes it. It does so to every window that opens, and again when it changes. Returns
   * the way to stop.
   */
  follow: (): (() => void) =>
    onDesktopEvent((event) => {
      if (event.type === 'quiet.changed') useStore.setState({ until: event.until });
    }),
  /** Quiet for some minutes from now; 0 ends it. Returns until when, epoch ms. */
  askFor,
  /** Asks for an hour of quiet, or ends the quiet there is. */
  toggle: (): ReturnType<typeof askFor> => {
    const { until } = useStore.getState();
    return askFor(until !== null && until > Date.now() ? 0 : QUIET_MINUTES);
  },
};
