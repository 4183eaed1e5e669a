import { useEffect, useEffectEvent } from 'react';

/** Ways to ask again for what is shown as failed. */
const failed = new Set<() => void>();

/** React hook: registers a failure that is shown, to be asked for again without a press once that may help. */
export const useRetryLater = (retry: () => void): void => {
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    const again = () => retryNow();
    failed.add(again);
    return () => void failed.delete(again);
  }, []);
};

/** Ask again for everything that is shown as failed: what answers was away before. */
export const retryWhatFailed = (): void => {
  for (const again of [...failed]) again();
};
