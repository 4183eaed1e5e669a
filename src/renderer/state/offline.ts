import { istTime } from '../../shared/time.ts';
import { t } from '../i18n/translate.ts';
import { desktop } from '../api/desktop.ts';
import { backendStatus } from './backend-status.ts';
import { reportFailure } from './failure-reports.ts';
import { requestReload, useStreamState } from './stream.ts';

export interface Offline {
  isOffline: boolean;
  /** Epoch ms of what is still shown; null while all is well, or before anything has been shown. */
  since: number | null;
}

/** React hook: whether facts still come. They do not while the backend is away or the stream is closed. */
export const useOffline = (): Offline => {
  const isUp = backendStatus.use((state) => state.backend.state === 'up');
  const awaySince = backendStatus.use((state) => state.awaySince);
  const closedSince = useStreamState((state) => state.closedSince);
  const moments = [awaySince, closedSince].filter((at) => at !== null);
  return {
    isOffline: !isUp || closedSince !== null,
    since: moments.length > 0 ? Math.min(...moments) : null,
  };
};

/** Tries at once what is tried by itself in a while: the backend, the stream, and whatever is on the screen. */
export const retryNow = async (): Promise<void> => {
  if (backendStatus.get().backend.state !== 'up') await backendStatus.restart();
  const result = await desktop('stream.retry', {});
  if (result.ok) requestReload();
  else reportFailure(result.failure);
};

/** `Showing data from 14:31:05.`, or nothing when there is nothing to date. */
export const shownSinceText = ({ since }: Offline): string =>
  since === null ? '' : t('Showing data from {{time}}.', { time: istTime(since) });

/**
 * React hook: why nothing new can begin now; undefined while it can. What ends something (exit, sell, stop, cancel)
 * never waits.
 */
export const useOfflineReason = (): string | undefined =>
  useOffline().isOffline ? t('You are offline. This is possible again when the backend is back.') : undefined;
