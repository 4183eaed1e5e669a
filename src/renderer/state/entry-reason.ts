import { t } from '../i18n/translate.ts';
import { useFreshness } from './freshness.ts';
import { useOfflineReason } from './offline.ts';

/**
 * React hook: why no order that enters can be sent now; undefined while it can. Prices that have not moved for half a
 * minute are no ground to enter on; what ends something never waits for them.
 */
export const useEntryReason = (): string | undefined => {
  const offline = useOfflineReason();
  const isStale = useFreshness() === 'stale';
  if (offline !== undefined) return offline;
  return isStale ? t('Prices have stopped coming. Entries wait until they come again.') : undefined;
};
