import { create } from 'zustand';
import type { Result } from '../../shared/failure.ts';
import { desktop, onDesktopEvent } from '../api/desktop.ts';

const QUIET_MINUTES = 60;

/** Until when the person has asked for quiet, epoch ms; null while they have not. Main keeps it. */
const useQuiet = create<{ until: number | null }>(() => ({ until: null }));

/** Follows what main says. Answers the way to stop. */
export const followQuiet = (): (() => void) =>
  onDesktopEvent((event) => {
    if (event.type === 'quiet.changed') useQuiet.setState({ until: event.until });
  });

/** Asks for an hour of quiet, or ends the quiet there is. Answers until when, epoch ms. */
export const toggleQuiet = async (): Promise<Result<{ until: number | null }>> => {
  const { until } = useQuiet.getState();
  const isQuiet = until !== null && until > Date.now();
  const result = await desktop('notifications.quiet', { minutes: isQuiet ? 0 : QUIET_MINUTES });
  if (result.ok) useQuiet.setState({ until: result.value.until });
  return result;
};
